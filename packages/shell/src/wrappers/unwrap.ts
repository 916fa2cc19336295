import type { CommandWord, EnvironmentEntry } from '../model/analysis.ts'
import { type ExpandedCommand, type InvocationWalker, invokeInner } from '../model/invocation.ts'
import type { ShellState } from '../model/state.ts'
import { changesWhatRuns } from '../model/variables.ts'
import { mayBeOption, parseOptions } from './options.ts'
import type { RunnerRow } from './runners.ts'
import type { WrapperRow } from './table.ts'

/** Finds the command that a wrapper of the table runs, and records it. */
export function unwrap(
  walker: InvocationWalker,
  state: ShellState,
  invocation: ExpandedCommand,
  row: WrapperRow | undefined,
): void {
  if (row === undefined) return
  const { words } = invocation
  const parsed = parseOptions(row, words, 1)
  if (parsed === null) return unclear(walker, invocation)
  const lists = row.lists?.split(' ') ?? []
  if (parsed.options.some(([name]) => lists.includes(name) || name === 'help' || name === 'version')) return
  let { next } = parsed
  const first = words[next]
  if (row.optionalOperand !== undefined && first?.text != null && row.optionalOperand.test(first.text)) {
    const more = parseOptions(row, words, next + 1)
    if (more === null) return unclear(walker, invocation)
    next = more.next
  }
  for (const [name, value] of parsed.options) {
    // A name that starts so is a command that gets the output.
    if ((name === 'o' || name === 'output') && value !== null && (value.text === null || /^[|!]/.test(value.text))) {
      return unclear(walker, invocation)
    }
  }
  let environment = invocation.environment
  if (row.assigns === true) {
    const found = takeAssignments(walker, invocation, next)
    if (found === null) return unclear(walker, invocation)
    environment = found.environment
    next = found.next
  }
  for (let operand = 0; operand < row.operands; operand++) {
    const word = words[next]
    if (word?.splits === true) return unclear(walker, invocation)
    next++
  }
  const texts = row.text?.split(' ') ?? []
  for (const [name, value] of parsed.options) {
    if (texts.includes(name)) return runText(walker, invocation, value)
  }
  // Options of `flock` may also follow its operand: `flock FILE -c TEXT`.
  const command = words[next]
  if (texts.length > 0 && command !== undefined && mayBeOption(command) !== 'no') {
    return command.text === '-c' ? runText(walker, invocation, words[next + 1]) : unclear(walker, invocation)
  }
  if (command === undefined) {
    if (row.fallback === 'shell') walker.unresolved('script', 'it starts a shell on its input', invocation.span)
    return
  }
  const moves = row.moves?.split(' ') ?? []
  const moved = parsed.options.some(([name]) => moves.includes(name)) || moves.includes('*')
  const directory = moved ? null : invocation.directory
  invokeInner(walker, state, invocation, words.slice(next), { environment, directory })
}

/** Finds the program that a runner of a language starts, and records it; other subcommands run nothing by name. */
export function runProgram(
  walker: InvocationWalker,
  state: ShellState,
  invocation: ExpandedCommand,
  row: RunnerRow | undefined,
): void {
  if (row === undefined) return
  const { words } = invocation
  let from = 1
  if (row.subcommands.length > 0) {
    const at = words.findIndex((word, index) => index > 0 && word.text !== null && row.subcommands.includes(word.text))
    const before = at < 0 ? words.slice(1) : words.slice(1, at)
    if (words[1]?.text === null && words[1].prefix === '') return unclear(walker, invocation)
    if (at < 0) return
    if (before.some((word) => word.text?.startsWith('-') !== true)) {
      // Behind an option the word may be its value, or a subcommand of its own.
      if (words[1]?.text?.startsWith('-') === true) unclear(walker, invocation)
      return
    }
    from = at + 1
  }
  const parsed = parseOptions({ short: row.short, long: `help version ${row.long}` }, words, from)
  if (parsed === null) return unclear(walker, invocation)
  const texts = row.text?.split(' ') ?? []
  for (const [name, value] of parsed.options) {
    if (texts.includes(name)) return runText(walker, invocation, value)
    if (name === 'help' || name === 'version') return
  }
  const inner = words.slice(parsed.next)
  // `pnpm -c exec 'rm x'`
  if (inner.length === 1 && /\s/.test(inner[0]?.text ?? '')) return runText(walker, invocation, inner[0])
  if (inner.length > 0) invokeInner(walker, state, invocation, inner)
}

/** Reads `NAME=value` operands; null if a word may or may not be one. */
export function takeAssignments(
  walker: InvocationWalker,
  invocation: ExpandedCommand,
  from: number,
): { next: number; environment: readonly EnvironmentEntry[] } | null {
  const environment = [...invocation.environment]
  let next = from
  for (; next < invocation.words.length; next++) {
    const word = invocation.words[next]
    if (word === undefined) break
    const known = word.text ?? word.prefix
    const equals = known.indexOf('=')
    if (equals < 0) {
      if (word.text === null) return null
      break
    }
    if (word.splits) return null
    const name = known.slice(0, equals)
    const value = word.text === null ? null : word.text.slice(equals + 1)
    environment.push({ name, value })
    if (changesWhatRuns(name, value ?? undefined, true)) {
      walker.unresolved('environment', `${name} changes what programs run or read`, word.span)
      walker.findings.effect('environment', name, word.span)
    }
  }
  return { next, environment }
}

export function unclear(walker: InvocationWalker, invocation: ExpandedCommand): void {
  const name = invocation.words[0]?.text ?? ''
  walker.unresolved('wrapper', `what ${name} runs is unknown from its options`, invocation.span)
}

/** A word that some shell, found through SHELL or /bin/sh, runs as code. */
export function runText(
  walker: InvocationWalker,
  invocation: ExpandedCommand,
  word: CommandWord | null | undefined,
): void {
  if (word?.text == null) walker.unresolved('text', 'text that is run is only known at run time', invocation.span)
  else walker.runProcess(word.text, 'posix', invocation, [])
}
