import { spawnSync } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'

/** Where packages install it. PATH is not asked: a command could have put another one first. */
const PATHS = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'] as const
const OTHERS_CAN_WRITE = 0o022
/** Options without which a plan cannot be kept. `--size` is the newest of them: bubblewrap 0.7. */
const NEEDED = ['--args', '--as-pid-1', '--clearenv', '--perms', '--size', '--remount-ro'] as const

export interface Bubblewrap {
  /** Absolute path without links, or `null`. */
  readonly file: string | null
  /** Why it cannot be used, with the remedy, or `null`. */
  readonly reason: string | null
  /** Since 0.8. */
  readonly disablesNamespaces: boolean
}

/** Looks for a bubblewrap that only root could have installed, and asks for its features. */
export function findBubblewrap(candidates: readonly string[] = PATHS): Bubblewrap {
  const absent = (reason: string): Bubblewrap => ({ file: null, reason, disablesNamespaces: false })
  const path = candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile() === true)
  if (path === undefined) {
    return absent('bubblewrap is not installed. Mend: install the package `bubblewrap` of the system.')
  }
  const file = realpathSync(path)
  const { uid, mode } = statSync(file)
  if (uid !== 0 || (mode & OTHERS_CAN_WRITE) !== 0) {
    return absent(`${file} could have been changed by others than root, so it is not used.`)
  }
  const help = spawnSync(file, ['--help'], { env: {}, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const text = `${help.stdout}${help.stderr}`
  if (help.status !== 0) {
    return absent(`${file} does not run here: ${help.error?.message ?? text.trim()}. Mend: what it says.`)
  }
  const missing = NEEDED.filter((option) => !text.includes(option))
  if (missing.length > 0) {
    return absent(`${file} does not know ${missing.join(', ')}. Mend: install bubblewrap 0.7 or later.`)
  }
  return { file, reason: null, disablesNamespaces: text.includes('--disable-userns') }
}
