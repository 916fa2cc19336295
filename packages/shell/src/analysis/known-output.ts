import type { Findings } from '../model/findings.ts'
import type { ShellState } from '../model/state.ts'
import type { Redirection, Script } from '../syntax/tree.ts'
import { plainText } from './numeric-output.ts'

interface Visitor {
  readonly findings: Findings
  isFunction?(name: string): boolean
}

/** What `$( … )` stands for, where it holds one command of plain words and the caller knows what that prints. */
export function knownOutput(script: Script, state: ShellState, visitor: Visitor): string | null {
  const { outputOf } = visitor.findings
  if (outputOf === undefined || script.statements.length !== 1) return null
  const [statement] = script.statements
  const [pipeline] = statement?.pipelines ?? []
  const [command] = pipeline?.commands ?? []
  if (statement?.background === true || statement?.pipelines.length !== 1 || pipeline?.commands.length !== 1)
    return null
  if (pipeline.prefixes.length > 0 || command?.type !== 'simple' || command.assignments.length > 0) return null
  if (!command.redirections.every(isOfErrors)) return null
  const words = command.words.map((word) => plainText(word))
  if (!words.every((word) => word !== null)) return null
  const [name] = words
  if (name === undefined || visitor.isFunction?.(name) === true) return null
  return outputOf(words, state.directory ?? null)
}

/** `2>/dev/null` */
const isOfErrors = ({ operator, descriptor, target }: Redirection): boolean =>
  operator === '>' && descriptor === 2 && plainText(target) === '/dev/null'
