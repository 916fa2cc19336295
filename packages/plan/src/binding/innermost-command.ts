import type { PlannedCommand } from '@poundlock/policy'
import type { Span } from '@poundlock/shell'

/** The commands that a word belongs to: of those around it, the shortest. */
export function innermost(commands: readonly PlannedCommand[], [start, end]: Span): readonly PlannedCommand[] {
  let found: PlannedCommand[] = []
  let shortest = Infinity
  for (const command of commands) {
    const [from, to] = command.span
    if (from > start || to < end || to - from > shortest) continue
    if (to - from < shortest) found = []
    shortest = to - from
    found.push(command)
  }
  return found
}

/** True for what runs code, or may: also where it is not known what it does. */
export function runsCode({ profile, script, builtin, passive, argv }: PlannedCommand): boolean {
  if (argv[0] === '.' || argv[0] === 'source' || script !== undefined) return true
  if (builtin || passive === true) return false
  return profile === undefined || !profile.known || profile.effects.some(({ kind }) => kind === 'execute')
}

/** True for what only deletes, or only tells names: nothing of a file reaches what runs later. */
export function feedsNothing({ profile }: PlannedCommand): boolean {
  return (
    profile?.known === true &&
    profile.effects.length > 0 &&
    profile.effects.every(({ kind, lists }) => kind === 'file-delete' || (kind === 'file-read' && lists === true))
  )
}
