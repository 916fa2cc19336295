import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { LoadedConfig } from '@poundlock/config/node'
import { SYSTEM_PATH } from '@poundlock/plan'
import { parseStrictJson } from '@poundlock/spec'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { readOwnFile } from '../state/own-file.ts'

/** How long the profiles of a user may take. */
const PROFILE_MS = 5000
/**
 * A kept answer also expires: PATH can change without a profile, by `/etc/environment` or a program that a profile
 * runs.
 */
const KEPT_MS = 24 * 3600 * 1000

/** Files that shells read at login, of the user and of the system. A change of one discards the kept answer. */
const PROFILES = [
  '.profile',
  '.bash_profile',
  '.bash_login',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.config/fish/config.fish',
]
const SYSTEM_PROFILES = ['/etc/profile', '/etc/profile.d', '/etc/zsh/zshenv', '/etc/zsh/zprofile', '/etc/environment']

interface CachedPath {
  readonly of: string
  readonly at: number
  readonly folders: readonly string[]
}

/** Whether commands may run outside a sandbox here, by what the configuration says of any agent. */
export function mayRunUncontained({ sources, resolved }: LoadedConfig): boolean {
  if (resolved.sandbox.mode.value !== 'all') return true
  return sources.some(({ document: { tools, agents } }) =>
    [tools, agents?.defaults?.tools, ...(agents?.list ?? []).map((entry) => entry.tools)].some(
      (settings) => settings?.exec?.host === 'gateway' || settings?.elevated?.enabled === true,
    ),
  )
}

/**
 * The folders of PATH in the user's login shell. A process that starts Poundlock (an editor, a service) often has
 * fewer, and would not find programs that the user installed. The shell is asked once a day and after a change of a
 * profile; without an answer no folder is added.
 */
export function loginPath(home: string, stateDirectory: string): readonly string[] {
  const shell = loginShell()
  if (shell === null) return []
  const file = join(stateDirectory, 'cache', 'login-path.json')
  const of = JSON.stringify([
    shell,
    home,
    ...PROFILES.map((name) => stampOf(join(home, name))),
    ...SYSTEM_PROFILES.map(stampOf),
  ])
  const cached = readCached(file)
  if (cached !== null && cached.of === of && Math.abs(Date.now() - cached.at) < KEPT_MS) return cached.folders
  const folders = askShell(shell, home)
  keep(file, { of, at: Date.now(), folders })
  return folders
}

/** By the account, not by the environment: whatever started us can have set that. */
function loginShell(): string | null {
  try {
    const { shell } = userInfo()
    return shell?.startsWith('/') === true && !/\/(?:nologin|false)$/.test(shell) ? shell : null
  } catch {
    return null
  }
}

function askShell(shell: string, home: string): readonly string[] {
  const { USER, LOGNAME, LANG } = process.env
  const { stdout, status } = spawnSync(shell, ['-l', '-c', 'printenv PATH'], {
    cwd: '/',
    env: {
      PATH: SYSTEM_PATH.join(':'),
      HOME: home,
      SHELL: shell,
      TERM: 'dumb',
      ...(USER !== undefined && { USER }),
      ...(LOGNAME !== undefined && { LOGNAME }),
      ...(LANG !== undefined && { LANG }),
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PROFILE_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 1024 * 1024,
  })
  if (status !== 0) return []
  // Profiles greet people: the last line is the answer.
  const answer = stdout.trimEnd().split('\n').at(-1) ?? ''
  return answer.split(':').filter((folder) => folder.startsWith('/'))
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.ino}:${stat.size}:${stat.mtimeMs}`
}

/** The kept answer; `null` where it is missing, broken, or could be written by other users. */
function readCached(file: string): CachedPath | null {
  try {
    const { of, at, folders } = parseStrictJson(
      readOwnFile(file, { vouchedFor: false }) ?? 'null',
    ) as Partial<CachedPath>
    const isWhole = typeof of === 'string' && typeof at === 'number' && Array.isArray(folders)
    return isWhole ? { of, at, folders: folders.filter((folder) => typeof folder === 'string') } : null
  } catch {
    return null
  }
}

/** An answer that cannot be kept is asked for again at the next start. */
function keep(file: string, cached: CachedPath): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    replaceOwnFile(file, JSON.stringify(cached), { durable: false })
  } catch {
    // A full disk, or a folder that is read-only.
  }
}
