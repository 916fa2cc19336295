import { HARMLESS_ENVIRONMENT } from '@poundlock/policy'

export interface EnvironmentOptions {
  /** What Poundlock itself was started with. */
  readonly host: Readonly<Record<string, string | undefined>>
  /** Names, or prefixes that end in `*`, that pass besides the harmless ones. */
  readonly pass: readonly string[]
  /** What the call sets; judged already. */
  readonly call: Readonly<Record<string, string>>
  /** Where there is no private one: a sandbox puts its own in the place of this and of TMPDIR. */
  readonly home: string
  readonly path: readonly string[]
}

/**
 * The whole environment of a command. It is an allowlist: what is not named does not pass, since lists of bad names
 * keep losing. The settings that decide what runs are always ours.
 */
export function commandEnvironment(options: EnvironmentOptions): Record<string, string> {
  const passing = [...HARMLESS_ENVIRONMENT, ...options.pass]
  const result: Record<string, string> = { LANG: 'C.UTF-8' }
  for (const [name, value] of Object.entries(options.host)) {
    if (value !== undefined && passing.some((entry) => fits(name, entry))) result[name] = value
  }
  return {
    ...result,
    ...options.call,
    ...ownSettings(options),
  }
}

const ownSettings = ({ path, home }: Pick<EnvironmentOptions, 'path' | 'home'>) => ({
  PATH: path.join(':'),
  HOME: home,
  TMPDIR: '/tmp',
  USER: 'agent',
  LOGNAME: 'agent',
  SHELL: '/bin/sh',
})

const OWN_NAMES: ReadonlySet<string> = new Set(Object.keys(ownSettings({ path: [], home: '' })))

/** The first of the names that no call can set: whatever was approved, a command would not get it. */
export function ownVariable(names: readonly string[]): string | null {
  return names.find((name) => OWN_NAMES.has(name)) ?? null
}

const fits = (name: string, entry: string) =>
  entry.endsWith('*') && entry.length > 1 ? name.startsWith(entry.slice(0, -1)) : name === entry
