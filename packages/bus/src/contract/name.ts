import { BusError } from './bus-error.ts'

/**
 * Names a service, a key or a log: the space, then words. The space is chosen by the program (`runs`): up to 32 lower-case
 * letters, digits and hyphens, beginning with a letter. A word can be any text, such as the id of a node: it is encoded,
 * so that nothing in it is a wildcard or a separator.
 */
export type Name = readonly [space: string, ...words: string[]]

/** One log, or every log whose name begins with these words and has more. */
export type LogTarget = { readonly log: Name } | { readonly logs: Name }

/** One key or log, or all whose names begin with these words and have more. */
export type NameTarget = { readonly key: Name } | { readonly keys: Name } | LogTarget

/** A target, read. */
export interface Selection {
  readonly kind: 'key' | 'log'
  readonly space: string
  /** The encoded name; the name of a space alone is empty. */
  readonly path: string
  /** True for everything below the path and not the path itself, false for the path alone. */
  readonly below: boolean
}

const MAX_WORDS = 16
const MAX_PATH = 1000
const SPACE = /^[a-z][a-z0-9-]{0,31}$/

/**
 * The words of a name as one text of letters, digits, `-`, `_`, `=` and `.` between words. Two names never give the same
 * text.
 *
 * @throws BusError `INVALID_NAME`
 */
export function encodeName([space, ...words]: Name): string {
  if (!SPACE.test(space)) throw invalid('the space needs 1 to 32 of a-z, 0-9 and -, and begins with a letter')
  if (words.length > MAX_WORDS) throw invalid(`it has ${words.length} words, more than ${MAX_WORDS}`)
  const path = words.map(encodeWord).join('.')
  if (path.length > MAX_PATH) throw invalid(`it is longer than ${MAX_PATH} bytes when encoded`)
  return path
}

/** The name that `encodeName` made this of; `null` for what it makes of none. */
export function decodeName(space: string, path: string): Name | null {
  const words = path === '' ? [] : path.split('.').map(decodeWord)
  return words.every((word) => word !== null) ? [space, ...words] : null
}

/** @throws BusError `INVALID_NAME` */
export function readTarget(target: NameTarget): Selection {
  if ('key' in target) return selection('key', target.key, false)
  if ('keys' in target) return selection('key', target.keys, true)
  if ('log' in target) return selection('log', target.log, false)
  return selection('log', target.logs, true)
}

function selection(kind: Selection['kind'], name: Name, below: boolean): Selection {
  const path = encodeName(name)
  if (!below && path === '') throw invalid('a key and a log have at least one word after the space')
  return { kind, space: name[0], path, below }
}

function encodeWord(word: string): string {
  if (word === '') throw invalid('a word is empty')
  if (!word.isWellFormed()) throw invalid('a word has half of a surrogate pair')
  if (/^[A-Za-z0-9_-]+$/.test(word)) return word
  let encoded = ''
  for (const byte of Buffer.from(word)) {
    const character = String.fromCharCode(byte)
    encoded += /[A-Za-z0-9_-]/.test(character) ? character : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return encoded
}

function decodeWord(encoded: string): string | null {
  if (!/^(?:[A-Za-z0-9_-]|=[0-9A-F]{2})+$/.test(encoded)) return null
  const bytes = Buffer.from(
    encoded.replaceAll(/=(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  const word = bytes.toString('utf8')
  return Buffer.from(word).equals(bytes) && encodeWord(word) === encoded ? word : null
}

const invalid = (problem: string) =>
  new BusError(`Invalid name: ${problem}.`, {
    code: 'INVALID_NAME',
    remedy: 'Name a space and up to 16 words of text; hash what is longer.',
  })
