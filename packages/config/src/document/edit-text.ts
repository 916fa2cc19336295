import {
  applyEdits,
  modify,
  parseTree,
  getNodeValue,
  findNodeAtLocation,
  type Node,
  type ParseError,
} from 'jsonc-parser'

/** Foreign settings that cannot be edited, since they do not have the expected form. */
export class UneditableText extends Error {
  override readonly name = 'UneditableText'
}

/** What is added ends its lines as the text does. */
const formatOf = (text: string) => ({
  formattingOptions: { insertSpaces: true, tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' },
})

/**
 * Adds a value to the end of a list in a JSON text, with comments allowed; every other byte stays as it is. The list is
 * made where there is none.
 *
 * @throws UneditableText when the text is not a JSON object, or something else stands where the list should be
 */
export function appendToList(text: string, path: readonly string[], value: unknown): string {
  const list = listAt(text, path)
  const source = text.trim() === '' ? '{}\n' : text
  const [edit] =
    list === null
      ? modify(source, [...path], [value], {})
      : modify(source, [...path, list.length], value, { isArrayInsertion: true })
  const { offset, length, content } = edit!
  return source.slice(0, offset) + laidOut(source, containerAt(source, path), content) + source.slice(offset + length)
}

/** The innermost object or list on the way to a value. */
function containerAt(source: string, path: readonly string[]): Node {
  const root = parseTree(source, [], { allowTrailingComma: true })!
  const found = path.map((_, index) => findNodeAtLocation(root, path.slice(0, index + 1)))
  return found.findLast((node) => node !== undefined) ?? root
}

/**
 * What is put at the end of an object or a list, laid out as what stands there: in a line of its own, at the same margin,
 * or in the same line.
 */
function laidOut(source: string, { offset: start, children = [] }: Node, content: string): string {
  const [, comma = '', member = ''] = /^(,?)(.*)$/s.exec(content)!
  const value: unknown = JSON.parse(/^"(?:[^"\\]|\\.)*":/.test(member) ? `{${member}}` : `[${member}]`)
  const last = children.at(-1)
  const from = children.at(-2) ?? { offset: start, length: 1 }
  if (last && !source.slice(from.offset + from.length, last.offset).includes('\n')) {
    return `${comma} ${JSON.stringify(value).slice(1, -1)}`
  }
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  const step = /^\t/m.test(source) ? '\t' : '  '
  const outer = marginAt(source, start)
  const margin = last ? marginAt(source, last.offset) : outer + step
  const lines = JSON.stringify(value, null, step).split('\n').slice(1, -1)
  const below = lines.map((line) => eol + margin + line.slice(step.length)).join('')
  return comma + below + (last ? '' : eol + outer)
}

/** The blanks at the start of the line that an offset is in. */
const marginAt = (source: string, offset: number) =>
  /^[ \t]*/.exec(source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset))![0]

/** Removes the entries of a list that fit; the list too, when nothing is left of it. */
export function removeFromList(text: string, path: readonly string[], fits: (entry: unknown) => boolean): string {
  let edited = text
  for (let list = listAt(edited, path); list?.some(fits); list = listAt(edited, path)) {
    edited =
      list.length === 1
        ? applyEdits(edited, modify(edited, [...path], undefined, {}))
        : withoutEntry(edited, path, list.findIndex(fits))
  }
  return edited
}

/** One of several entries, with the comma before it; jsonc-parser 3.3 cuts the last one short. */
function withoutEntry(text: string, path: readonly string[], index: number): string {
  const { children = [] } = containerAt(text, path)
  const [before, entry, after] = [children[index - 1], children[index]!, children[index + 1]]
  const start = before ? before.offset + before.length : entry.offset
  const end = before || !after ? entry.offset + entry.length : after.offset
  return text.slice(0, start) + text.slice(end)
}

/**
 * Sets a value in a JSON text, with comments allowed, or with `undefined` removes it; every other byte stays as it is.
 *
 * @throws UneditableText when the text is not a JSON object, or something else stands on the way
 */
export function setValue(text: string, path: readonly string[], value: unknown): string {
  const source = text.trim() === '' ? '{}\n' : text
  const errors: ParseError[] = []
  const root = parseTree(source, errors, { allowTrailingComma: true })
  if (errors.length > 0 || root?.type !== 'object') throw new UneditableText('is not a JSON object')
  refuseRepeatedKeys(root, path)
  for (let length = 1; length < path.length; length++) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    if (node && node.type !== 'object') throw new UneditableText(`has no object at ${path.slice(0, length).join('.')}`)
  }
  return applyEdits(source, modify(source, [...path], value, formatOf(source)))
}

/** Of two values of one key, the one who reads the settings may take the other than was edited. */
function refuseRepeatedKeys(root: Node, path: readonly string[]): void {
  let node: Node | undefined = root
  for (const [index, key] of path.entries()) {
    if (node?.type !== 'object') return
    const found: readonly Node[] = (node.children ?? []).filter(({ children }) => children?.[0]?.value === key)
    if (found.length > 1) throw new UneditableText(`has the key ${path.slice(0, index + 1).join('.')} twice`)
    node = found[0]?.children?.[1]
  }
}

/**
 * A value in a JSON text, with comments allowed; `undefined` where there is none.
 *
 * @throws UneditableText when the text is not a JSON object
 */
export function readValue(text: string, path: readonly string[]): unknown {
  if (text.trim() === '') return undefined
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || root?.type !== 'object') throw new UneditableText('is not a JSON object')
  const node = findNodeAtLocation(root, [...path])
  return node ? (getNodeValue(node) as unknown) : undefined
}

function listAt(text: string, path: readonly string[]): readonly unknown[] | null {
  if (text.trim() === '') return null
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || root?.type !== 'object') throw new UneditableText('is not a JSON object')
  refuseRepeatedKeys(root, path)
  for (let length = 1; length <= path.length; length++) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    if (!node) return null
    const wanted = length === path.length ? 'array' : 'object'
    if (node.type !== wanted) throw new UneditableText(`has no ${wanted} at ${path.slice(0, length).join('.')}`)
  }
  const node = findNodeAtLocation(root, [...path])
  return node ? (getNodeValue(node) as unknown[]) : null
}
