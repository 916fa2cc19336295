import { closeSync, constants, existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { openFile, type OpenFile } from '../place/place.ts'
import { readIgnoreRules, type IgnoreAnswer, type IgnoreRules } from './ignore-rules.ts'

/** Files of ignore rules, those first that count more wherever they lie. Source: ripgrep's GUIDE.md. */
const NAMES = ['.rgignore', '.ignore', '.gitignore', '.git/info/exclude'] as const
/** Entries of a folder without which no rules lie in it. */
export const IGNORE_FILES: ReadonlySet<string> = new Set(['.rgignore', '.ignore', '.gitignore', '.git'])
const GIT_FILES: ReadonlySet<string> = new Set(['.gitignore', '.git/info/exclude'])

/** Larger files are no ignore rules. */
const MOST_BYTES = 16 << 20

/** The ignore rules of a folder, and of those above it. */
export interface IgnoreStack {
  readonly parent: IgnoreStack | null
  /** Its path from the topmost folder, with a slash at the end. */
  readonly path: string
  readonly rules: ReadonlyMap<string, IgnoreRules>
  readonly isRepository: boolean
}

/**
 * @param parent of the folder above
 * @param path of the folder, from the topmost one, with a slash at the end
 * @param folderPath where it can be read
 */
export function pushIgnoreRules(parent: IgnoreStack | null, path: string, folderPath: string): IgnoreStack {
  const rules = new Map<string, IgnoreRules>()
  for (const name of NAMES) {
    const found = readRules(posix.join(folderPath, name))
    if (found !== null) rules.set(name, found)
  }
  return { parent, path, rules, isRepository: existsSync(posix.join(folderPath, '.git')) }
}

/** The rules of all folders above one, which hold in it as well. */
export function rulesAbove(folder: string): IgnoreStack | null {
  if (folder === '/') return null
  const above = posix.dirname(folder)
  return pushIgnoreRules(rulesAbove(above), above === '/' ? '/' : `${above}/`, above)
}

/** What the rules say of an entry; those of git only in a repository, and not from above it. */
export function askIgnoreRules(stack: IgnoreStack, path: string, isFolder: boolean): IgnoreAnswer {
  const answers = new Map<string, IgnoreAnswer>()
  const isInRepository = findRepository(stack)
  let isAbove = false
  for (let level: IgnoreStack | null = stack; level !== null; level = level.parent) {
    for (const [name, rules] of level.rules) {
      if ((answers.get(name) ?? null) !== null || (GIT_FILES.has(name) && (isAbove || !isInRepository))) continue
      answers.set(name, rules(path.slice(level.path.length), isFolder))
    }
    isAbove ||= level.isRepository
  }
  for (const name of NAMES) {
    const answer = answers.get(name) ?? null
    if (answer !== null) return answer
  }
  return null
}

function findRepository(stack: IgnoreStack): boolean {
  for (let level: IgnoreStack | null = stack; level !== null; level = level.parent) if (level.isRepository) return true
  return false
}

/** Only regular files are read: a pipe, a device, or a link to one in a repository would block. */
function readRules(path: string): IgnoreRules | null {
  let folderPath: OpenFile | undefined
  try {
    folderPath = openFile(path, 'follow')
    if (folderPath.kind !== 'file' || folderPath.stats.size > MOST_BYTES || folderPath.isMadeUp()) return null
    const descriptor = folderPath.openNow(constants.O_RDONLY)
    try {
      return readIgnoreRules(readFileSync(descriptor, 'utf8'))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // It is missing, or cannot be read.
    return null
  } finally {
    folderPath?.close()
  }
}
