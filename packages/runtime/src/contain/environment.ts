import { HARMLESS_ENVIRONMENT } from '@poundlock/policy'

/** What the environment of a command is made from. */
export interface EnvironmentOptions {
  /** What Poundlock itself was started with. */
  readonly host: Readonly<Record<string, string | undefined>>
  /** Names that pass besides the harmless ones; a prefix ends in `*`. */
  readonly pass: readonly string[]
  /** What the call sets; judged already. */
  readonly call: Readonly<Record<string, string>>
  /** Where there is no private one: a sandbox puts its own in the place of this and of TMPDIR. */
  readonly home: string
  /** Folders of `PATH`, absolute, in order. */
  readonly path: readonly string[]
}

/**
 * The whole environment of a command. It is an allowlist, since lists of dangerous names are never complete. The
 * settings that decide which programs run are always ours.
 */
export function commandEnvironment({ call, ...options }: EnvironmentOptions): Record<string, string> {
  return createCommandEnvironment(options)(call)
}

/** Makes the environment of a command from the variables that its call sets. */
export type CommandEnvironment = (call: EnvironmentOptions['call']) => Record<string, string>

/** As `commandEnvironment`, for many commands: which names pass is found once, their values for each. */
export function createCommandEnvironment({ host, pass, ...own }: Omit<EnvironmentOptions, 'call'>): CommandEnvironment {
  const passing = [...HARMLESS_ENVIRONMENT, ...pass]
  const prefixes = passing.filter((entry) => entry.endsWith('*') && entry.length > 1).map((entry) => entry.slice(0, -1))
  const names = new Set(passing)
  return (call) => {
    const passed: Record<string, string> = { LANG: 'C.UTF-8' }
    for (const [name, value] of Object.entries(host)) {
      const passes = names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
      if (value !== undefined && passes) passed[name] = value
    }
    return { ...passed, ...call, ...ownSettings(own) }
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
