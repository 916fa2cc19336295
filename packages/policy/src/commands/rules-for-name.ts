import type { PlannedCommand } from '../request.ts'
import { calledNames, type CommandRule } from './command-rule.ts'

interface Index {
  readonly named: ReadonlyMap<string, readonly CommandRule[]>
  /** Rules that can cover any name: by path, or `*`. */
  readonly general: readonly CommandRule[]
}

/** One index for each list of rules, made when it is first asked. */
const indexes = new WeakMap<readonly CommandRule[], Index>()

/** The allow rules that can cover a command of this name, so that a thousand rules cost no more than twenty. */
export function rulesForName(rules: readonly CommandRule[], name: string | null): readonly CommandRule[] {
  let index = indexes.get(rules)
  if (!index) indexes.set(rules, (index = indexOf(rules)))
  return (name === null ? undefined : index.named.get(name)) ?? index.general
}

/** The same of rules that deny or ask, which go by every name that a command may be known by. */
export function rulesForCommand(rules: readonly CommandRule[], command: PlannedCommand): Iterable<CommandRule> {
  return rules.length === 0 ? rules : new Set(calledNames(command).flatMap((name) => rulesForName(rules, name)))
}

function indexOf(rules: readonly CommandRule[]): Index {
  const general = rules.filter(({ only }) => only === null)
  const named = new Map<string, CommandRule[]>()
  for (const rule of rules) {
    if (rule.only === null) continue
    const own = named.get(rule.only)
    if (own) own.push(rule)
    else named.set(rule.only, [rule])
  }
  for (const own of named.values()) own.push(...general)
  return { named, general }
}
