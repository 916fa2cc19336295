import { visibleText } from '@poundlock/spec/vocabulary'
import type { TraceStep } from '../decision.ts'
import { answer } from '../judges/answer.ts'
import type { PolicyLayer } from '../layer.ts'
import { matchesDomain, readWebAddress } from './domains.ts'

/** Which hosts the web tools may contact. */
export interface WebLayer {
  /** When it holds anything, every other host asks. `example.com` is that host, `*.example.com` every one below. */
  readonly allowDomains?: readonly string[]
  /** Never contacted, with all below. */
  readonly denyDomains?: readonly string[]
}

/** Judges the addresses that a call names. Those of the own network ask, whatever the lists say. */
export function judgeWeb(urls: readonly string[], layers: readonly PolicyLayer[]): readonly TraceStep[] {
  return urls.flatMap((url) => {
    const shown = visibleText(JSON.stringify(url))
    const read = readWebAddress(url)
    if ('problem' in read) return [answer('web', 'ask', 'WEB_UNCLEAR', `the address ${shown} ${read.problem}`)]
    return layers.flatMap(({ web, name, locate }) => {
      const { allowDomains = [], denyDomains = [] } = web ?? {}
      const denied = denyDomains.findIndex((domain) => matchesDomain(read.host, domain, 'deny'))
      if (denied >= 0) {
        const source = locate?.(`/tools/web/denyDomains/${denied}`) ?? name
        const from = { rule: denyDomains[denied]!, source }
        return [answer('web', 'deny', 'WEB_DENIED', `${read.host} is in tools.web.denyDomains`, from)]
      }
      if (allowDomains.length === 0 || allowDomains.some((domain) => matchesDomain(read.host, domain, 'allow'))) {
        return []
      }
      const source = locate?.('/tools/web/allowDomains') ?? name
      return [answer('web', 'ask', 'WEB_UNLISTED', `${read.host} is not in tools.web.allowDomains`, { source })]
    })
  })
}
