import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { folderOfGitFile, parseGitConfig } from '@poundlock/profiles/git'
import { isWithin } from '@poundlock/spec'
import { statOrNull } from '@poundlock/state-files/node'
import { editorWorkspaces } from '@poundlock/workspace-guard'
import type { SandboxPolicy } from '../policy.ts'

/** The limit of a settings file; the rest is not read. */
const MOST_BYTES = 256 * 1024
/** As git itself. Source: git `config.c`, `MAX_INCLUDE_DEPTH`. */
const DEEPEST_INCLUDE = 10

/**
 * Adds to the protected paths what the owner's own settings tell git to run or to read more settings from: folders of
 * hooks (`core.hooksPath`), the program that watches files (`core.fsmonitor`), included files. Where they lie in the
 * workspace a command could change what git runs next, without touching git's settings.
 */
export function protectConfiguredPaths(policy: SandboxPolicy, home: string | null = ownHome()): SandboxPolicy {
  const { workspace, protectedPaths } = policy
  const found = new Set<string>()
  const root = repositoryAround(workspace)
  const files = [
    '/etc/gitconfig',
    ...(home === null ? [] : [join(home, '.gitconfig'), join(home, '.config/git/config')]),
    ...repositorySettings(root),
  ]
  for (const file of files) gather(file, { root, home, found, depth: 0 })
  for (const name of editorWorkspaces(workspace)) found.add(join(workspace, name))
  const relative = [...found]
    .filter((path) => path !== workspace && isWithin(path, workspace))
    .map((path) => path.slice(workspace.length + 1))
    .filter((path) => !protectedPaths.some((known) => isWithin(`/${path}`, `/${known}`)))
  return relative.length === 0 ? policy : { ...policy, protectedPaths: [...protectedPaths, ...relative] }
}

/** `null` where neither the environment nor an account has one. */
function ownHome(): string | null {
  try {
    return homedir()
  } catch {
    return null
  }
}

interface Search {
  /** The base of a relative path in git's settings, where it is not the file's own folder. */
  readonly root: string
  /** `null` of a user without one: git knows none either. */
  readonly home: string | null
  readonly found: Set<string>
  readonly depth: number
}

function gather(file: string, search: Search): void {
  const { root, home, found, depth } = search
  const text = depth > DEEPEST_INCLUDE ? null : startOf(file)
  if (text === null) return
  for (const { section, name, value: written } of parseGitConfig(text).settings) {
    const value = written ?? ''
    const from = (folder: string): string => {
      const path = value.startsWith('~/') && home !== null ? join(home, value.slice(2)) : value
      return isAbsolute(path) ? resolve(path) : resolve(folder, path)
    }
    if (value === '' || value.includes('\0')) continue
    if (section === 'core' && name === 'hookspath') found.add(from(root))
    else if (section === 'core' && name === 'fsmonitor' && statOrNull(from(root))?.isFile() === true)
      found.add(from(root))
    else if (/^include(?:if)?\b/.test(section) && name === 'path') {
      const included = from(dirname(file))
      if (found.has(included)) continue
      found.add(included)
      gather(included, { ...search, depth: depth + 1 })
    }
  }
}

/** The nearest git folder upwards; the workspace where there is none. */
function repositoryAround(workspace: string): string {
  for (let folder = workspace; ; folder = dirname(folder)) {
    if (statOrNull(join(folder, '.git')) !== null) return folder
    if (folder === dirname(folder)) return workspace
  }
}

/** Of a linked worktree they lie with the repository that it belongs to. */
function repositorySettings(root: string): readonly string[] {
  const git = join(root, '.git')
  const pointer = statOrNull(git)?.isFile() === true ? folderOfGitFile(startOf(git) ?? '') : null
  const folder = pointer === null ? git : resolve(root, pointer)
  const common = startOf(join(folder, 'commondir'))?.trim()
  return [join(common ? resolve(folder, common) : folder, 'config'), join(folder, 'config.worktree')]
}

/** `null` for an entry that is no file: opening or reading a pipe would block. */
function startOf(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() !== true) return null
    const bytes = Buffer.alloc(Math.min(stats.size, MOST_BYTES))
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    try {
      return bytes.subarray(0, readSync(file, bytes)).toString()
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
