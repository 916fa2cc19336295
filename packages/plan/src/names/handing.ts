import type { ForCommand, ParameterExpansion, Word } from '@poundlock/shell'
import type { CommandWord, ShellCommand } from '@poundlock/shell/analysis'
import type { LineTree } from '../line/line-tree.ts'
import { keyOf, nodesOf, onlyPart } from '../line/tree-nodes.ts'
import { settersOf } from './variable-setters.ts'

/**
 * How names come from one command to another, in the order of what a name can become on the way: `whole`: itself;
 * `lines`: what stands between ends of lines and backslashes; `trimmed`: that without the blanks around it; `split`: what
 * stands between blanks, quotes and patterns.
 */
export type Handing = 'whole' | 'lines' | 'trimmed' | 'split'

const ORDER: readonly Handing[] = ['whole', 'lines', 'trimmed', 'split']

/** Fits a name that does not arrive as it is. xargs(1), bash(1) under Word Splitting and `read` */
export const BREAKS: Readonly<Record<Handing, RegExp | null>> = {
  whole: null,
  lines: /[\r\n\\]/,
  // Without its blanks a name may become a path that leads out, or an option.
  trimmed: /[\r\n\\]|^\s+(?:[/-]|\.\.(?:\/|\s*$))|(?:^|\/)\.\.\s+$/,
  split: /[\s"'\\*?[]/,
}

/** How the names arrive that a command is handed: by each of its words that is only known at run time. */
export function handingOf(command: ShellCommand, line: LineTree): Handing {
  let worst: Handing = 'whole'
  for (const word of command.words) {
    if (word.text !== null || word.pattern !== null) continue
    const handing = handingOfWord(word, command, line)
    if (ORDER.indexOf(handing) > ORDER.indexOf(worst)) worst = handing
  }
  return worst
}

function handingOfWord(word: CommandWord, command: ShellCommand, line: LineTree): Handing {
  const starter = command.wrappers.at(-1)
  const starterWord = starter === undefined ? null : line.wordAt(word.span)
  if (starter !== undefined && (starterWord === null || isPlaceholder(starterWord))) {
    if (starter === 'find' || starter === 'fd') return 'whole'
    return starter === 'xargs' && endsAtZero(command, line) ? 'whole' : 'split'
  }
  const written = line.wordAt(word.span)
  const part = written === null ? null : onlyPart(written)
  if (word.splits || part?.type !== 'parameter' || !isPlain(part)) return 'split'
  return handingOfVariable(part.name, line)
}

/** `"$f"`: as the one loop, or the one `read`, that sets it makes it. */
function handingOfVariable(name: string, line: LineTree): Handing {
  const setters = settersOf(name, line)
  if (setters === null || setters.loops.length + setters.reads.length !== 1) return 'split'
  const [loop] = setters.loops
  if (loop !== undefined) return isWrittenOut(loop) ? 'whole' : 'split'
  const { argv, environment } = setters.reads[0]!
  const options = argv.slice(1).filter((word) => word !== name)
  // Before several names a line is split; `-d` may end it anywhere.
  if (!options.every((word) => word === '-r')) return 'split'
  return environment.some((entry) => entry.name === 'IFS' && entry.value === '') ? 'lines' : 'trimmed'
}

/** Patterns and names; nothing that a command prints. */
const isWrittenOut = ({ words }: ForCommand) =>
  words !== null && words.every((word) => nodesOf(word).every(({ type }) => type !== 'command' && type !== 'parameter'))

/** `$name` and `${name}`. */
export const isPlain = ({ operator, length, indirect, subscript }: ParameterExpansion) =>
  operator === null && !length && !indirect && subscript === null

/** `{}`, as the shell reads it. */
const isPlaceholder = (word: Word) => word.parts.every((part) => 'text' in part)

/** Whether the xargs(1) that starts a command takes names that end in a zero byte; of `-0` and `-d`, the last counts. */
function endsAtZero({ span, wrappers }: ShellCommand, line: LineTree): boolean {
  const xargs = line.commandsAt(span).find(({ name, wrappers: own }) => {
    return name?.split('/').at(-1) === 'xargs' && own.length === wrappers.length - 1
  })
  const options = xargs?.argv.slice(1) ?? []
  let zero = false
  for (const option of options) {
    if (option === null || !option.startsWith('-')) break
    if (/^(?:-r?0r?|--null)$/.test(option)) zero = true
    else if (!/^(?:-[rtx]|-[nPL]\d*|--(?:no-run-if-empty|verbose|exit)|--max-(?:args|procs|lines)=\d+)$/.test(option))
      return false
  }
  return zero
}

/** Whether xargs(1) is told to read names from a file, which nothing in the line has listed. */
export const readsNamesFrom = (command: ShellCommand) =>
  command.name?.split('/').at(-1) === 'xargs' &&
  command.argv.some((word) => word !== null && /^(?:-a|--arg-file)/.test(word))

/** One word that stands for one whole name, or for the names that a command prints. */
export function isHandedName(word: CommandWord, line: LineTree): boolean {
  if (word.prefix !== '') return false
  const written = line.wordAt(word.span)
  if (written === null) return startedByWords(word, line)
  const part = onlyPart(written)
  if (part?.type === 'parameter') return isPlain(part) && /^\w+$/.test(part.name)
  // What is listed in there is a command of the line, and judged with it.
  if (part?.type === 'command') return true
  return isPlaceholder(written) && /^\{\}$/.test(line.text.slice(written.start, written.end).replaceAll(/['"\\]/g, ''))
}

/** What xargs(1) and fd(1) append stands nowhere in the text: its place is that of the whole command. */
const startedByWords = ({ span }: CommandWord, line: LineTree): boolean =>
  line
    .commandsAt(span)
    .some(({ name, wrappers }) => wrappers.length === 0 && /(?:^|\/)(?:xargs|fd)$/.test(name ?? '')) &&
  line.nodes.some((node) => node.type === 'simple' && keyOf([node.start, node.end]) === keyOf(span))
