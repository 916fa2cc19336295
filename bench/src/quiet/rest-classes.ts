import type { CommandPlan, PlannedCommand, PolicyDecision } from '@poundlock/policy'

/** Why lines are asked about, the first that holds, and whether that could be proven by reading the line. */
export const REST_CLASSES = {
  'runs code of the workspace: builds, tests, scripts': 'no: what runs is what the files say',
  'inline code and code from a pipe': 'no: it would have to be read as a program',
  'contacts the network': 'no: without a sandbox, no host can be enforced',
  'a program of which nothing is known': 'no: it needs a profile or a rule',
  deletes: 'only where undo keeps it',
  'reads or writes outside the workspace, or what may be a secret': 'no: a rule has to name it',
  'names and arguments of run time, and the rest': 'in part',
} as const
export type RestClass = keyof typeof REST_CLASSES

const INLINE = new Set(['EXECUTES_CODE', 'STDIN_IS_CODE'])

export function restClassOf({ commands }: PolicyDecision, plan: CommandPlan): RestClass {
  const asked = plan.commands.filter((_, at) => (commands[at]?.decision ?? 'allow') !== 'allow')
  const has = (test: (command: PlannedCommand) => boolean) => asked.some(test)
  const does = (kind: string) => has(({ profile }) => profile?.effects.some((effect) => effect.kind === kind) === true)
  const codeOf = ({ profile }: PlannedCommand) => (profile?.known === false ? (profile.code ?? '') : '')
  if (does('execute')) return 'runs code of the workspace: builds, tests, scripts'
  if (has((command) => INLINE.has(codeOf(command)))) return 'inline code and code from a pipe'
  if (does('network')) return 'contacts the network'
  if (has((command) => /^UNKNOWN_(?:COMMAND|SUBCOMMAND)$/.test(codeOf(command)))) {
    return 'a program of which nothing is known'
  }
  if (does('file-delete')) return 'deletes'
  const isOwn = plan.effects.some(({ kind }) => kind === 'file-read' || kind === 'file-write')
  const isKnown = asked.length > 0 && !has((command) => codeOf(command) !== '')
  const paths = asked.flatMap(({ profile }) => profile?.effects ?? [])
  if ((isKnown && paths.some(({ path }) => path !== null)) || (asked.length === 0 && isOwn)) {
    return 'reads or writes outside the workspace, or what may be a secret'
  }
  return 'names and arguments of run time, and the rest'
}
