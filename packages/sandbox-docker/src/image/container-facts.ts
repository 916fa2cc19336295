import { gatherSystemFacts, type SystemFacts } from '@poundlock/sandbox'

const GIT_SETTINGS = '/etc/gitconfig'

/**
 * What of this machine a container of the image `system` shows: all but its settings of git, which may hold addresses with
 * passwords and name programs. Whom commits are by is mounted in their place.
 */
export function containerFacts(facts: SystemFacts = gatherSystemFacts()): SystemFacts {
  const isOther = ([path]: readonly [string, ...unknown[]]) => path !== GIT_SETTINGS
  return {
    ...facts,
    configurationBinds: facts.configurationBinds.filter(isOther),
    configurationLinks: facts.configurationLinks.filter(isOther),
    configurationTexts: facts.configurationTexts.filter(isOther),
  }
}
