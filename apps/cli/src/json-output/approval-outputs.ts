import { Type } from '@poundlock/spec/schema'
import { document, lines } from './json-output.ts'
import { orNull } from './shapes.ts'

const ApprovalRequirements = Type.Object({
  approve: Type.Number(),
  deny: Type.Number(),
  reason: Type.Enum(['optional', 'required']),
})

const RequestEffect = Type.Object({
  kind: Type.String(),
  path: orNull(Type.String()),
  unknown: Type.Optional(Type.Literal(true)),
})

const AnswerAuthor = Type.Object({
  proof: Type.String(),
  deviceId: Type.String(),
  deviceName: Type.String(),
  role: Type.String(),
})

const ChangeLine = Type.Object({
  kind: Type.Enum(['added', 'context', 'heading', 'hunk', 'note', 'removed']),
  text: Type.String(),
})

const FileIdentity = Type.Object({
  path: Type.String(),
  node: Type.String(),
  size: Type.Number(),
  changed: Type.String(),
  hash: Type.Optional(Type.String()),
  unkept: Type.Optional(Type.String()),
})

const GrantReach = Type.Object({
  maxUses: Type.Optional(Type.Number()),
  expiresAt: Type.Optional(Type.Number()),
  scope: Type.Optional(Type.Enum(['exact', 'folder', 'workspace'])),
  thisSession: Type.Optional(Type.Literal(true)),
})

const ApprovalDefaults = Type.Object({
  ask: Type.Optional(Type.Enum(['always', 'off', 'on-miss'])),
  security: Type.Optional(Type.Enum(['allowlist', 'deny', 'full'])),
  askFallback: Type.Optional(Type.Enum(['allowlist', 'deny', 'full'])),
  autoAllowSkills: Type.Optional(Type.Boolean()),
})

const AllowlistEntry = Type.Object({
  pattern: Type.String(),
  id: Type.Optional(Type.String()),
  args: Type.Optional(Type.String()),
  lastUsedAt: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  lastUsedCommand: Type.Optional(Type.String()),
  lastResolvedPath: Type.Optional(Type.String()),
})

const ExactGrant = Type.Object({
  kind: Type.Literal('exact'),
  folder: Type.String(),
  program: Type.String(),
  words: Type.Array(Type.String()),
  environment: Type.Optional(Type.Array(Type.String())),
  files: Type.Optional(Type.Array(Type.Object({ path: Type.String(), hash: Type.String() }))),
  cwd: Type.Optional(Type.String()),
})

const LikeGrant = Type.Object({
  effects: Type.Array(
    Type.Enum(['environment', 'execute', 'file-delete', 'file-read', 'file-write', 'network', 'privilege', 'process']),
  ),
  kind: Type.Literal('like'),
  folder: Type.String(),
  program: Type.String(),
  subcommand: Type.Array(Type.String()),
  options: Type.Array(Type.String()),
  environment: Type.Optional(Type.Array(Type.String())),
  files: Type.Optional(Type.Array(Type.Object({ path: Type.String(), hash: Type.String() }))),
})

const ApprovalVote = Type.Object({
  at: Type.Number(),
  by: Type.String(),
  decision: Type.Enum(['allow-always', 'allow-once', 'deny']),
  reason: Type.Optional(Type.String()),
  surface: Type.String(),
  limits: Type.Optional(GrantReach),
  author: Type.Optional(AnswerAuthor),
})

const GrantedCommand = Type.Union([ExactGrant, LikeGrant])

const Binding = Type.Object({
  text: Type.String(),
  argv: orNull(Type.Array(Type.Array(Type.String()))),
  executables: Type.Array(FileIdentity),
  scripts: Type.Array(FileIdentity),
  unbound: Type.Optional(Type.Array(Type.String())),
  cwd: FileIdentity,
  environment: Type.Record(Type.String(), Type.String()),
  host: Type.String(),
  agent: Type.String(),
  session: Type.String(),
})

const ApprovalAnswer = Type.Object({
  decision: Type.Enum(['allow-always', 'allow-once', 'deny']),
  limits: Type.Optional(GrantReach),
  reason: Type.Optional(Type.String()),
  by: Type.String(),
  surface: Type.String(),
  author: Type.Optional(AnswerAuthor),
  votes: Type.Optional(Type.Array(ApprovalVote)),
  at: Type.Number(),
})

const ApprovalRequest = Type.Object({
  id: Type.String(),
  createdAt: Type.Number(),
  expiresAt: Type.Number(),
  callId: Type.String(),
  tool: Type.String(),
  reasons: Type.Array(Type.String()),
  reasonOrigins: Type.Optional(
    Type.Array(Type.Object({ rule: Type.Optional(Type.String()), source: Type.Optional(Type.String()) })),
  ),
  sets: Type.Array(Type.String()),
  asker: Type.Optional(Type.String()),
  queued: Type.Optional(Type.Literal(true)),
  origin: Type.Optional(Type.Object({ deviceId: Type.String(), deviceName: Type.String(), role: Type.String() })),
  requires: Type.Optional(ApprovalRequirements),
  approvers: Type.Optional(Type.Object({ group: Type.String(), members: Type.Array(Type.String()) })),
  binding: Binding,
  security: Type.String(),
  effects: Type.Optional(Type.Array(RequestEffect)),
  changes: Type.Optional(Type.Array(ChangeLine)),
  warnings: Type.Array(Type.String()),
  decisions: Type.Array(Type.Enum(['allow-always', 'allow-once', 'deny'])),
  grantCovers: Type.Optional(Type.Array(Type.String())),
  askedParts: Type.Optional(Type.Array(Type.Object({ start: Type.Number(), end: Type.Number() }))),
  likeness: Type.String(),
})

/** What these commands print for `--json`. */
export const APPROVAL_OUTPUTS = {
  'approvals get': document(
    Type.Object({
      file: Type.String(),
      hash: orNull(Type.String()),
      document: Type.Object({
        version: Type.Literal(1),
        socket: Type.Optional(Type.Object({ path: Type.Optional(Type.String()), token: Type.Optional(Type.String()) })),
        defaults: Type.Optional(ApprovalDefaults),
        agents: Type.Optional(
          Type.Record(
            Type.String(),
            Type.Object({
              ask: Type.Optional(Type.Enum(['always', 'off', 'on-miss'])),
              security: Type.Optional(Type.Enum(['allowlist', 'deny', 'full'])),
              allowlist: Type.Optional(Type.Array(AllowlistEntry)),
              askFallback: Type.Optional(Type.Enum(['allowlist', 'deny', 'full'])),
              autoAllowSkills: Type.Optional(Type.Boolean()),
            }),
          ),
        ),
      }),
      agent: Type.String(),
      resolved: Type.Object({
        security: Type.Optional(
          Type.Object({ value: Type.Enum(['allowlist', 'deny', 'full']), origin: Type.String() }),
        ),
        ask: Type.Optional(Type.Object({ value: Type.Enum(['always', 'off', 'on-miss']), origin: Type.String() })),
        askFallback: Type.Optional(
          Type.Object({ value: Type.Enum(['allowlist', 'deny', 'full']), origin: Type.String() }),
        ),
        autoAllowSkills: Type.Optional(Type.Object({ value: Type.Boolean(), origin: Type.String() })),
        allowlist: Type.Array(Type.Object({ value: Type.Array(AllowlistEntry), origin: Type.String() })),
      }),
    }),
  ),
  'approvals set': document(Type.Object({ hash: orNull(Type.String()) })),
  'approvals allowlist add': document(
    Type.Object({
      added: Type.Boolean(),
      agent: Type.String(),
      entry: Type.Object({ args: Type.Optional(Type.String()), id: Type.String(), pattern: Type.String() }),
      hash: orNull(Type.String()),
    }),
  ),
  'approvals allowlist remove': document(
    Type.Object({ removed: Type.String(), agent: Type.String(), hash: orNull(Type.String()) }),
  ),
  'approvals allowlist list': document(
    Type.Object({
      entries: Type.Array(
        Type.Object({
          pattern: Type.String(),
          id: Type.Optional(Type.String()),
          args: Type.Optional(Type.String()),
          lastUsedAt: Type.Optional(Type.Union([Type.String(), Type.Number()])),
          lastUsedCommand: Type.Optional(Type.String()),
          lastResolvedPath: Type.Optional(Type.String()),
          agent: Type.String(),
        }),
      ),
    }),
  ),
  'approvals grants list': document(
    Type.Object({
      grants: Type.Array(
        Type.Object({
          uses: Type.Object({ count: Type.Number(), lastAt: orNull(Type.Number()) }),
          host: Type.String(),
          agent: Type.String(),
          at: Type.Number(),
          id: Type.String(),
          by: Type.String(),
          covers: Type.String(),
          command: GrantedCommand,
          session: Type.Optional(Type.String()),
          expiresAt: Type.Optional(Type.Number()),
          maxUses: Type.Optional(Type.Number()),
        }),
      ),
      broken: Type.Array(Type.Object({ file: Type.String(), message: Type.String() })),
    }),
  ),
  'approvals grants preview': document(
    Type.Object({
      covered: Type.Number(),
      of: Type.Number(),
      prompts: Type.Array(Type.Object({ command: Type.String(), covered: Type.Boolean() })),
      widest: orNull(Type.Object({ command: Type.String(), does: Type.Array(Type.String()) })),
      covers: Type.Array(Type.String()),
      grants: Type.Array(
        Type.Union([
          Type.Object({
            kind: Type.Literal('like'),
            subcommand: Type.Array(Type.String()),
            options: Type.Array(Type.String()),
            effects: Type.Array(
              Type.Enum([
                'environment',
                'execute',
                'file-delete',
                'file-read',
                'file-write',
                'network',
                'privilege',
                'process',
              ]),
            ),
            program: Type.String(),
            folder: Type.String(),
            environment: Type.Optional(Type.Array(Type.String())),
            files: Type.Optional(Type.Array(Type.Object({ path: Type.String(), hash: Type.String() }))),
          }),
          Type.Object({
            kind: Type.Literal('exact'),
            words: Type.Array(Type.String()),
            cwd: Type.Optional(Type.String()),
            program: Type.String(),
            folder: Type.String(),
            environment: Type.Optional(Type.Array(Type.String())),
            files: Type.Optional(Type.Array(Type.Object({ path: Type.String(), hash: Type.String() }))),
          }),
        ]),
      ),
    }),
  ),
  'approvals grants revoke': document(Type.Object({ revoked: Type.String() })),
  'approvals grants limit': document(
    Type.Object({
      grant: Type.Object({
        host: Type.String(),
        agent: Type.String(),
        at: Type.Number(),
        id: Type.String(),
        by: Type.String(),
        covers: Type.String(),
        command: GrantedCommand,
        session: Type.Optional(Type.String()),
        expiresAt: Type.Optional(Type.Number()),
        maxUses: Type.Optional(Type.Number()),
      }),
    }),
  ),
  'approvals pending': document(Type.Object({ requests: Type.Array(ApprovalRequest) })),
  'approvals resolve': document(
    Type.Object({
      answers: Type.Array(
        Type.Object({
          missing: Type.Optional(Type.Number()),
          id: Type.String(),
          counts: Type.Boolean(),
          answer: ApprovalAnswer,
        }),
      ),
    }),
  ),
  'approvals serve': lines(
    Type.Object({ event: Type.Literal('serving'), socket: Type.String(), port: orNull(Type.Number()) }),
    Type.Union([
      Type.Object({ request: ApprovalRequest, event: Type.Enum(['settled', 'waiting']) }),
      Type.Object({
        id: Type.String(),
        state: Type.Enum(['answered', 'cancelled', 'expired', 'pending', 'used']),
        answer: Type.Optional(ApprovalAnswer),
        event: Type.Enum(['settled', 'waiting']),
      }),
    ]),
  ),
  'approvals watch': lines(
    Type.Union([
      Type.Object({
        socket: Type.String(),
        port: orNull(Type.Number()),
        event: Type.Literal('watching'),
        serves: Type.Boolean(),
      }),
      Type.Object({ gateway: Type.String(), event: Type.Literal('watching'), serves: Type.Boolean() }),
    ]),
    Type.Union([
      Type.Object({ request: ApprovalRequest, event: Type.Enum(['settled', 'waiting']) }),
      Type.Object({
        id: Type.String(),
        state: Type.Enum(['answered', 'cancelled', 'expired', 'pending', 'used']),
        answer: Type.Optional(ApprovalAnswer),
        event: Type.Enum(['settled', 'waiting']),
      }),
    ]),
  ),
}
