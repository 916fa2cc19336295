import { granted, openLocalHost, type HostLocation, type LocalHost, type LocalHostOptions } from '@poundlock/local-host'
import { BACKENDS } from '../sandbox/sandbox-backend.ts'

/** Flags that every command which decides or runs understands. */
export interface PlaceFlags extends HostLocation {
  /** What the person at the terminal says in the session; see `applyDirectives`. */
  readonly directive?: readonly string[]
}

/** Everything put together for one workspace. */
export type Assembly = LocalHost

/** The options that a command adds to its host. */
export type AssemblyOptions = Omit<LocalHostOptions, keyof HostLocation | 'backends' | 'previewGrants'>

/** @throws PoundlockError when the place, the configuration or the policy is broken; nothing runs then */
export function assemble(flags: PlaceFlags, options: AssemblyOptions = {}): Promise<Assembly> {
  return openLocalHost({
    ...placeOf(flags),
    ...options,
    backends: BACKENDS,
    previewGrants:
      (state) =>
      async (offered, { agent, host }) => {
        const { previewGrants, previewText } = await import('../review/preview-grants.ts')
        const earlier = granted(state).grants!(agent, host)
        return previewText(
          await previewGrants(
            offered.map(({ grant }) => grant),
            earlier,
            agent,
            flags,
          ),
        )
      },
  })
}

/** Commands have flags of their own beside these. */
function placeOf(flags: PlaceFlags): HostLocation {
  const keys = ['workspace', 'cwd', 'config', 'approvals', 'agent', 'session'] as const
  return Object.fromEntries(keys.flatMap((key) => (flags[key] === undefined ? [] : [[key, flags[key]]])))
}
