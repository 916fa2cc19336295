import { Type } from '@poundlock/spec/schema'
import { closed, Count, Id, Name } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'

const OrNull = (text = Type.String()) => Type.Union([text, Type.Null()])
const ServerName = Type.String({ minLength: 1, maxLength: 256 })
const ToolName = Type.String({ minLength: 1, maxLength: 1024 })
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', title: '64 hexadecimal digits' })
const READS = { to: 'gateway', scope: 'config.read', roles: OPERATOR, access: 'read', idempotency: 'none' } as const
const CHANGES = { ...READS, access: 'write' } as const

/** Those of a session in which a model of the gateway works, instead of the gateway's own. Takes `sessions.read`, too. */
const session = Type.Optional(Id)

/** Names of tools, as the server calls them. */
const Names = Type.Array(Type.String())

export const mcpMethods = {
  'mcp.servers': method({
    ...READS,
    params: closed({ session }),
    result: closed({
      servers: Type.Array(
        closed({
          name: Type.String(),
          /** Whether its tools are known; a server is started when a call needs it. */
          state: Type.Enum(['configured', 'manifest-known', 'started', 'invoked', 'disabled']),
          origin: Type.Optional(Type.String()),
          transport: Type.Enum(['stdio', 'http', 'sse']),
          /** Its command line or its address, without secrets. */
          target: Type.String(),
          listedAt: OrNull(),
          /** What the server says of itself. */
          version: OrNull(),
          callable: Count,
          withheld: Count,
          changed: Names,
          added: Names,
          removed: Names,
          quarantined: Type.Array(closed({ name: Type.String(), reason: Type.String() })),
          problem: OrNull(),
        }),
      ),
      /** Entries that do not count, and why. */
      ignored: Type.Array(
        closed({ name: Type.String(), origin: Type.String(), reason: Type.Enum(['untrusted', 'taken']) }),
      ),
      problems: Type.Array(Type.String()),
      /** Open sessions in which models of the gateway work, the newest first; none without `sessions.read`. */
      sessions: Type.Array(closed({ id: Id, label: Type.Optional(Name), agent: Id, workspace: Type.String() })),
    }),
    errors: ['CONFLICT', 'NOT_FOUND'],
    summary: 'Lists the MCP servers of the gateway or of a session, their state and what drifted. Starts nothing.',
  }),
  'mcp.tools': method({
    ...READS,
    params: closed({ server: ServerName, session }),
    result: closed({
      tools: Type.Array(
        closed({
          name: Type.String(),
          /** What is accepted with it: of exactly this tool. `null` for one that is not listed any more. */
          digest: OrNull(Digest),
          withheldBy: Type.Union([Type.Enum(['changed', 'added', 'unaccepted']), Type.Null()]),
          /** All that a person accepts, as text of many lines; `null` where it is not listed any more. */
          listed: OrNull(),
          /** The same as it was accepted; `null` where none was, or nothing of it is kept. */
          accepted: OrNull(),
        }),
      ),
      /** How many more there are: those that are withheld come first. */
      more: Count,
    }),
    errors: ['CONFLICT', 'NOT_FOUND'],
    summary: 'Shows the tools of an MCP server as they are listed, and as they were accepted. Starts nothing.',
  }),
  'mcp.refresh': method({
    ...CHANGES,
    scope: 'admin',
    params: closed({ server: ServerName, session }),
    result: closed({ callable: Count, withheld: Count }),
    errors: ['CONFLICT', 'NOT_FOUND'],
    summary: 'Starts an MCP server, lists its tools anew, and ends it; one that runs goes on.',
  }),
  'mcp.accept': method({
    ...CHANGES,
    scope: 'admin',
    params: closed({
      server: ServerName,
      session,
      tools: Type.Array(closed({ name: ToolName, digest: Digest }), { minItems: 1, maxItems: 1000 }),
    }),
    result: closed({ callable: Count, withheld: Count }),
    errors: ['CONFLICT', 'NOT_FOUND', 'RECORD_FAILED'],
    summary: 'Accepts tools of an MCP server, exactly as they were shown; one that has changed since is refused.',
  }),
  'mcp.withhold': method({
    ...CHANGES,
    scope: 'config.write',
    params: closed({ server: ServerName, session, tools: Type.Array(ToolName, { minItems: 1, maxItems: 1000 }) }),
    result: closed({ callable: Count, withheld: Count }),
    errors: ['CONFLICT', 'NOT_FOUND', 'RECORD_FAILED'],
    summary: 'Takes back that tools of an MCP server are accepted: they cannot be called until they are again.',
  }),
}
