/** The time of a hook: before a call runs, after it succeeded, or after it failed. */
export type HookEvent = 'before' | 'after' | 'after-failure'

/** The call as a hook sees it. */
export interface HookCall {
  /** Before the call, or after it. */
  readonly event: HookEvent
  /** The same before and after. */
  readonly callId: string
  /** The tool's own name. */
  readonly tool: string
  /** The validated input, as earlier hooks have rewritten it. A copy: changing it has no effect. */
  readonly input: unknown
  /** Id of the agent that calls. */
  readonly agent: string
  /** Key of the session that it calls in. */
  readonly session: string
  /** Absolute. */
  readonly workspace: string
  /** Absolute. */
  readonly cwd: string
  /** How it went; absent before it runs. */
  readonly result?: HookResult
}

/** What became of a call, as hooks see it. */
export interface HookResult {
  /** One line about how it went. */
  readonly message: string
  /** The text of the output; for a command, of both streams. */
  readonly text: string
  /** Of a command that exited. */
  readonly exitCode?: number | null
  /** Of the error, where there is one. */
  readonly code?: string
}

/**
 * The answer of a hook. No answer and `allow` are no objection: they never answer an ask of the rules. Before a call
 * `deny` refuses it, `ask` requires approval, and `input` replaces the input. After a call `deny` withholds the result
 * from the caller.
 */
export interface HookAnswer {
  /** An objection, or none. */
  readonly decision?: 'allow' | 'ask' | 'deny'
  /** Why, for the person and the model. */
  readonly reason?: string
  /** The whole new input. It is validated and decided like the first one. */
  readonly input?: unknown
  /** A note for the model, beside the result. */
  readonly note?: string
}

/** A hook on calls. If it fails, the call is denied. */
export interface Hook {
  /** For messages and records. */
  readonly name: string
  /** When it is asked. */
  readonly event: HookEvent
  /** Which tools: names, aliases, groups (`group:fs`), patterns (`mcp__github__*`). Every tool, unless set. */
  readonly tools?: readonly string[]
  /** The highest is asked first; of equals, in the order in which they are given. Default 0. */
  readonly priority?: number
  /** After these milliseconds it has denied. Default 30 000. */
  readonly timeoutMs?: number
  /**
   * Answers, at once or later. A rejection denies the call.
   *
   * @param signal aborts when the runtime no longer waits
   */
  readonly run: (call: HookCall, signal: AbortSignal) => HookAnswer | undefined | Promise<HookAnswer | undefined>
}

export const HOOK_TIMEOUT_MS = 30_000
