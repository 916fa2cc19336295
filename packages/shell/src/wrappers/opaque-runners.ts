import type { CommandWord } from '../model/analysis.ts'
import { type ExpandedCommand, type InvocationWalker, invokeInner } from '../model/invocation.ts'
import type { ShellState } from '../model/state.ts'
import { inputText } from './input-text.ts'
import { type OpaqueRow, opaqueTable } from './opaque.ts'
import { takeAssignments } from './unwrap.ts'

/** The parts of an opaque wrapper's words, as far as they are known. */
interface Parts {
  readonly values: readonly (readonly [option: string, value: CommandWord])[]
  readonly operands: readonly CommandWord[]
  /** False where the subcommand that starts something is not there. */
  readonly starts: boolean
}

/** Records what an opaque wrapper names, for the rules that deny it, and says that more is left open. */
export function runOpaque(
  walker: InvocationWalker,
  state: ShellState,
  invocation: ExpandedCommand,
  row: OpaqueRow | undefined,
): void {
  const { words, span } = invocation
  if (row === undefined || (words.length === 2 && /^--(?:help|version)$/.test(words[1]?.text ?? ''))) return
  const { values, operands, starts } = readParts(words, row)
  if (!starts) return
  const text = (code: string) => walker.runProcess(code, 'bash', invocation, [])
  const list = (names: string | undefined) => names?.split(' ') ?? []
  for (const [option, value] of values) {
    if (value.text !== null && list(row.texts).includes(option)) text(shellPart(value.text))
  }
  const program = values.find(([option]) => list(row.programs).includes(option))?.[1]
  const behind = row.dashes === true ? words.findIndex((word) => word.text === '--') : -1
  const own = behind < 0 ? operands.slice(row.operands ?? 0) : words.slice(behind + 1)
  const command = program === undefined ? own : [program, ...own]
  finding(
    walker,
    state,
    { ...invocation, directory: null },
    command,
    program === undefined ? row : { ...row, command: 'words' },
    text,
  )
  // A remote shell without a command reads its input.
  if (own.length === 0 && row.command === 'joined') {
    const code = inputText(invocation)
    if (code !== null) text(code)
  }
  if (row.transparent !== true) {
    const name = words[0]?.text ?? ''
    walker.unresolved('wrapper', `what ${name.slice(name.lastIndexOf('/') + 1)} runs is not analysed`, span)
  }
}

function finding(
  walker: InvocationWalker,
  state: ShellState,
  invocation: ExpandedCommand,
  command: readonly CommandWord[],
  { command: kind = 'words', assigns }: OpaqueRow,
  text: (code: string) => void,
): void {
  const [first] = command
  if (first === undefined || kind === 'none') return
  const texts = command.map((word) => word.text)
  if (kind === 'texts') {
    for (const code of texts) if (code !== null) text(code)
    return
  }
  if (kind === 'joined' && !texts.includes(null)) return text(texts.join(' '))
  if (kind === 'shell')
    return invokeInner(walker, state, invocation, [{ ...first, text: 'bash', prefix: 'bash' }, ...command])
  const found = assigns === true ? takeAssignments(walker, { ...invocation, words: command }, 0) : null
  const inner = found === null ? command : command.slice(found.next)
  if (inner.length === 0) return
  // `hyperfine 'rm x'` and the like: one word with blanks is text for a shell.
  if (inner.length === 1 && first.text !== null && /\s/.test(first.text)) return text(first.text)
  invokeInner(walker, state, invocation, inner, found === null ? {} : { environment: found.environment })
}

function readParts(words: readonly CommandWord[], row: OpaqueRow): Parts {
  const valued = new Set(row.valued.split(' '))
  const texts = row.texts?.split(' ') ?? []
  const pairs = row.pairs?.split(' ') ?? []
  const subcommands = row.subcommands?.split(' ') ?? []
  const values: (readonly [string, CommandWord])[] = []
  const operands: CommandWord[] = []
  const own = row.operands ?? 0
  let starts = subcommands.length === 0
  for (let index = 1; index < words.length; index++) {
    const word = words[index] as CommandWord
    const { text } = word
    const next = words[index + 1]
    // An option with code counts wherever it stands.
    if (text !== null && texts.includes(text) && next !== undefined) values.push([text, next])
    if (operands.length > own) {
      operands.push(word)
      continue
    }
    if (text === '--' && row.dashes !== true) {
      if (operands.length < own) continue
      operands.push(...words.slice(index + 1))
      break
    }
    // `-1d` is a time.
    if (text === null || !/^-./.test(text) || /^-\d+[^\d]/.test(text)) {
      if (!starts && operands.length === 0) {
        // Groups of subcommands: `docker compose exec`, `docker container run`.
        starts = text !== null && subcommands.includes(text)
        if (!starts && text !== 'compose' && text !== 'container' && text !== 'image') break
      } else operands.push(word)
      continue
    }
    if (pairs.includes(text)) {
      index += 2
      continue
    }
    const equals = text.indexOf('=')
    const name = equals < 0 ? text : text.slice(0, equals)
    if (equals > 0) values.push([name, { ...word, text: text.slice(equals + 1), prefix: text.slice(equals + 1) }])
    else if (takesNext(text, valued) && next !== undefined) {
      values.push([text, next])
      index++
    }
  }
  return { values, operands, starts }
}

/** `-u bob`, and the last letter of a cluster: `-iu bob`. */
function takesNext(text: string, valued: ReadonlySet<string>): boolean {
  if (valued.has(text)) return true
  if (!/^-[A-Za-z]{2,}$/.test(text)) return false
  for (let at = 1; at < text.length; at++) if (valued.has(`-${text.charAt(at)}`)) return at === text.length - 1
  return false
}

/** Commands of gdb(1) and lldb that run a shell: `shell rm x`, `!rm x`. */
const shellPart = (text: string) => text.replace(/^\s*(?:platform shell|shell|!)\s*/, '')

/** Programs whose way of running others is not looked through, by the last part of their name. */
export function opaqueRunners() {
  return Object.fromEntries(
    Object.entries(opaqueTable()).map(([name, row]) => [
      name,
      (walker: InvocationWalker, state: ShellState, invocation: ExpandedCommand) =>
        runOpaque(walker, state, invocation, row),
    ]),
  )
}
