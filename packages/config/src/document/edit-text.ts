import { applyEdits, modify, parseTree, getNodeValue, findNodeAtLocation, type ParseError } from 'jsonc-parser'

/** Settings of somebody else that cannot be edited: they are not what they were expected to be. */
export class UneditableText extends Error {
  override readonly name = 'UneditableText'
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } }

/**
 * Adds a value to the end of a list in a JSON text, with comments allowed; every other byte stays as it is. The list is
 * made where there is none.
 *
 * @throws UneditableText when the text is no JSON object, or something else stands where the list should be
 */
export function appendToList(text: string, path: readonly string[], value: unknown): string {
  const list = listAt(text, path)
  const source = text.trim() === '' ? '{}\n' : text
  const edits =
    list === null
      ? modify(source, [...path], [value], FORMAT)
      : modify(source, [...path, list.length], value, { ...FORMAT, isArrayInsertion: true })
  return applyEdits(source, edits)
}

/** Removes the entries of a list that fit; the list too, when nothing is left of it. */
export function removeFromList(text: string, path: readonly string[], fits: (entry: unknown) => boolean): string {
  let edited = text
  for (let list = listAt(edited, path); list?.some(fits); list = listAt(edited, path)) {
    const place = list.length === 1 ? [...path] : [...path, list.findIndex(fits)]
    edited = applyEdits(edited, modify(edited, place, undefined, FORMAT))
  }
  return edited
}

/**
 * Sets a value in a JSON text, with comments allowed, or with `undefined` removes it; every other byte stays as it is.
 *
 * @throws UneditableText when the text is no JSON object, or something else stands on the way
 */
export function setValue(text: string, path: readonly string[], value: unknown): string {
  const source = text.trim() === '' ? '{}\n' : text
  const errors: ParseError[] = []
  const root = parseTree(source, errors, { allowTrailingComma: true })
  if (errors.length > 0 || root?.type !== 'object') throw new UneditableText('is no JSON object')
  for (let length = 1; length < path.length; length++) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    if (node && node.type !== 'object') throw new UneditableText(`has no object at ${path.slice(0, length).join('.')}`)
  }
  return applyEdits(source, modify(source, [...path], value, FORMAT))
}

function listAt(text: string, path: readonly string[]): readonly unknown[] | null {
  if (text.trim() === '') return null
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || root?.type !== 'object') throw new UneditableText('is no JSON object')
  for (let length = 1; length <= path.length; length++) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    if (!node) return null
    const wanted = length === path.length ? 'array' : 'object'
    if (node.type !== wanted) throw new UneditableText(`has no ${wanted} at ${path.slice(0, length).join('.')}`)
  }
  const node = findNodeAtLocation(root, [...path])
  return node ? (getNodeValue(node) as unknown[]) : null
}
