import { resolve } from 'node:path'
import type { PlannedEffect } from '@poundlock/policy'
import type { ProfileWord } from '@poundlock/profiles'

/** Begins a place that is not below the folder: `/x`, `~/x`, `../x`, also behind the name of an option or a key. */
const PLACE = /(?:^|[=:,;@<>|"'`\s[({]|^-[A-Za-z])((?:\/|~[\w.-]*(?:\/|$)|\.\.(?:\/|$))[^\s,;:"'`<>|)\]}]*)/g
/** Goes up from where it began: `a/../../x`. */
const CLIMBS = /\/\.\.(?:\/|$)/
const ADDRESS = /\b([a-z][a-z0-9+.-]{1,40}):\/\/(?:[^@/?#\s]*@)?([^/?#:\s"'\]]*)/gi
/** This machine. */
const HERE = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?)$/i

/**
 * The places that the words of a program name which nothing is known about: files outside the folder, and hosts. What
 * it does with them is for the rule to say, but no rule for a program means every file of the machine.
 *
 * @param where the folder that it starts in; `null` when that is not certain
 */
export function namedPaths(words: readonly ProfileWord[], where: string | null, home: string): PlannedEffect[] {
  const found: PlannedEffect[] = []
  for (let index = 1; index < words.length; index++) {
    const word = words[index]!
    const text = typeof word === 'object' && word !== null ? word.text : word
    if (typeof text === 'string') addNamed(text, where, home, found)
    else found.push(dynamicPath(word, where, home))
  }
  return found
}

function addNamed(text: string, where: string | null, home: string, into: PlannedEffect[]): void {
  // Most words name nothing of the kind.
  if (!text.includes('/') && !text.includes('~') && !text.includes('..')) return
  let rest = text
  if (text.includes('://')) {
    for (const [, scheme, host = ''] of text.matchAll(ADDRESS)) {
      if (/^file$/i.test(scheme!)) into.push(reads(null))
      else if (!HERE.test(host)) into.push({ kind: 'network', path: host })
    }
    rest = text.replaceAll(ADDRESS, '')
    if (rest.startsWith('/')) return
  }
  for (const [, path] of rest.matchAll(PLACE)) into.push(reads(absolute(path!, where, home)))
  if (CLIMBS.test(rest) && !/(?:^|[=:,@])\.\.?\//.test(rest)) into.push(reads(absolute(rest, where, home)))
}

function absolute(path: string, where: string | null, home: string): string | null {
  if (path.startsWith('~')) return /^~(?:\/|$)/.test(path) ? resolve(home, `.${path.slice(1)}`) : null
  if (path.startsWith('/')) return resolve(path)
  return where === null ? null : resolve(where, path)
}

/** A pattern stands for names in its folder; of what is only known at run time nothing can be said. */
function dynamicPath(word: ProfileWord, where: string | null, home: string): PlannedEffect {
  if (typeof word !== 'object' || word === null || typeof word.pattern !== 'string') return reads(null)
  const plain = word.pattern.slice(0, word.pattern.search(/[*?[\\{]|[!@+]\(/))
  const fixed = plain.slice(0, plain.lastIndexOf('/') + 1)
  if (word.pattern.includes('..') && !fixed.includes('..')) return reads(null)
  const path = fixed === '' ? where : absolute(fixed, where, home)
  if (path === null) return reads(null)
  // What it makes of a folder among them is not known either.
  return { ...reads(path), recursive: true, pattern: `${path.replace(/\/$/, '')}/${word.pattern.slice(fixed.length)}` }
}

const reads = (path: string | null): PlannedEffect => ({ kind: 'file-read', path })
