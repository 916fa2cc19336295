import type { CommandRedirection, CommandWord, StandardInput } from '../model/analysis.ts'
import type { Findings } from '../model/findings.ts'
import { resolvePath, type ShellState } from '../model/state.ts'
import type { Redirection, Span } from '../syntax/tree.ts'
import { expandWord, type ExpansionVisitor } from './word-expansion.ts'

const READ_DESCRIPTOR = /^\/dev\/(?:std(?:in|out|err)|fd\/\d+|tty)$/
/** What was opened for reading is opened for writing by its name: proc_pid_fd(5). So only the two outputs are free. */
const WRITTEN_DESCRIPTOR = /^\/dev\/(?:std(?:out|err)|fd\/[12]|tty)$/
const NETWORK_PATH = /^\/dev\/(?:tcp|udp)\//

/** Text that a second expansion leaves alone. */
const EXPANDS_ONCE = /^[\w./:,+%@=-]*$/

/** Expands the targets of redirections, records their effects, and says what standard input becomes. */
export function visitRedirections(
  visitor: ExpansionVisitor & { assign(name: string, value: undefined, span: Span, state: ShellState): void },
  findings: Findings,
  redirections: readonly Redirection[],
  state: ShellState,
): { list: readonly CommandRedirection[]; input: StandardInput | null } {
  const list: CommandRedirection[] = []
  let input: StandardInput | null = null
  for (const redirection of redirections) {
    const { operator, descriptor } = redirection
    const span = findings.at(redirection.start, redirection.end)
    const words: CommandWord[] = []
    const isText = operator === '<<<' || redirection.hereDocument !== null
    expandWord(visitor, redirection.target, state, isText ? 'value' : 'argument', words)
    if (typeof descriptor === 'string') visitor.assign(descriptor, undefined, span, state)
    const word = words.length === 1 && words[0]?.splits === false ? words[0] : undefined
    const target = isText ? null : (word?.text ?? null)
    list.push({ operator, fd: descriptor, target, span })
    const toBoth = operator === '>&' && (descriptor === null || descriptor === 1 || typeof descriptor === 'string')
    if (toBoth && word?.integer !== true && (target === null || !EXPANDS_ONCE.test(target))) {
      findings.unresolve('text', 'bash expands what >& is followed by a second time', span)
    }
    if (!isText)
      fileEffect(findings, operator, target, word?.integer === true || isDescriptor(target, redirection), span, state)
    if (!isText && operator.startsWith('<') && mayBeOpen(target)) findings.reopened++
    if (!isText && mayReadFromOutput(redirection, target)) findings.outputsMayRead = true
    if (descriptor === 0 || (descriptor === null && operator.startsWith('<'))) input = inputOf(operator, target)
  }
  return { list, input }
}

/** A dash behind a number moves the descriptor only where it is written: from a value, it is the name of a file. */
function isDescriptor(target: string | null, { target: word }: Redirection): boolean {
  if (target === null) return false
  return (
    /^(?:\d+|-)$/.test(target) ||
    (/^\d+-$/.test(target) && word.parts.length === 1 && word.parts[0]?.type === 'literal')
  )
}

/** `<&0`, `</dev/stdin`: what this command reads may be missing where another one reads. */
function mayBeOpen(target: string | null): boolean {
  return target === null || /^\d|^\/(?:dev\/(?!null$)|proc\/)/.test(target)
}

/** `1<file`, `>&0`: an output that was opened for reading, so that its name opens that file for writing. */
function mayReadFromOutput({ operator, descriptor }: Redirection, target: string | null): boolean {
  const isOutput = descriptor === 1 || descriptor === 2 || typeof descriptor === 'string'
  if (operator === '<') return isOutput
  if (operator === '<&') return isOutput && !/^(?:[12]-?|-)$/.test(target ?? '')
  return operator === '>&' && !/^(?:[12]-?|-)$/.test(target ?? '') && !/^\D/.test(target ?? '')
}

function inputOf(operator: string, target: string | null): StandardInput {
  if (operator === '<<' || operator === '<<-') return 'here-document'
  if (operator === '<<<') return 'here-string'
  if (target === '/dev/null') return 'null'
  if (operator === '<&' || operator === '>&') return target === '-' ? 'closed' : 'descriptor'
  return 'file'
}

function fileEffect(
  findings: Findings,
  operator: string,
  target: string | null,
  duplicates: boolean,
  span: Span,
  state: ShellState,
): void {
  if (operator === '>&' || operator === '<&') {
    if (duplicates) return
    if (operator === '<&') return
  }
  if (target === null) {
    if (operator === '<' || operator === '<>') findings.effect('file-read', null, span)
    if (operator !== '<') findings.effect('file-write', null, span)
    return
  }
  if (target === '/dev/null') return
  if (operator === '<' && READ_DESCRIPTOR.test(target)) return
  if (operator !== '<' && WRITTEN_DESCRIPTOR.test(target)) {
    findings.namesOutput = true
    return
  }
  if (NETWORK_PATH.test(target)) {
    findings.effect('network', target, span)
    return
  }
  const path = target === '' ? null : resolvePath(state.directory, target)
  if (operator === '<' || operator === '<>') findings.effect('file-read', path, span)
  if (operator !== '<') findings.effect('file-write', path, span)
}
