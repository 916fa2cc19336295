import { parseShell, type Script, type Span, type Word, type WordPart } from '@poundlock/shell'

/** Something in a line that may name a file. */
export interface LineName {
  readonly text: string
  /** The word that it stands in. */
  readonly span: Span
}

/** What the words of a line may name, and the folders that it looks for programs in. */
export interface LineNames {
  readonly names: readonly LineName[]
  /** The values of `PATH` that it sets, in pieces. */
  readonly programFolders: readonly string[]
}

/** Variables of which the value is known. */
export type KnownVariables = Readonly<Record<string, string>>

const MAX_NAMES = 16_384
const MAX_TEXT_DEPTH = 3
/** What stands between names where a text is code of whatever language. */
const BETWEEN = /[\s'"`()[\]{};,<>|&$=:!]+/

/**
 * Lists what every word of a syntax tree may name, wherever it stands: in functions, assignments, redirections,
 * substitutions, and in words that are code themselves. What is only known at run time ends one name and begins another:
 * `"$dir/x.sh"` names `/x.sh`.
 */
export function lineNames(tree: Script, known: KnownVariables): LineNames {
  const names = new Map<string, LineName>()
  const programFolders = new Set<string>()
  const add = (text: string, span: Span): void => {
    if (text !== '' && !text.includes('\0') && names.size < MAX_NAMES) names.set(`${span[0]} ${text}`, { text, span })
  }
  const visit = (node: unknown, within: Span | null, depth: number): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const one of node) visit(one, within, depth)
      return
    }
    const { type } = node as { type?: string }
    if (type === 'word') {
      const word = node as Word
      const span = within ?? ([word.start, word.end] as const)
      for (const text of piecesOf(word.parts, known)) {
        add(text, span)
        if (!BETWEEN.test(text)) continue
        for (const token of text.split(BETWEEN)) add(token, span)
        const inner = depth < MAX_TEXT_DEPTH && /[\s;|&]/.test(text) ? parseShell(text) : null
        if (inner?.ok) visit(inner.tree, span, depth + 1)
      }
    }
    if (type === 'assignment') {
      const { name, value } = node as { name: string; value: Word }
      const pieces = name === 'PATH' ? piecesOf(value.parts, known) : []
      for (const piece of pieces) for (const folder of piece.split(':')) if (folder !== '') programFolders.add(folder)
    }
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value, within, depth)
  }
  visit(tree, null, 0)
  return { names: [...names.values()], programFolders: [...programFolders] }
}

/** The names in a text that nobody reads as shell: code in another language, or a line that was refused. */
export const textNames = (text: string): readonly LineName[] =>
  [...new Set(text.slice(0, 65_536).split(BETWEEN))]
    .filter((token) => token !== '')
    .slice(0, MAX_NAMES)
    .map((token) => ({ text: token, span: [0, text.length] }))

/** A word as it may name files: whole, the value of `--option=file` and `-ofile`, `@file`, and each of `a:b,c`. */
export function spellings({ text }: Pick<LineName, 'text'>): readonly string[] {
  if (text.length > 4096) return []
  const found = new Set([text])
  const value = /^-[^=]*=(.+)$/s.exec(text)?.[1]
  if (value !== undefined) found.add(value)
  if (/^-[A-Za-z]./.test(text)) found.add(text.slice(2))
  if (text.startsWith('@')) found.add(text.slice(1))
  // Behind what is only known at run time.
  if (text.startsWith('/')) found.add(text.slice(1))
  if (/[:,=]/.test(text)) for (const part of text.split(/[:,=]/)) found.add(part)
  found.delete('')
  return [...found]
}

/** What is known of a word: one piece, or what stands before, between and behind what is only known at run time. */
function piecesOf(parts: readonly WordPart[], known: KnownVariables): readonly string[] {
  const pieces: string[] = []
  let text = ''
  const end = () => {
    if (text !== '') pieces.push(text)
    text = ''
  }
  const read = (inside: readonly WordPart[]): void => {
    for (const part of inside) {
      if (part.type === 'double') read(part.parts)
      else if ('text' in part) text += part.text
      else if (part.type === 'parameter' && part.operator === null && Object.hasOwn(known, part.name)) {
        text += known[part.name]!
      } else if (part.type === 'extended-glob') text += '*'
      else end()
    }
  }
  read(parts)
  end()
  return pieces
}
