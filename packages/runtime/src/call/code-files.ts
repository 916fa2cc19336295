import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { CommandPlan, PlannedCommand } from '@poundlock/policy'

/** What a line names beyond this is bound by its text alone. */
const MAX_FILES = 256

/**
 * The files that a line names where it may run them: the scripts of interpreters, and every word that names a file
 * before a command which runs code or of which it is not known what it does. Whether such a word is the script or its
 * data is the interpreter's to know; either decides what happens.
 *
 * @param cwd absolute
 */
export function codeFiles({ commands, effects }: CommandPlan, cwd: string): readonly string[] {
  const runs = commands.filter(runsCode)
  if (runs.length === 0) return []
  const folders = foldersOf(commands, cwd)
  const found = new Set<string>()
  const add = (path: string) => void (found.size < MAX_FILES && isFile(path) && found.add(path))
  for (const { script, argv, profile } of runs) {
    if (script !== undefined) add(script)
    for (const effect of profile?.effects ?? []) {
      if ((effect.kind === 'execute' || effect.kind === 'file-read') && effect.path !== null)
        add(resolve(cwd, effect.path))
    }
    for (const word of argv.slice(1)) {
      if (word === null) continue
      for (const name of namesIn(word)) for (const folder of folders) add(resolve(folder, name))
    }
  }
  // What is redirected into an interpreter is its script.
  for (const { kind, path } of effects) if (kind === 'file-read' && path !== null) add(resolve(cwd, path))
  return [...found]
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

/** Where the line may be when it runs a command: it can change its folder on the way. */
function foldersOf(commands: readonly PlannedCommand[], cwd: string): readonly string[] {
  const folders = [cwd]
  for (const { name, argv } of commands) {
    if (name !== 'cd' && name !== 'pushd') continue
    const to = argv.slice(1).findLast((word) => word !== null && !word.startsWith('-'))
    if (typeof to !== 'string') continue
    folders.push(...(isAbsolute(to) ? [to] : folders.slice(0, 8).map((folder) => resolve(folder, to))))
  }
  return [...new Set(folders)].slice(0, 32)
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return false
  }
}
