import { spend } from '../../model/budget.ts'
import type { PlannedCommand } from '../../model/command-plan.ts'
import { type CommandRule, calledNames } from './command-rule.ts'

interface Index {
  readonly named: ReadonlyMap<string, readonly CommandRule[]>
  /** Rules that can cover any name: by path, or `*`. */
  readonly general: readonly CommandRule[]
  /** The rules for a name with the general ones behind them, of names that were asked for. */
  readonly joined: Map<string, readonly CommandRule[]>
}

/** One index for each list of rules, made on first use. */
const indexes = new WeakMap<readonly CommandRule[], Index>()

/** The allow rules that can cover a command of this name, so that a thousand rules cost no more than twenty. */
export function rulesForName(rules: readonly CommandRule[], name: string | null): readonly CommandRule[] {
  let index = indexes.get(rules)
  if (!index) indexes.set(rules, (index = indexOf(rules)))
  const own = name === null ? undefined : index.named.get(name)
  if (own === undefined) return index.general
  let joined = index.joined.get(name!)
  // Only for names that there are rules for, so that a model cannot fill the memory.
  if (!joined) index.joined.set(name!, (joined = [...own, ...index.general]))
  return joined
}

/** The same of rules that deny or ask, which go by every name that a command may be known by. */
export function rulesForCommand(rules: readonly CommandRule[], command: PlannedCommand): Iterable<CommandRule> {
  if (rules.length === 0) return rules
  const found = new Set<CommandRule>()
  for (const name of new Set(calledNames(command))) {
    const own = rulesForName(rules, name)
    spend(own.length)
    for (const rule of own) found.add(rule)
  }
  return found
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
  return { named, general, joined: new Map() }
}
