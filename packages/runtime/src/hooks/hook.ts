/** When a hook is asked: before a call runs, after it did what it was asked, or after it could not. */
export type HookEvent = 'before' | 'after' | 'after-failure'

/** What a hook is told. */
export interface HookCall {
  readonly event: HookEvent
  readonly callId: string
  /** The tool's own name. */
  readonly tool: string
  /** What it is given, validated; as hooks before this one have rewritten it. A copy: changing it changes nothing. */
  readonly input: unknown
  readonly agent: string
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
  readonly message: string
  /** The text of the output; of a command what it wrote to both streams. */
  readonly text: string
  /** Of a command that exited. */
  readonly exitCode?: number | null
  /** Of the error, where there is one. */
  readonly code?: string
}

/**
 * What a hook says. Nothing at all is no objection, and so is `allow`: it never answers what the rules ask. Before a
 * call `deny` refuses it, `ask` has a person asked, and `input` replaces what the tool is given. After a call `deny`
 * keeps the result from whoever made it.
 */
export interface HookAnswer {
  readonly decision?: 'allow' | 'ask' | 'deny'
  /** Why, for the person and the model. */
  readonly reason?: string
  /** The whole input, instead of the one it was told. It is validated and decided like the first one. */
  readonly input?: unknown
  /** Something for the model to read besides the result. */
  readonly note?: string
}

/** Somebody who is asked about calls. Whatever goes wrong with one, denies. */
export interface Hook {
  /** For messages and records. */
  readonly name: string
  readonly event: HookEvent
  /** Which tools: names, aliases, groups (`group:fs`), patterns (`mcp__github__*`). Every tool, unless set. */
  readonly tools?: readonly string[]
  /** The highest is asked first; of equals, in the order in which they are given. Default 0. */
  readonly priority?: number
  /** After these milliseconds it has denied. Default 30 000. */
  readonly timeoutMs?: number
  /** @param signal aborted when nobody waits any more */
  readonly run: (call: HookCall, signal: AbortSignal) => HookAnswer | undefined | Promise<HookAnswer | undefined>
}

export const HOOK_TIMEOUT_MS = 30_000
