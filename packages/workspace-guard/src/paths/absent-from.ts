import { lstatSync, readdirSync } from 'node:fs'

/** Of names that are no plain text, a folder may know several ways of writing, as it may of letters. */
const PLAIN = /^[\x20-\x7E]+$/
/** Listing a folder with more entries takes longer than asking for each name. */
const LARGEST_LISTED = 32_768

/**
 * Lists a folder once, and tells which names are certainly missing: most protected paths do not exist, and a check of
 * each takes longer. False means unknown: the folder cannot be listed or is large, or it has an entry with a similar
 * name.
 */
export function absentFrom(folder: string): (name: string) => boolean {
  const names = namesIn(folder)
  return (name) => names !== null && PLAIN.test(name) && !names.has(name.toLowerCase())
}

function namesIn(folder: string): ReadonlySet<string> | null {
  try {
    if (lstatSync(folder).size > LARGEST_LISTED) return null
    const names = readdirSync(folder)
    return names.every((name) => PLAIN.test(name)) ? new Set(names.map((name) => name.toLowerCase())) : null
  } catch {
    return null
  }
}
