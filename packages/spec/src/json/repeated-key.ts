const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const COLON = 0x3a

/** So many keys of an object are looked through one by one; more are kept in a set. */
const FEW = 8

/** The keys of one object so far; a list of values has none. */
interface Keys {
  few: string[]
  many: Set<string> | null
}

/**
 * A key that stands twice in one object of a valid text of JSON; `null` where none does. `"\u0063ommand"` is the key
 * `command`. Readers differ in which of the two counts (RFC 8259, 4), so that the one who wrote it, the one who decides
 * and the one who acts may each mean another value.
 */
export function repeatedKey(text: string): string | null {
  const open: (Keys | null)[] = []
  let last: string | null = null
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at)
        last = text.slice(at + 1, end)
        at = end
        break
      }
      case COLON: {
        const keys = open.at(-1)
        if (keys && last !== null) {
          const key = last.includes('\\') ? (JSON.parse(`"${last}"`) as string) : last
          if (!add(keys, key)) return key
        }
        last = null
        break
      }
      case OPEN_OBJECT:
        open.push({ few: [], many: null })
        break
      case OPEN_LIST:
        open.push(null)
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop()
        break
    }
  }
  return null
}

/** Where the string ends that begins at a quote: an even number of backslashes stands before its other one. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
    end = text.indexOf('"', end + 1)
  }
  return text.length
}

/** False where it was there already. */
function add(keys: Keys, key: string): boolean {
  if (keys.many) {
    if (keys.many.has(key)) return false
    keys.many.add(key)
    return true
  }
  if (keys.few.includes(key)) return false
  keys.few.push(key)
  if (keys.few.length > FEW) keys.many = new Set(keys.few)
  return true
}
