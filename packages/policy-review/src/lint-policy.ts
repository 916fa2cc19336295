import type { PlannedCommand, PolicyLayer, PolicyOptions, PolicyRequest } from '@poundlock/policy'
import { runsOtherCode } from '@poundlock/policy/commands'
import type { LintFinding } from './lint-finding.ts'
import { unusedFindings } from './lint-history.ts'
import { type KnownNames, nameFindings } from './lint-names.ts'
import { settingFindings } from './lint-settings.ts'
import { toolFindings } from './lint-tools.ts'
import { type ListedRule, listRules } from './listed-rule.ts'
import { FRESH } from './path-samples.ts'

export interface LintOptions extends Pick<PolicyOptions, 'home'> {
  /** The names that rules can use; without it, no rule is reported for an unknown name. */
  readonly known?: KnownNames
}

/**
 * Finds rules that do nothing, rules that undo each other, and rules that allow more than intended.
 *
 * @param history calls that were asked for before; without it nothing is called unused
 */
export function lintPolicy(
  layers: readonly PolicyLayer[],
  options: LintOptions,
  history: readonly PolicyRequest[] = [],
): readonly LintFinding[] {
  const rules = listRules(layers, options.home)
  return [
    ...rules.flatMap((listed) => [...effectOf(listed, rules), ...breadthOf(listed)]),
    ...layers.flatMap((layer) => settingFindings(layer, options.home)),
    ...toolFindings(layers),
    ...unusedFindings(layers, options.home, history),
    ...nameFindings(layers, options.home, options.known ?? {}),
  ]
}

const STRICTER = { allow: ['deny', 'ask'], ask: ['deny'], deny: [] } as const

/** Whether another rule leaves this one without effect. */
function effectOf(listed: ListedRule, rules: readonly ListedRule[]): readonly LintFinding[] {
  const { rule, action, layer } = listed
  if (action === 'allow' && !layer.mayLoosen) {
    const message = `the allow rule "${rule.text}" came with a repository and counts only once it is trusted`
    return [finding('ignored', 'note', message, listed)]
  }
  const others = rules.filter((other) => other !== listed && !other.hasArguments)
  const stricter = others.find(
    (other) => (STRICTER[action] as readonly string[]).includes(other.action) && coversAll(other, listed),
  )
  if (stricter) {
    const same = stricter.rule.text === rule.text
    const message = `the ${action} rule "${rule.text}" has no effect: the ${stricter.action} rule "${stricter.rule.text}" at ${stricter.rule.source} covers all of it`
    return [finding(same ? 'contradictory' : 'unreachable', 'warning', message, listed)]
  }
  const at = rules.indexOf(listed)
  const shadow = others.find(
    (other) =>
      other.action === action &&
      other.layer.mayLoosen >= layer.mayLoosen &&
      coversAll(other, listed) &&
      // Of two that cover each other, the later one is too many.
      (!coversAll(listed, other) || listed.hasArguments || rules.indexOf(other) < at),
  )
  if (!shadow) return []
  const message = `the ${action} rule "${rule.text}" adds nothing: "${shadow.rule.text}" at ${shadow.rule.source} covers all of it`
  return [finding('shadowed', 'note', message, listed)]
}

/** Whether one rule covers everything that another does: the other's own words, and any words after them. */
function coversAll(wider: ListedRule, narrower: ListedRule): boolean {
  return [[], [FRESH], [`-${FRESH}`]].every((more) => {
    const samples = samplesOf(narrower, more).filter(
      (command) => narrower.hasArguments || narrower.rule.covers(command),
    )
    return samples.length > 0 && samples.every((command) => wider.rule.covers(command))
  })
}

function samplesOf({ words }: ListedRule, more: readonly string[]): readonly PlannedCommand[] {
  const [head = '', ...rest] = words
  const named = (name: string, resolved: string): PlannedCommand => ({
    name,
    argv: [name, ...rest, ...more],
    span: [0, 0],
    resolved,
    builtin: false,
    readsPipe: false,
    environment: [],
  })
  if (head === '*') return [named(FRESH, `/usr/bin/${FRESH}`), named('git', '/opt/git')]
  if (!/[/~]/.test(head)) return [named(head, `/usr/bin/${head}`), named(head, `/opt/${FRESH}/${head}`)]
  const paths = [FRESH, 'zz-other'].map((fill) =>
    head.replaceAll('**', `${fill}/${fill}`).replaceAll('*', fill).replaceAll('?', 'z'),
  )
  return paths.map((path) => named(path, path))
}

/** Programs whose subcommands do things that have nothing in common. */
const MANY_FACED: ReadonlySet<string> = new Set(
  (
    'git npm pnpm yarn bun cargo go pip pip3 uv docker podman kubectl helm aws gcloud az gh glab terraform ansible ' +
    'systemctl apt apt-get brew dnf make gradle mvn'
  ).split(' '),
)

/** Whether an allow rule allows more than its author can have intended. */
function breadthOf(listed: ListedRule): readonly LintFinding[] {
  const { rule, action, words, hasArguments } = listed
  if (action !== 'allow' || hasArguments) return []
  const [head = '', ...rest] = words
  const name = head.slice(head.lastIndexOf('/') + 1)
  const say = (why: string) => [finding('over-broad', 'warning', `the allow rule "${rule.text}" ${why}`, listed)]
  if (head === '*') return say('covers every command')
  if (/\*\*/.test(head) || /^(?:\/usr)?(?:\/local)?\/s?bin\/\*$/.test(head)) {
    return say('covers every program of a folder, shells and interpreters too')
  }
  if (runsOtherCode(name)) {
    const message = `the allow rule "${rule.text}" names a program that runs other code; what it is given is not covered by it`
    return [finding('runs-code', 'warning', message, listed)]
  }
  return rest.length === 0 && MANY_FACED.has(name)
    ? say(`covers every subcommand of ${name}; name those that are meant`)
    : []
}

const finding = (
  code: LintFinding['code'],
  severity: LintFinding['severity'],
  message: string,
  { rule }: ListedRule,
): LintFinding => ({ code, severity, message, rule: rule.text, source: rule.source })
