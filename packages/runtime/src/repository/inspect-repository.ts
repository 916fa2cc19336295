import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseGitConfig, type GitSetting } from './git-config.ts'

/**
 * What the repository around a folder makes git run, of the settings and hooks that a command obeys: one text each,
 * such as `what .git/config names as core.fsmonitor`.
 */
export type InspectRepository = (folder: string, obeys: readonly string[]) => readonly string[]

const MAX_BYTES = 1024 * 1024
const MAX_INCLUDES = 32

/** Looks at the files of the repository itself; what the user's own configuration names is the user's choice. */
export const inspectRepository: InspectRepository = (folder, obeys) => {
  const place = findRepository(folder)
  if (place === null) return []
  const { settings, unknown } = readSettings(place)
  const found = unknown.map((file) => `what ${file} may name, which cannot be read`)
  const patterns = obeys.filter((entry) => !entry.startsWith('hook:')).map(compile)
  for (const { key, value } of settings) {
    if (patterns.some((pattern) => pattern.test(key)) && runsSomething(key, value)) {
      found.push(`what the repository names as ${key}`)
    }
  }
  const hooks = hooksFolder(place, settings)
  for (const entry of obeys) {
    if (entry.startsWith('hook:') && isExecutable(join(hooks, entry.slice(5)))) found.push(`the hook ${entry.slice(5)}`)
  }
  return found
}

/** The folder of the repository, and the one that holds the configuration, which a worktree shares. */
interface Repository {
  readonly top: string
  readonly own: string
  readonly common: string
}

function findRepository(start: string): Repository | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const dot = join(folder, '.git')
    const stat = statSync(dot, { throwIfNoEntry: false })
    if (stat?.isDirectory()) return withCommon(folder, dot)
    const link = stat?.isFile() ? /^gitdir: (.+)/.exec(readSmall(dot) ?? '') : null
    if (link) return withCommon(folder, resolve(folder, link[1]!.trim()))
    // Git takes a folder that looks so for a repository of its own.
    if (['HEAD', 'objects', 'refs'].every((name) => statSync(join(folder, name), { throwIfNoEntry: false }))) {
      return withCommon(folder, folder)
    }
    if (folder === dirname(folder)) return null
  }
}

function withCommon(top: string, own: string): Repository {
  const common = readSmall(join(own, 'commondir'))
  return { top, own, common: common === null ? own : resolve(own, common.trim()) }
}

function readSettings({ own, common }: Repository): { settings: readonly GitSetting[]; unknown: readonly string[] } {
  const settings: GitSetting[] = []
  const unknown: string[] = []
  const pending = [join(common, 'config'), join(own, 'config.worktree')]
  for (let count = 0; pending.length > 0; count++) {
    const file = pending.shift()!
    if (!statSync(file, { throwIfNoEntry: false })) continue
    const text = count > MAX_INCLUDES ? null : readSmall(file)
    const parsed = text === null ? null : parseGitConfig(text)
    if (parsed === null) unknown.push(file)
    for (const setting of parsed ?? []) {
      settings.push(setting)
      if (/^include(?:if\..*)?\.path$/.test(setting.key) && setting.value !== null) {
        // Below ~ is the user's own.
        if (!setting.value.startsWith('~')) pending.push(resolve(dirname(file), setting.value))
      }
    }
  }
  return { settings, unknown }
}

function hooksFolder({ top, common }: Repository, settings: readonly GitSetting[]): string {
  const path = settings.findLast((setting) => setting.key === 'core.hookspath')?.value
  return path ? resolve(top, path) : join(common, 'hooks')
}

/** Patterns of keys as the profiles write them: `diff.*.textconv`. */
function compile(pattern: string): RegExp {
  const escaped = pattern
    .toLowerCase()
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
  return new RegExp(`^${escaped}$`, 'is')
}

/** Settings that only matter by their value: addresses and formats run something only in some forms. */
const BY_VALUE: readonly (readonly [key: RegExp, harmless: RegExp])[] = [
  [/^(?:remote\..*\.(?:url|pushurl)|url\..*\.(?:insteadof|pushinsteadof))$/i, /^(?!\s*(?:ext|fd)::)/i],
  [/^(?:format\.pretty|pretty\..*|gc\..*|extensions\.partialclone|log\.showsignature)$/i, /^/],
  [/^(?:core\.fsmonitor|commit\.gpgsign|push\.gpgsign|tag\.gpgsign)$/i, /^(?:true|false|yes|no|on|off|0|1|)$/i],
  [/^(?:core\.pager|pager\..*)$/i, /^(?:cat|less|more|true|false|)$/i],
]

function runsSomething(key: string, value: string | null): boolean {
  const rule = BY_VALUE.find(([keys]) => keys.test(key))
  return rule === undefined || !rule[1].test(value ?? 'true')
}

function readSmall(file: string): string | null {
  try {
    if (statSync(file).size > MAX_BYTES) return null
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
