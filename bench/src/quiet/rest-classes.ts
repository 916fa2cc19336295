import type { CommandPlan, PlannedCommand, PlannedEffect, PolicyDecision } from '@poundlock/policy'
import { isWithin } from '@poundlock/spec'

/** Why lines are asked about, the first that holds, and why reading the line cannot spare the question. */
export const REST_CLASSES = {
  'a program of which nothing is known, by its name': 'only a rule says what it may do',
  'the same, by its path: what was built, or a script': 'what runs is what the file says',
  'runs code of the workspace: builds, tests, scripts': 'what runs is what the files say',
  'inline code, and code from a pipe': 'it would have to be read as a program, with the modules that it loads',
  'contacts the network': 'without a sandbox, no host can be enforced',
  'writes or deletes outside the workspace': 'undo does not keep it, and others may read it there',
  'reads outside the workspace': 'a rule has to name the folder: fs.read:~/other',
  'deletes in the workspace': 'git does not keep it, or undo leaves it out',
  'files whose names are only known at run time': 'data can be the name of any file',
  'arguments of which it is not known what they do': 'one may be an option that runs or changes something',
  'the rest: what may be a secret, what moves a branch': 'meant to be asked about',
} as const
export type RestClass = keyof typeof REST_CLASSES

const INLINE = new Set(['EXECUTES_CODE', 'STDIN_IS_CODE'])

export function restClassOf({ commands }: PolicyDecision, plan: CommandPlan, workspace: string): RestClass {
  const asked = plan.commands.filter((_, at) => (commands[at]?.decision ?? 'allow') !== 'allow')
  const codes = asked.map(codeOf)
  const unknown = asked.filter((command) => codeOf(command) === 'UNKNOWN_COMMAND')
  if (unknown.length > 0) {
    return unknown.some(({ name }) => name?.includes('/') !== true)
      ? 'a program of which nothing is known, by its name'
      : 'the same, by its path: what was built, or a script'
  }
  const effects = [...plan.effects, ...asked.flatMap(({ profile }) => profile?.effects ?? [])]
  const isOutside = ({ kind, path }: PlannedEffect) =>
    kind.startsWith('file-') && path !== null && !isWithin(path, workspace) && !path.startsWith('/dev/')
  if (effects.some(({ kind, origin }) => kind === 'execute' && origin !== 'helper'))
    return 'runs code of the workspace: builds, tests, scripts'
  if (codes.some((code) => INLINE.has(code))) return 'inline code, and code from a pipe'
  if (effects.some(({ kind }) => kind === 'network')) return 'contacts the network'
  if (effects.some((effect) => effect.kind !== 'file-read' && isOutside(effect)))
    return 'writes or deletes outside the workspace'
  if (effects.some(isOutside)) return 'reads outside the workspace'
  if (effects.some(({ kind, path }) => kind.startsWith('file-') && path === null))
    return 'files whose names are only known at run time'
  if (codes.some((code) => code !== '')) return 'arguments of which it is not known what they do'
  if (effects.some(({ kind }) => kind === 'file-delete')) return 'deletes in the workspace'
  return 'the rest: what may be a secret, what moves a branch'
}

const codeOf = ({ profile }: PlannedCommand): string => (profile?.known === false ? (profile.code ?? '') : '')
