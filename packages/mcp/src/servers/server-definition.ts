import type { RequiredPermission } from '@poundlock/spec'

/** A server that is a program on this machine. `${VAR}` and `${VAR:-default}` are filled in when it is started. */
export interface StdioTransport {
  readonly kind: 'stdio'
  /** A program of the search path, or an absolute path. */
  readonly command: string
  readonly args: readonly string[]
  /** Set besides what passes. */
  readonly env: Readonly<Record<string, string>>
  /** Names of variables that pass besides the harmless ones; `*` at the end for a prefix. */
  readonly passEnvironment: readonly string[]
  /** Absolute; where the manager was told to start servers unless set. */
  readonly cwd?: string
}

/** A server somewhere else, or one that runs already. `${VAR}` is filled in when it is reached. */
export interface HttpTransport {
  /** `http` is Streamable HTTP, `sse` the older way with two addresses. */
  readonly kind: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** What an input of a tool names: a file and what is done with it, an address, or neither. */
export type InputUse = 'read' | 'write' | 'delete' | 'url' | 'none'

/** What is known of a server before it is started. */
export interface McpServerDefinition {
  /** As it is written in the configuration; anything but empty. */
  readonly name: string
  readonly transport: StdioTransport | HttpTransport
  /** Where it was written, for messages. */
  readonly origin?: string
  /** Only these tools; raw names, `*` for any characters. All unless set. */
  readonly includeTools?: readonly string[]
  /** Not these tools; wins. */
  readonly excludeTools?: readonly string[]
  /** What the owner says that tools need, instead of what follows from their annotations; raw names, `*`. */
  readonly permissions?: Readonly<Record<string, RequiredPermission>>
  /** What the owner says that inputs of tools name: raw name of the tool or `*`, then the name of the input. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, InputUse>>>>
  /** Whether tools are accepted as they are first seen (default), or only when somebody says so. */
  readonly pins?: 'first-use' | 'explicit'
  /** Milliseconds that a call may take without a sign of progress. Default: a minute. */
  readonly timeoutMs?: number
  /** Milliseconds that a call may take in all. Default: an hour. */
  readonly longestCallMs?: number
  /** Milliseconds until it must have introduced itself. Default: a minute, since programs may be fetched first. */
  readonly startTimeoutMs?: number
  /** Milliseconds without a call after which it is stopped. Default: ten minutes. */
  readonly idleMs?: number
  /** UTF-16 units of text that a result may hold; the rest goes to a file. Default: 100 000. */
  readonly maxResultCharacters?: number
  /** Bytes of one message. Default: 32 MiB. */
  readonly maxMessageBytes?: number
  /** Whether it may ask the model something, or the person. Default: neither. */
  readonly sampling?: boolean
  readonly elicitation?: boolean
  /** How it is to be contained; the app reads it when it starts the program. */
  readonly contained?: boolean
}

const MINUTE_MS = 60_000

/** What holds where a definition says nothing. */
export const SERVER_DEFAULTS = {
  timeoutMs: MINUTE_MS,
  longestCallMs: 60 * MINUTE_MS,
  startTimeoutMs: MINUTE_MS,
  idleMs: 10 * MINUTE_MS,
  maxResultCharacters: 100_000,
  maxMessageBytes: 32 * 1024 * 1024,
} as const
