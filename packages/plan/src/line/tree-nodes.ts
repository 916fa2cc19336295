import type {
  ArrayElement,
  Assignment,
  CaseClause,
  Command,
  Condition,
  Pipeline,
  Redirection,
  Script,
  Span,
  Statement,
  Word,
  WordPart,
} from '@poundlock/shell'

/** Any node of a syntax tree. */
export type TreeNode =
  | Script
  | Statement
  | Pipeline
  | Command
  | CaseClause
  | Condition
  | Redirection
  | Assignment
  | ArrayElement
  | Word
  | WordPart

/** Every node of a tree, the outer ones first, in the order of the text. */
export function nodesOf(tree: TreeNode): readonly TreeNode[] {
  const found: TreeNode[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) visit(one)
      return
    }
    if ('type' in value) found.push(value as TreeNode)
    for (const one of Object.values(value)) if (typeof one === 'object') visit(one)
  }
  visit(tree)
  return found
}

/** The text of a word in which nothing is expanded, without its quotes; `null` where something is. */
export function literalText({ parts }: Pick<Word, 'parts'>): string | null {
  let text = ''
  for (const part of parts) {
    const piece = part.type === 'double' ? literalText(part) : 'text' in part ? part.text : null
    if (piece === null) return null
    text += piece
  }
  return text
}

/** The one part that a word consists of, within its quotes. */
export function onlyPart({ parts }: Pick<Word, 'parts'>): WordPart | null {
  const [part] = parts
  if (part === undefined || parts.length > 1) return null
  return part.type === 'double' ? onlyPart(part) : part
}

/** The key of a place in the text. */
export const spanKey = (start: number, end: number) => `${start} ${end}`

export const keyOf = ([start, end]: Span) => spanKey(start, end)
