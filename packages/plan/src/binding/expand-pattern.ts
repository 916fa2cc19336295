import { readdirSync, type Dirent } from 'node:fs'
import { join, resolve } from 'node:path'

/** Folders that hold what others made, and that no convention means. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.venv', 'venv', '.tox', '.nox'])

/** A bracket that is not closed, as in the command `[`, stands for itself. */
export const isPattern = (text: string): boolean => /[*?]|\[[^]+\]/.test(text)

/**
 * The paths that a pattern of the shell stands for in a folder: never fewer than the shell would make of it.
 *
 * @returns `null` where there are more than `limit`
 */
export function expandPattern(pattern: string, folder: string, limit: number): readonly string[] | null {
  let candidates = [pattern.startsWith('/') ? '/' : folder]
  for (const part of pattern.split('/')) {
    if (part === '' || part === '.') continue
    if (!isPattern(part)) {
      candidates = candidates.map((candidate) => resolve(candidate, part))
      continue
    }
    const matches = nameMatcher(part)
    const found: string[] = []
    for (const candidate of candidates) {
      for (const { name } of entriesOf(candidate)) if (matches(name)) found.push(join(candidate, name))
      if (found.length > limit) return null
    }
    candidates = found
  }
  return candidates
}

/**
 * The files below a folder whose names fit one of some patterns; links to folders are not followed.
 *
 * @returns `null` where there are more entries than are looked at
 */
export function filesNamed(patterns: readonly string[], folder: string, maxEntries: number): readonly string[] | null {
  const matchers = patterns.map(nameMatcher)
  const found: string[] = []
  const folders = [folder]
  let entries = 0
  for (let candidate = folders.pop(); candidate !== undefined; candidate = folders.pop()) {
    for (const entry of entriesOf(candidate)) {
      if (++entries > maxEntries) return null
      const path = join(candidate, entry.name)
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) folders.push(path)
      } else if (matchers.some((matches) => matches(entry.name))) found.push(path)
    }
  }
  return found.toSorted()
}

/** Linear: each part behind a wildcard is looked for once, from where the one before it ended. */
function nameMatcher(pattern: string): (name: string) => boolean {
  const fixed = pattern.split(/(?:\*|\?|\[[^\]]*\]?)+/)
  if (fixed.length === 1) return (name) => name === pattern
  const first = fixed[0]!
  const last = fixed.at(-1)!
  const between = fixed.slice(1, -1)
  return (name) => {
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false
    let from = first.length
    for (const part of between) {
      const at = name.indexOf(part, from)
      if (at < 0) return false
      from = at + part.length
    }
    return from <= name.length - last.length
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
