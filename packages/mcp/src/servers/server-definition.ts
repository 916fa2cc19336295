import type { RequiredPermission } from '@poundlock/spec'

/** A server that is a program on this machine. `${VAR}` and `${VAR:-default}` are filled in when it is started. */
export interface StdioTransport {
  readonly kind: 'stdio'
  /** A program of the search path, or an absolute path. */
  readonly command: string
  /** Each is passed as it is: no shell reads them. */
  readonly args: readonly string[]
  /** Set in addition to variables that pass. */
  readonly env: Readonly<Record<string, string>>
  /** Names of variables that pass besides the harmless ones; `*` at the end for a prefix. */
  readonly passEnvironment: readonly string[]
  /** Absolute. The manager's folder for servers unless set. */
  readonly cwd?: string
}

/** A server somewhere else, or one that runs already. `${VAR}` is filled in when it is reached. */
export interface HttpTransport {
  /** `http` is Streamable HTTP, `sse` the older way with two addresses. */
  readonly kind: 'http' | 'sse'
  /** `https://…`, or `http://…`. */
  readonly url: string
  /** Sent with each request, by name. */
  readonly headers: Readonly<Record<string, string>>
}

/** The meaning of a tool's input: a file and its access, an address, a command, or none of these. */
export type InputUse = 'read' | 'write' | 'delete' | 'url' | 'command' | 'none'

/** The definition of a server. */
export interface McpServerDefinition {
  /** As it is written in the configuration; anything but empty. */
  readonly name: string
  /** How it is started or reached. */
  readonly transport: StdioTransport | HttpTransport
  /** Where it was written, for messages. */
  readonly origin?: string
  /** Only these tools; raw names, `*` for any characters. All unless set. */
  readonly includeTools?: readonly string[]
  /** Not these tools; wins. */
  readonly excludeTools?: readonly string[]
  /** The owner's permissions of tools, in place of their annotations; raw names, `*`. */
  readonly permissions?: Readonly<Record<string, RequiredPermission>>
  /** What the owner says that inputs of tools name: raw name of the tool or `*`, then the name of the input. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, InputUse>>>>
  /** Whether tools are accepted as they are first seen (default), or only by a person. */
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
  /** Whether it may ask the person something. Default: no. */
  readonly elicitation?: boolean
  /** How it is to be contained; the app reads it when it starts the program. */
  readonly contained?: boolean
  /** Whether its sandbox has no network. */
  readonly offline?: boolean
  /**
   * Why it is only started by a call: rules deny something that no sandbox enforces, so each start needs a decision.
   */
  readonly startsForCallsOnly?: { readonly reason: string; readonly remedy: string }
  /** Whether its sandbox keeps it to the network that commands have. */
  readonly networkUnchanged?: boolean
}

const MINUTE_MS = 60_000

/** The defaults of a definition. */
export const SERVER_DEFAULTS = {
  timeoutMs: MINUTE_MS,
  longestCallMs: 60 * MINUTE_MS,
  startTimeoutMs: MINUTE_MS,
  idleMs: 10 * MINUTE_MS,
  maxResultCharacters: 100_000,
  maxMessageBytes: 32 * 1024 * 1024,
} as const
