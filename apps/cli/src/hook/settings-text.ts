import { isDeepStrictEqual } from 'node:util'
import { appendToList, readValue, removeFromList, setValue, UneditableText } from '@poundlock/config'

const MARK = '\uFEFF'

/** Works on a text without its byte order mark, which stays. */
const behindMark = (text: string, edit: (text: string) => string) =>
  text.startsWith(MARK) ? MARK + edit(text.slice(1)) : edit(text)

/** Adds an entry to the end of a list of settings; every other byte stays. */
export const addEntry = (text: string, list: readonly string[], entry: unknown): string =>
  behindMark(text, (plain) => appendToList(plain, list, entry))

/** The entries of a list for which this holds. */
export function entriesOf(
  text: string,
  list: readonly string[],
  fits: (entry: unknown) => boolean,
): readonly unknown[] {
  const found = readValue(text.replace(MARK, ''), list)
  return Array.isArray(found) ? found.filter(fits) : []
}

export interface Removal {
  readonly text: string
  readonly list: readonly string[]
  readonly fits: (entry: unknown) => boolean
  /** As the text was before the entry was added; `null` where there was no file. */
  readonly original: string | null
  /** The text that the entry was added to where there was no file. */
  readonly empty: string
  /** The added entry, for a text that cannot be parsed any more. */
  readonly entry: unknown
}

/**
 * Removes the added entries. An unedited text becomes the previous one, `null` for no file. In an edited one the added
 * text is cut out byte for byte where it is unchanged; else entry by entry.
 *
 * @throws UneditableText when the text cannot be parsed and the added text is not found in it
 */
export function removeEntry({ text, list, fits, original, empty, entry }: Removal): string | null {
  let found: readonly unknown[]
  try {
    found = entriesOf(text, list, fits)
  } catch (error) {
    const left = original === null ? null : cutOut(text, original, addEntry(original, list, entry))
    if (left === null) throw error
    return left
  }
  if (found.length === 0) return text
  const plain = behindMark(text, (body) => removeOneByOne(body, list, fits, original?.replace(MARK, '') ?? null))
  if (found.length > 1) return plain
  const added = addEntry(original ?? empty, list, found[0])
  if (added === text) return original
  const cut = cutOut(text, original ?? empty, added)
  return cut !== null && saysTheSame(cut, plain) ? cut : plain
}

/** Undoes a change of one text in another, where the added text occurs exactly once. */
function cutOut(text: string, before: string, after: string): string | null {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const added = after.slice(start, after.length - end)
  const at = text.indexOf(added)
  if (added.trim() === '' || at < 0 || at !== text.lastIndexOf(added)) return null
  return text.slice(0, at) + before.slice(start, before.length - end) + text.slice(at + added.length)
}

const isEmptyObject = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Both hold the same values, and the first is read wherever the second is. */
function saysTheSame(cut: string, plain: string): boolean {
  const [one, other] = [cut, plain].map((text) => text.replace(MARK, ''))
  try {
    if (isPlainJson(other!) && !isPlainJson(one!)) return false
    return isDeepStrictEqual(readValue(one!, []) ?? {}, readValue(other!, []) ?? {})
  } catch (error) {
    if (error instanceof UneditableText) return false
    throw error
  }
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Leaves the list and the objects around it where they were there before, and nowhere else. */
function removeOneByOne(
  text: string,
  list: readonly string[],
  fits: (entry: unknown) => boolean,
  original: string | null,
): string {
  let left = removeFromList(text, list, fits)
  if (original === null) return left
  const wasThere = (path: readonly string[]) => readValue(original, path) !== undefined
  if (readValue(left, list) === undefined && wasThere(list)) left = setValue(left, list, [])
  for (let length = list.length - 1; length > 0; length--) {
    const path = list.slice(0, length)
    if (isEmptyObject(readValue(left, path)) && !wasThere(path)) left = setValue(left, path, undefined)
  }
  return left
}
