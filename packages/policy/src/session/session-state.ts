import type { ExecAsk, ExecHost, ExecSecurity } from '@poundlock/spec/vocabulary'

/**
 * How far a session was lifted out of its sandbox by a person: `on` and `ask` run on the host and approvals still
 * apply, `full` skips them where the host's owner has none, `off` is as if nothing had been said.
 */
export type ElevatedLevel = 'off' | 'on' | 'ask' | 'full'

export const ELEVATED_LEVELS: readonly ElevatedLevel[] = ['off', 'on', 'ask', 'full']

/** Who said something, and where. */
export interface Sender {
  /** The channel or surface, for example `telegram`, `terminal`. */
  readonly provider: string
  /** As the provider knows them. */
  readonly id: string
}

/** What `/exec` set for a session. A person's word: it can loosen what the user's own files say, and nothing else. */
export interface ExecOverrides {
  readonly host?: ExecHost
  readonly security?: ExecSecurity
  readonly ask?: ExecAsk
  readonly node?: string
}

/** What people have said about one session. It is held in memory and never written to a file. */
export interface SessionState {
  readonly exec?: ExecOverrides
  readonly elevated?: { readonly level: ElevatedLevel; readonly sender: Sender }
}
