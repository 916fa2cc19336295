import { Type } from '@poundlock/spec/schema'
import { document } from './json-output.ts'
import { ExecSettings, HostSetting, orNull, SandboxStatus } from './shapes.ts'

const EgressRule = Type.Union([
  Type.String(),
  Type.Object({ host: Type.String(), allowPrivate: Type.Optional(Type.Boolean()) }),
])

const Elevation = Type.Object({
  level: Type.Enum(['ask', 'full', 'off', 'on']),
  sender: Type.Object({ provider: Type.String(), id: Type.String() }),
})

const EgressPolicy = Type.Object({
  rules: Type.Array(EgressRule),
  asks: Type.Optional(Type.Literal(true)),
  elseOff: Type.Optional(Type.Literal(true)),
})

const ExecOverrides = Type.Object({
  host: Type.Optional(Type.Enum(['gateway', 'node', 'sandbox'])),
  security: Type.Optional(Type.Enum(['allowlist', 'deny', 'full'])),
  ask: Type.Optional(Type.Enum(['always', 'off', 'on-miss'])),
  node: Type.Optional(Type.String()),
})

const Container = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scope: Type.String(),
  agent: Type.Optional(orNull(Type.String())),
  session: Type.Optional(orNull(Type.String())),
  workspace: Type.String(),
  image: Type.String(),
  state: Type.String(),
  created: Type.String(),
  abandoned: Type.Boolean(),
})

const Containers = Type.Object({
  backend: Type.String(),
  kept: Type.Optional(Type.Array(Container)),
  removed: Type.Optional(Type.Array(Container)),
})

/** What these commands print for `--json`. */
export const SANDBOX_OUTPUTS = {
  'sandbox explain': document(
    Type.Object({
      agent: Type.String(),
      session: Type.String(),
      sandboxed: Type.Boolean(),
      effect: Type.Enum(['contained', 'degraded', 'host', 'refused']),
      why: Type.String(),
      host: HostSetting,
      exec: ExecSettings,
      status: SandboxStatus,
      policy: Type.Object({
        fileMode: Type.Enum(['allow-list', 'off', 'workspace-only']),
        workspace: Type.String(),
        readPaths: Type.Array(Type.String()),
        writePaths: Type.Array(Type.String()),
        protectedPaths: Type.Array(Type.String()),
        hiddenPaths: Type.Array(Type.String()),
        deniedPatterns: Type.Optional(
          Type.Array(Type.Object({ access: Type.Enum(['read', 'write']), pattern: Type.String() })),
        ),
        deniedPaths: Type.Optional(
          Type.Array(Type.Object({ access: Type.Enum(['read', 'write']), path: Type.String() })),
        ),
        network: Type.Enum(['allowlist', 'off', 'on']),
        egress: Type.Optional(EgressPolicy),
        limits: Type.Object({
          processes: Type.Optional(Type.Number()),
          memoryBytes: Type.Optional(Type.Number()),
          openFiles: Type.Optional(Type.Number()),
          fileBytes: Type.Optional(Type.Number()),
          cpuSeconds: Type.Optional(Type.Number()),
        }),
        cachePath: Type.Optional(Type.String()),
        gitIdentity: Type.Optional(
          Type.Object({ name: Type.Optional(Type.String()), email: Type.Optional(Type.String()) }),
        ),
        workspaceView: Type.Optional(
          Type.Union([
            Type.Object({ kind: Type.Literal('overlay'), folder: Type.String() }),
            Type.Object({ kind: Type.Literal('copy'), folder: Type.String(), nested: Type.Array(Type.String()) }),
          ]),
        ),
      }),
      settings: Type.Object({
        mode: Type.Object({ value: Type.Enum(['all', 'non-main', 'off']), origin: Type.String() }),
        network: Type.Object({ value: Type.Enum(['allowlist', 'ask', 'off', 'on']), origin: Type.String() }),
        scope: Type.Object({ value: Type.Enum(['agent', 'session', 'shared']), origin: Type.String() }),
        backend: Type.Object({ value: Type.Enum(['docker', 'unshare']), origin: Type.String() }),
        protectedPaths: Type.Object({ value: Type.Array(Type.String()), origin: Type.String() }),
        workspaceAccess: Type.Object({ value: Type.Enum(['none', 'ro', 'rw']), origin: Type.String() }),
        fileMode: Type.Object({ value: Type.Enum(['allow-list', 'off', 'workspace-only']), origin: Type.String() }),
        egress: Type.Object({ value: Type.Array(EgressRule), origin: Type.String() }),
        readPaths: Type.Object({ value: Type.Array(Type.String()), origin: Type.String() }),
        writePaths: Type.Object({ value: Type.Array(Type.String()), origin: Type.String() }),
        caches: Type.Object({ value: Type.Boolean(), origin: Type.String() }),
        gitIdentity: Type.Object({ value: Type.Boolean(), origin: Type.String() }),
        hiddenPaths: Type.Object({ value: Type.Array(Type.String()), origin: Type.String() }),
        renderer: Type.Object({
          value: Type.Enum(['auto', 'bubblewrap', 'landlock', 'namespaces']),
          origin: Type.String(),
        }),
        onUnavailable: Type.Object({ value: Type.Enum(['degrade', 'refuse']), origin: Type.String() }),
        limits: Type.Object({
          processes: Type.Optional(Type.Object({ value: Type.Number(), origin: Type.String() })),
          memoryBytes: Type.Optional(Type.Object({ value: Type.Number(), origin: Type.String() })),
          openFiles: Type.Optional(Type.Object({ value: Type.Number(), origin: Type.String() })),
          fileBytes: Type.Optional(Type.Object({ value: Type.Number(), origin: Type.String() })),
          cpuSeconds: Type.Optional(Type.Object({ value: Type.Number(), origin: Type.String() })),
        }),
        docker: Type.Object({
          network: Type.Optional(Type.Object({ value: Type.String(), origin: Type.String() })),
          image: Type.Optional(Type.Object({ value: Type.String(), origin: Type.String() })),
          user: Type.Optional(Type.Object({ value: Type.String(), origin: Type.String() })),
          engine: Type.Optional(Type.Object({ value: Type.String(), origin: Type.String() })),
          binds: Type.Optional(Type.Object({ value: Type.Array(Type.String()), origin: Type.String() })),
          cpus: Type.Optional(Type.Object({ value: Type.Number(), origin: Type.String() })),
          readOnlyRoot: Type.Optional(Type.Object({ value: Type.Boolean(), origin: Type.String() })),
        }),
      }),
      tools: Type.Array(
        Type.Object({
          source: Type.Optional(Type.String()),
          because: Type.Optional(Type.String()),
          name: Type.String(),
          allowed: Type.Boolean(),
        }),
      ),
      elevated: Type.Union([
        Type.Object({ available: Type.Literal(true) }),
        Type.Object({
          available: Type.Literal(false),
          gate: Type.Enum(['allowFrom', 'enabled', 'sandbox']),
          key: Type.String(),
          source: Type.String(),
          message: Type.String(),
        }),
      ]),
      sessionState: Type.Object({ exec: Type.Optional(ExecOverrides), elevated: Type.Optional(Elevation) }),
      location: Type.Object({ workspace: Type.String(), cwd: Type.String() }),
    }),
  ),
  'sandbox probe': document(
    Type.Object({
      backend: Type.String(),
      renderer: Type.Optional(Type.String()),
      failed: Type.Optional(Type.Array(Type.Object({ renderer: Type.String(), reasons: Type.Array(Type.String()) }))),
      contained: Type.Boolean(),
      checks: Type.Array(
        Type.Object({
          name: Type.String(),
          description: Type.String(),
          passed: Type.Boolean(),
          evidence: Type.String(),
        }),
      ),
      reasons: Type.Array(Type.String()),
      milliseconds: Type.Number(),
    }),
  ),
  'sandbox image': document(Type.Object({ image: Type.String() })),
  'sandbox list': document(Containers),
  'sandbox recreate': document(Containers),
  'sandbox prune': document(Containers),
}
