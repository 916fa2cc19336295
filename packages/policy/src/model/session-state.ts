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
  /** Where commands of the session run. */
  readonly host?: ExecHostName
  /** The highest level of a command. */
  readonly security?: ExecSecurity
  /** When a person is asked. */
  readonly ask?: ExecAsk
  /** With the host `node`, which one. */
  readonly node?: string
}

/** The directives in force for one session. Kept in memory, never written to a file. */
export interface SessionState {
  /** What a person said about commands of the session. */
  readonly exec?: ExecOverrides
  /** How far the session is lifted out of its sandbox, and who said so. */
  readonly elevated?: { readonly level: ElevatedLevel; readonly sender: Sender }
}
