import { parseShell } from '@poundlock/shell'

/** What a piece of a command line is: what runs, what it is given, or what only the shell will know. */
export type TokenKind = 'plain' | 'program' | 'data' | 'runtime'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

const KINDS: readonly TokenKind[] = ['plain', 'program', 'data', 'runtime']
const DATA = KINDS.indexOf('data')
/** Parts of a word whose value is only known when the line runs. */
const RUNTIME = new Set(['parameter', 'command', 'process', 'arithmetic', 'extended-glob'])
/** More pieces make the page slow, and the command no easier to read. */
const MOST_TOKENS = 2000
/** Names of files that the shell looks for. */
const GLOB = /[*?[]/

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/**
 * A command line in pieces, by our own parser of shells. The pieces together are the text again. A line that cannot be read
 * is one plain piece, and so is one of thousands of pieces.
 */
export function highlight(text: string): readonly Token[] {
  const parsed = parseShell(text)
  if (!parsed.ok) return [{ kind: 'plain', text }]
  const kinds = new Uint8Array(text.length)
  paintNode(parsed.tree, kinds)
  joinBlanks(text, kinds)
  const tokens: Token[] = []
  for (let start = 0; start < text.length;) {
    let end = start + 1
    while (end < text.length && kinds[end] === kinds[start]) end++
    tokens.push({ kind: KINDS[kinds[start]!]!, text: text.slice(start, end) })
    start = end
    if (tokens.length > MOST_TOKENS) return [{ kind: 'plain', text }]
  }
  return tokens
}

/** Blanks between two words of data belong to them. */
function joinBlanks(text: string, kinds: Uint8Array): void {
  for (const { index, 0: blanks } of text.matchAll(/ +/g)) {
    const before = kinds[index - 1]
    const end = index + blanks.length
    if (before === DATA && kinds[end] === DATA) kinds.fill(before, index, end)
  }
}

function paintNode(value: unknown, kinds: Uint8Array): void {
  if (Array.isArray(value)) return value.forEach((one) => paintNode(one, kinds))
  if (typeof value !== 'object' || value === null) return
  const node = value as Node
  if (node.type === 'word') paint(node, 'data', kinds)
  else if (RUNTIME.has(node.type)) paint(node, 'runtime', kinds)
  else if (node.type === 'literal' && GLOB.test((value as { text: string }).text)) paint(node, 'runtime', kinds)
  // What runs within a word is shown as what runs.
  for (const child of Object.values(value)) paintNode(child, kinds)
  if (node.type !== 'simple') return
  const [program] = (value as { readonly words: readonly (Node & { readonly parts: readonly Node[] })[] }).words
  if (program?.parts.every((part) => !RUNTIME.has(part.type))) paint(program, 'program', kinds)
}

function paint({ start, end }: Node, kind: TokenKind, kinds: Uint8Array): void {
  kinds.fill(KINDS.indexOf(kind), start, end)
}
