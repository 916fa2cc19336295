import type { PlannedCommand } from '../request.ts'

/** Tools that only turn what they read from a pipe into what they write to one. */
export const DEFAULT_SAFE_BINS: readonly string[] = ['cut', 'uniq', 'head', 'tail', 'tr', 'wc']

/** Where a program of that name is the one that is meant: folders that only the system's owner writes. */
const TRUSTED_FOLDERS = ['/bin/', '/usr/bin/', '/usr/local/bin/', '/opt/homebrew/bin/']

/**
 * True when a command needs no allow rule: it is one of the safe tools, it is the system's own, it was found through
 * PATH, and with these arguments it reads nothing but its standard input and does nothing else.
 */
export function isSafeBin(
  { name, argv, resolved, profile, environment }: PlannedCommand,
  safeBins: readonly string[],
): boolean {
  if (name === null || !safeBins.includes(name) || resolved === null || environment.length > 0) return false
  if (!TRUSTED_FOLDERS.some((folder) => resolved === folder + name)) return false
  if (profile?.known !== true || profile.effects.length > 0 || argv.includes(null)) return false
  // `jq env` and `jq '$ENV'` print secrets from the environment.
  return name !== 'jq' || !argv.some((word) => word !== null && /\benv\b|\$ENV|\binput_filename\b|\$__prog/.test(word))
}
