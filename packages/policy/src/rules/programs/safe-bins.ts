import type { PlannedCommand } from '../../model/command-plan.ts'
import type { SafeBinProfile } from '../../model/layer.ts'
import { runsOtherCode } from './programs.ts'
import { fitsProfile } from './safe-bin-profile.ts'

/** Tools that only turn what they read from a pipe into what they write to one. */
export const DEFAULT_SAFE_BINS: readonly string[] = ['cut', 'uniq', 'head', 'tail', 'tr', 'wc']

/** Where a program of that name is the one that is meant: folders that only the system's owner writes. */
const TRUSTED_FOLDERS = ['/bin/', '/usr/bin/', '/usr/local/bin/', '/opt/homebrew/bin/']

/** Where links in those folders may lead: `/usr/bin/awk` to `/usr/bin/mawk`, a name of Homebrew or Nix to its store. */
const SYSTEM = /^\/(?:bin|usr|lib|opt\/homebrew|nix\/store|home\/linuxbrew)\//

/** A program that reads in the workspace which other one it is to be: `rust-toolchain.toml` of rustup can name a folder. */
const CHOOSES_IN_WORKSPACE = /\/(?:rustup(?:-init)?)$/

/** Whether a command is the program that the system's owner installed under that name: in such a folder, no link out of it. */
export function isSystemProgram({ name, resolved, real, builtin, tool }: PlannedCommand): boolean {
  if (builtin || name === null || resolved === null || tool === true) return false
  const base = name.slice(name.lastIndexOf('/') + 1)
  return (
    (name === base || name === resolved) &&
    TRUSTED_FOLDERS.some((folder) => resolved === folder + base) &&
    (real === undefined || (SYSTEM.test(real) && !CHOOSES_IN_WORKSPACE.test(real)))
  )
}

/** The tools that need no rule, and what some of them may be given. */
export interface SafeBins {
  readonly names: readonly string[]
  readonly profiles: ReadonlyMap<string, SafeBinProfile>
}

/**
 * True when a command needs no allow rule: it is one of the safe tools, it is the system's own, it was found through
 * PATH, and with these arguments it reads nothing but its standard input and does nothing else.
 */
export function isSafeBin(
  { name, argv, resolved, real, profile, environment }: PlannedCommand,
  { names, profiles }: SafeBins,
): boolean {
  if (name === null || !names.includes(name) || resolved === null || environment.length > 0) return false
  if (!TRUSTED_FOLDERS.some((folder) => resolved === folder + name)) return false
  if (real !== undefined && !SYSTEM.test(real)) return false
  const words = argv.slice(1)
  if (!words.every((word) => word !== null)) return false
  const own = profiles.get(name)
  if (own !== undefined && !fitsProfile(words, own)) return false
  // Of a tool that is not known here, the profile that its owner gave is all there is.
  if (own !== undefined && profile?.code === 'UNKNOWN_COMMAND') return !runsOtherCode(name)
  if (profile?.known !== true || profile.effects.length > 0) return false
  // `jq env` and `jq '$ENV'` print secrets from the environment.
  return name !== 'jq' || !words.some((word) => /(?<!\.)\benv\b|\$ENV|\binput_filename\b|\$__prog/.test(word))
}
