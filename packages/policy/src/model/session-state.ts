import type { ExecAsk, ExecHostName, ExecSecurity } from '@poundlock/spec'

/**
 * How far a session was lifted out of its sandbox by a person: `on` and `ask` run on the host and approvals still
 * apply, `full` skips them where the host's owner has none, `off` changes nothing.
 */
export type ElevatedLevel = 'off' | 'on' | 'ask' | 'full'

export const ELEVATED_LEVELS: readonly ElevatedLevel[] = ['off', 'on', 'ask', 'full']

/** The person who sent a directive, and where. */
export interface Sender {
  /** The channel or surface, for example `telegram`, `terminal`. */
  readonly provider: string
  /** As the provider knows them. */
  readonly id: string
}

/** What `/exec` set for a session. A person's word: it can loosen what the user's own files say, and nothing else. */
export interface ExecOverrides {
  readonly host?: ExecHostName
  readonly security?: ExecSecurity
  readonly ask?: ExecAsk
  readonly node?: string
}

/** The directives in force for one session. Kept in memory, never written to a file. */
export interface SessionState {
  readonly exec?: ExecOverrides
  readonly elevated?: { readonly level: ElevatedLevel; readonly sender: Sender }
}
