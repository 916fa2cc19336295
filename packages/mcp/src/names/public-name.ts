import { createHash } from 'node:crypto'

/** What every provider takes as the name of a tool. */
const LONGEST_NAME = 64
const LONGEST_SERVER = 20
const PREFIX = 'mcp__'
const SEPARATOR = '__'

/** Characters that no reader takes for others, and no two underscores in a row, since those part server and tool. */
const SAFE = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_))*$/
/** The end of a hashed name; it begins with a digit, so that words such as `_entities` do not match. */
const LOOKS_HASHED = /_\d[a-z0-9]{7}$/
const HASHES = 10 * 36 ** 7

/**
 * The name of a server's tool for models: `mcp__<server>__<tool>`, at most 64 of `[a-zA-Z0-9_-]`. Safe names are
 * unchanged; others are shortened to a readable part with a part of their SHA-256, so that no two raw pairs share a
 * name.
 */
export function publicToolName(server: string, tool: string): string {
  const start = publicServerPrefix(server)
  return start + namePart(tool, LONGEST_NAME - start.length)
}

/** What the names of all tools of a server begin with. */
export function publicServerPrefix(server: string): string {
  return PREFIX + namePart(server, LONGEST_SERVER) + SEPARATOR
}

/** A raw name as a part of a public one: itself where it is safe and fits, else readable characters and a hash. */
export function namePart(raw: string, longest: number): string {
  if (raw.length <= longest && SAFE.test(raw) && !raw.endsWith('_') && !LOOKS_HASHED.test(raw)) return raw
  const slug = raw
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^[_-]+/, '')
    .slice(0, longest - 9)
    .replace(/[_-]+$/, '')
  return `${slug === '' ? 'x' : slug}_${hashPart(raw)}`
}

/** Eight characters, the first a digit. Lone surrogates are hashed apart: UTF-8 would make them all alike. */
function hashPart(raw: string): string {
  const digest = createHash('sha256')
    .update(raw, raw.isWellFormed() ? 'utf8' : 'utf16le')
    .digest()
  const value = Number(digest.readBigUInt64BE() % BigInt(HASHES))
  return `${Math.floor(value / 36 ** 7)}${(value % 36 ** 7).toString(36).padStart(7, '0')}`
}
