import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { CommandPlan, PlannedCommand } from '@poundlock/policy'

/** A line that names more cannot be bound. */
const MAX_CODE_FILES = 1024
/** One that goes through more cannot be either. */
const MAX_FOLDERS = 128

/**
 * The files that a line names where it may run them: the scripts of interpreters, and every word that names a file
 * before a command which runs code or of which it is not known what it does. Whether such a word is the script or its
 * data is the interpreter's to know; either decides what happens.
 *
 * @param cwd absolute
 * @returns `null` where there are too many to look at: some would be left out, and those would be what is swapped
 */
export function codeFiles({ commands, effects }: CommandPlan, cwd: string): readonly string[] | null {
  const runs = commands.filter(runsCode)
  if (runs.length === 0) return []
  const folders = foldersOf(commands, cwd)
  const found = new Set<string>()
  const add = (path: string) => void (found.size <= MAX_CODE_FILES && holdsCode(path) && found.add(path))
  for (const { script, argv, profile, cwd: start } of runs) {
    if (script !== undefined) add(script)
    for (const effect of profile?.effects ?? []) {
      if ((effect.kind === 'execute' || effect.kind === 'file-read') && effect.path !== null)
        add(resolve(cwd, effect.path))
    }
    const places = typeof start === 'string' ? [start, ...(folders ?? [])] : folders
    if (places === null) return null
    for (const word of argv.slice(1)) {
      if (word === null) continue
      for (const name of namesIn(word)) for (const folder of places) add(resolve(folder, name))
    }
  }
  // What is redirected into an interpreter is its script.
  for (const { kind, path } of effects) if (kind === 'file-read' && path !== null) add(resolve(cwd, path))
  return found.size > MAX_CODE_FILES ? null : [...found]
}

function runsCode({ profile, script, builtin, passive, argv }: PlannedCommand): boolean {
  if (argv[0] === '.' || argv[0] === 'source' || script !== undefined) return true
  if (builtin || passive === true) return false
  return profile === undefined || !profile.known || profile.effects.some(({ kind }) => kind === 'execute')
}

/** `file`, `--option=file` and `@file` name a file. */
function namesIn(word: string): readonly string[] {
  if (word.includes('\0') || word.length > 4096) return []
  const value = /^-[^=]*=(.+)$/s.exec(word)?.[1]
  return [word, ...(value === undefined ? [] : [value]), ...(word.startsWith('@') ? [word.slice(1)] : [])]
}

/** Where the line may be when it runs a command: it can change its folder on the way, or fail to. `null`: anywhere. */
function foldersOf(commands: readonly PlannedCommand[], cwd: string): readonly string[] | null {
  const folders = new Set([cwd])
  for (const { name, argv } of commands) {
    if (name !== 'cd' && name !== 'pushd') continue
    const to = argv.slice(1).findLast((word) => word !== null && !word.startsWith('-'))
    if (typeof to !== 'string') continue
    for (const folder of isAbsolute(to) ? [to] : [...folders]) folders.add(resolve(folder, to))
    if (folders.size > MAX_FOLDERS) return null
  }
  return [...folders]
}

/** Also a pipe or a socket: what comes out of it can be a script. */
function holdsCode(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats !== undefined && (stats.isFile() || stats.isFIFO() || stats.isSocket())
  } catch {
    return false
  }
}
