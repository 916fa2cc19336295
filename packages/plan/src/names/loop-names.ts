import type { Word } from '@poundlock/shell'
import type { CommandWord } from '@poundlock/shell/analysis'
import type { LineTree } from '../line/line-tree.ts'
import { literalText } from '../line/tree-nodes.ts'
import { isPlain } from './handing.ts'
import { settersOf } from './variable-setters.ts'

/** What a variable stands for within a loop: some name that a pattern or a list of names says. */
interface LoopName {
  readonly name: string
  readonly start: number
  readonly end: number
  /** A pattern that fits all that it can be. */
  readonly pattern: string
  readonly endsInSlash: boolean
  /** Names as they are written, which the shell neither splits nor expands where no quotes stand around them. */
  readonly isLiteral: boolean
}

/** Names and patterns below the folder, none of them hidden. */
const PLAIN = /^(?:\.\/)?[\w*?@+,=][\w.*?@+,=-]*(?:\/[\w*?@+,=][\w.*?@+,=-]*)*\/?$/

/** Of a line with more nothing is said. */
const MAX_LOOPS = 64

/**
 * The variables of loops over patterns and names that are written out: `for f in src/*.ts; do head "$f"; done` reads what
 * `head src/*.ts` reads. Where anything else of the line may set such a variable, nothing is said of it.
 */
export function loopNames(line: LineTree): readonly LoopName[] {
  if (!line.text.includes('for')) return []
  const loops = line.nodes.flatMap((node) => (node.type === 'for' ? [node] : []))
  if (loops.length > MAX_LOOPS) return []
  return loops.flatMap((node) => {
    const setters = settersOf(node.name, line)
    if (setters === null || setters.loops.length !== 1 || setters.reads.length > 0) return []
    const words = (node.words ?? []).map(plainName)
    if (words.length === 0 || words.includes(null)) return []
    const [first = ''] = words
    const pattern = words.length === 1 && /[*?]/.test(first ?? '') ? first! : './*'
    const endsInSlash = words.some((word) => word!.endsWith('/'))
    const isLiteral = !words.some((word) => /[*? ]/.test(word!)) && !line.text.includes('IFS')
    return [{ name: node.name, start: node.start, end: node.end, pattern, endsInSlash, isLiteral }]
  })
}

/** A name or a pattern; in quotes, names with blanks between them: `"func main"`. */
function plainName(word: Word): string | null {
  const text = literalText(word)
  if (text === null) return null
  if (word.parts.length === 1 && word.parts[0]?.type === 'literal') return PLAIN.test(text) ? text : null
  return text.split(' ').every((part) => PLAIN.test(part) && !/[*?]/.test(part)) ? text : null
}

/**
 * The word as the pattern that it stands for, where it is such a variable in quotes: `"$f"`, `"packages/$d/package.json"`.
 * Without quotes, a name that may hold blanks would be split: `$f`, `src/$f/*.ts` only for names that are written out.
 */
export function asPattern(word: CommandWord, loops: readonly LoopName[], line: LineTree): CommandWord {
  if (word.text !== null || word.pattern !== null) return word
  const written = line.wordAt(word.span)?.parts ?? []
  const isQuoted = written.length === 1 && written[0]?.type === 'double'
  const parts = isQuoted && written[0]?.type === 'double' ? written[0].parts : written
  const at = parts.findIndex(({ type }) => type === 'parameter')
  const variable = parts[at]
  if (variable?.type !== 'parameter' || !isPlain(variable)) return word
  const folder = literalText({ parts: parts.slice(0, at) })
  const rest = literalText({ parts: parts.slice(at + 1) })
  if (folder === null || rest === null || !FOLDER.test(folder)) return word
  if (!(isQuoted ? REST : OPEN_REST).test(rest)) return word
  if (word.prefix !== folder || `${folder} ${rest}`.includes('..')) return word
  const loop = loops.find((entry) => {
    const isWithin = word.span[0] > entry.start && word.span[1] < entry.end
    return entry.name === variable.name && isWithin && (isQuoted || entry.isLiteral)
  })
  // Behind a name that ends in a slash, a dot begins a hidden one.
  if (loop === undefined || (rest.startsWith('.') && loop.endsInSlash)) return word
  return { ...word, pattern: `${folder}${loop.pattern}${rest}` }
}

/** What may stand before and behind such a variable: nothing that a pattern reads otherwise. */
const FOLDER = /^(?:[\w@./][\w@./-]*\/)?$/
const REST = /^(?:[./][\w@./-]*|\w[\w@./-]*)?$/
const OPEN_REST = /^(?:[./*?][\w@./*?-]*|\w[\w@./*?-]*)?$/
