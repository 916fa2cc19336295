import { Type } from '@poundlock/spec/schema'
import { document } from './json-output.ts'
import { ToolAnnotations, orNull } from './shapes.ts'

const ServerSettings = Type.Object({
  network: Type.Optional(Type.Enum(['allowlist', 'off', 'on'])),
  sandbox: Type.Optional(Type.Boolean()),
  env: Type.Optional(Type.Record(Type.String(), Type.String())),
  cwd: Type.Optional(Type.String()),
  type: Type.Optional(Type.Enum(['http', 'sse', 'stdio'])),
  command: Type.Optional(Type.String()),
  args: Type.Optional(Type.Array(Type.String())),
  includeTools: Type.Optional(Type.Array(Type.String())),
  excludeTools: Type.Optional(Type.Array(Type.String())),
  permissions: Type.Optional(
    Type.Record(Type.String(), Type.Enum(['danger-full-access', 'read-only', 'workspace-write'])),
  ),
  inputs: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Record(Type.String(), Type.Enum(['command', 'delete', 'none', 'read', 'url', 'write'])),
    ),
  ),
  url: Type.Optional(Type.String()),
  enabled: Type.Optional(Type.Boolean()),
  timeoutSeconds: Type.Optional(Type.Number()),
  passEnvironment: Type.Optional(Type.Array(Type.String())),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  pins: Type.Optional(Type.Enum(['explicit', 'first-use'])),
  sampling: Type.Optional(Type.Boolean()),
  elicitation: Type.Optional(Type.Boolean()),
  maxResultCharacters: Type.Optional(Type.Number()),
  maxCallSeconds: Type.Optional(Type.Number()),
  startTimeoutSeconds: Type.Optional(Type.Number()),
  idleSeconds: Type.Optional(Type.Number()),
})

const Needs = Type.Object({
  readPaths: Type.Array(Type.String()),
  writePaths: Type.Array(Type.String()),
  hosts: Type.Array(Type.String()),
})

/** What these commands print for `--json`. */
export const MCP_OUTPUTS = {
  'mcp needs': document(
    Type.Object({
      server: Type.String(),
      command: Type.String(),
      packages: Type.Array(Type.String()),
      pinned: Type.Array(Type.String()),
      beyond: Type.Array(Type.String()),
      variables: Type.Array(Type.String()),
      workspace: Type.String(),
      home: Type.String(),
      programs: Type.Array(Type.String()),
      granted: Needs,
      wanted: Needs,
      dropped: orNull(Type.String()),
    }),
  ),
  'mcp list': document(
    Type.Object({
      servers: Type.Array(
        Type.Union([
          Type.Object({
            name: Type.String(),
            state: Type.Enum(['configured', 'invoked', 'manifest-known', 'started']),
            origin: Type.Optional(Type.String()),
            transport: Type.Enum(['http', 'sse', 'stdio']),
            target: Type.String(),
            info: orNull(
              Type.Object({
                name: Type.String(),
                version: Type.String(),
                protocolVersion: Type.String(),
                instructions: Type.Optional(Type.String()),
              }),
            ),
            listedAt: orNull(Type.String()),
            callable: Type.Number(),
            withheld: Type.Number(),
            quarantined: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
            drift: Type.Object({
              changed: Type.Array(Type.String()),
              added: Type.Array(Type.String()),
              removed: Type.Array(Type.String()),
            }),
            unmatched: Type.Array(
              Type.Object({
                key: Type.Enum(['excludeTools', 'includeTools', 'inputs', 'permissions']),
                pattern: Type.String(),
              }),
            ),
            problem: orNull(Type.String()),
            failures: Type.Number(),
            restarts: Type.Number(),
            down: Type.Boolean(),
            pid: orNull(Type.Number()),
            stderr: Type.String(),
          }),
          Type.Object({
            name: Type.String(),
            state: Type.Literal('disabled'),
            origin: Type.String(),
            transport: Type.Enum(['http', 'sse', 'stdio']),
            target: Type.String(),
            remedy: Type.String(),
          }),
        ]),
      ),
      ignored: Type.Array(
        Type.Object({
          name: Type.String(),
          origin: Type.String(),
          kind: Type.Enum(['organisation', 'user', 'workspace']),
          reason: Type.Enum(['taken', 'untrusted']),
        }),
      ),
      problems: Type.Array(Type.String()),
      ruleProblems: Type.Array(Type.String()),
    }),
  ),
  'mcp tools': document(
    Type.Object({
      tools: Type.Array(
        Type.Object({
          inputSchema: Type.Unknown(),
          server: Type.String(),
          publicName: Type.String(),
          requiredPermission: Type.Enum(['danger-full-access', 'read-only', 'workspace-write']),
          inputs: Type.Object({
            uses: Type.Record(Type.String(), Type.Enum(['command', 'delete', 'none', 'read', 'url', 'write'])),
            guess: Type.Enum(['addresses', 'all']),
            onlyReads: Type.Boolean(),
            program: Type.Enum(['contained', 'elsewhere', 'offline', 'uncontained']),
            networkUnchanged: Type.Optional(Type.Boolean()),
            base: Type.Optional(Type.String()),
          }),
          withheldBy: orNull(Type.Enum(['added', 'changed', 'unaccepted'])),
          name: Type.String(),
          title: Type.Optional(Type.String()),
          description: Type.String(),
          annotations: ToolAnnotations,
          digest: Type.String(),
        }),
      ),
      unseen: Type.Array(Type.String()),
      problems: Type.Array(
        Type.Object({ server: Type.String(), message: Type.String(), remedy: Type.Optional(Type.String()) }),
      ),
    }),
  ),
  'mcp add': document(Type.Object({ added: Type.String(), file: Type.String(), settings: ServerSettings })),
  'mcp remove': document(Type.Object({ removed: Type.String(), file: Type.String() })),
  'mcp import': document(
    Type.Object({
      file: Type.String(),
      imported: Type.Array(
        Type.Object({
          name: Type.String(),
          settings: ServerSettings,
          origin: Type.String(),
          notes: Type.Array(Type.String()),
          from: Type.String(),
        }),
      ),
      skipped: Type.Array(Type.Object({ name: Type.String(), from: Type.String(), reason: Type.String() })),
      dryRun: Type.Boolean(),
    }),
  ),
  'mcp doctor': document(
    Type.Object({
      ok: Type.Boolean(),
      findings: Type.Array(
        Type.Object({
          server: Type.String(),
          ok: Type.Boolean(),
          message: Type.String(),
          fix: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
  'mcp trust': document(
    Type.Object({ server: Type.String(), granted: Type.Literal(false) }),
    Type.Object({ server: Type.String(), granted: Needs, new: Type.Array(Type.String()) }),
    Type.Object({ server: Type.String(), accepted: Type.Array(Type.String()), new: Type.Array(Type.String()) }),
    Type.Object({ file: Type.String(), trusted: Type.Boolean() }),
    Type.Object({
      file: Type.String(),
      trusted: Type.Boolean(),
      servers: Type.Array(
        Type.Object({
          name: Type.String(),
          settings: ServerSettings,
          origin: Type.String(),
          notes: Type.Array(Type.String()),
        }),
      ),
      skipped: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
    }),
  ),
  'mcp login': document(
    Type.Object({ server: Type.String(), authorized: Type.Boolean() }),
    Type.Object({ server: Type.String(), authorized: Type.Boolean(), callable: Type.Number() }),
  ),
}
