import { Type } from '@poundlock/spec/schema'
import { document, lines } from './json-output.ts'
import {
  ANY_OBJECT,
  CommandDecision,
  ErrorShape,
  Fix,
  GivenReason,
  PathChange,
  PathProblem,
  PolicyDecision,
  Quarantined,
  Reason,
  SandboxStatus,
  ToolAnnotations,
  ToolContent,
  orNull,
} from './shapes.ts'

const ExitState = Type.Object({ code: orNull(Type.Number()), signal: orNull(Type.String()), timedOut: Type.Boolean() })

const SandboxDenial = Type.Object({
  kind: Type.Enum(['limit', 'network', 'privilege', 'process', 'read', 'write']),
  target: orNull(Type.String()),
  message: Type.String(),
})

const PassedBy = Type.Object({
  kind: Type.String(),
  by: Type.String(),
  answer: Type.String(),
  reason: Type.Optional(Type.String()),
  requestId: Type.Optional(Type.String()),
})

const Refusal = Type.Object({
  code: Type.Enum([
    'AMBIGUOUS',
    'CONTROL_CHARACTER',
    'LONE_SURROGATE',
    'SYNTAX',
    'TOO_DEEP',
    'TOO_LONG',
    'TOO_MANY',
    'UNSUPPORTED',
    'UNTERMINATED',
  ]),
  message: Type.String(),
  span: Type.Array(Type.Number()),
})

const AuditApproval = Type.Object({
  kind: Type.Enum(['fallback', 'grant', 'hook', 'person', 'policy', 'timeout']),
  by: Type.String(),
  answer: Type.Enum(['allow', 'allow-always', 'allow-once', 'deny', 'unknown']),
  requestId: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
})

const ToolOutput = Type.Object({
  content: Type.Array(ToolContent),
  structured: Type.Optional(Type.Unknown()),
  error: Type.Optional(ErrorShape),
})

const RunReport = Type.Object({
  runId: Type.String(),
  denials: Type.Array(SandboxDenial),
  unrecorded: Type.Optional(ErrorShape),
  stdout: Type.String(),
  stderr: Type.String(),
  tail: Type.String(),
  exitCode: orNull(Type.Number()),
  signal: orNull(Type.String()),
  reason: Type.Enum(['aborted', 'exit', 'signal', 'spawn-failed', 'timeout']),
  interrupted: Type.Boolean(),
  exitText: Type.String(),
  truncated: Type.Boolean(),
  spillFile: Type.Optional(Type.String()),
  spillComplete: Type.Optional(Type.Boolean()),
  outputOpen: Type.Boolean(),
  durationMs: Type.Number(),
  error: Type.Optional(ErrorShape),
})

const TryReport = Type.Object({
  id: Type.String(),
  view: Type.Object({ kind: Type.Enum(['copy', 'overlay']), reason: orNull(Type.String()) }),
  changes: Type.Array(PathChange),
  notes: Type.Array(Type.String()),
  settled: Type.Enum(['applied', 'conflicting', 'discarded', 'kept']),
  by: Type.String(),
  conflicts: Type.Array(PathProblem),
  quarantined: Type.Array(Quarantined),
  complete: Type.Boolean(),
})

const CallOutcome = Type.Object({
  callId: Type.String(),
  tool: Type.String(),
  status: Type.Enum(['denied', 'failed', 'invalid', 'ran', 'unapproved', 'unavailable']),
  message: Type.String(),
  decision: orNull(PolicyDecision),
  approval: orNull(AuditApproval),
  sandbox: orNull(SandboxStatus),
  runId: orNull(Type.String()),
  output: orNull(ToolOutput),
  run: orNull(RunReport),
  notes: Type.Array(Type.String()),
  withheld: orNull(Type.Object({ by: Type.String(), reason: Type.String() })),
  job: orNull(Type.Object({ id: Type.String(), log: Type.String(), waitedMs: Type.Number() })),
  tried: orNull(TryReport),
  error: orNull(ErrorShape),
})

/** Of a line that is answered: the `id` of the line with the question. */
const LINE_ID = { id: Type.Optional(Type.Union([Type.String(), Type.Number()])) }

const CheckAnswer = Type.Object({
  decision: Type.Enum(['allow', 'ask', 'deny']),
  reasons: Type.Array(Reason),
  commands: Type.Array(CommandDecision),
  effects: Type.Array(
    Type.Object({
      command: Type.Optional(orNull(Type.String())),
      unknown: Type.Optional(Type.Literal(true)),
      from: Type.Optional(Type.Literal('sandbox')),
      kind: Type.Enum([
        'environment',
        'execute',
        'file-delete',
        'file-read',
        'file-write',
        'network',
        'privilege',
        'process',
      ]),
      path: orNull(Type.String()),
      opens: Type.Optional(Type.Literal(true)),
      recursive: Type.Optional(Type.Literal(true)),
      lists: Type.Optional(Type.Literal(true)),
      pattern: Type.Optional(Type.String()),
      origin: Type.Optional(Type.Enum(['argument', 'download', 'helper', 'workspace'])),
      repository: Type.Optional(Type.Boolean()),
      history: Type.Optional(Type.Literal(true)),
      sends: Type.Optional(Type.Boolean()),
      note: Type.Optional(Type.String()),
    }),
  ),
  fix: Type.Array(Fix),
})

const Refused = Type.Object({ ok: Type.Literal(false), refusal: Refusal })

/** The tree is described in docs/shell.md. */
const Analysis = Type.Object({
  ok: Type.Literal(true),
  complete: Type.Boolean(),
  commands: Type.Array(
    Type.Object({
      name: orNull(Type.String()),
      argv: Type.Array(orNull(Type.String())),
      words: Type.Array(
        Type.Object({
          text: orNull(Type.String()),
          prefix: Type.String(),
          splits: Type.Boolean(),
          pattern: orNull(Type.String()),
          integer: Type.Boolean(),
          array: Type.Optional(Type.Literal(true)),
          span: Type.Array(Type.Number()),
        }),
      ),
      span: Type.Array(Type.Number()),
      context: Type.Enum([
        'carried',
        'compound',
        'function',
        'process-substitution',
        'subshell',
        'substitution',
        'top',
      ]),
      join: Type.Enum(['and', 'background', 'or', 'pipe', 'pipe-both', 'sequence', 'start']),
      wrappers: Type.Array(Type.String()),
      environment: Type.Array(Type.Object({ name: Type.String(), value: orNull(Type.String()) })),
      redirections: Type.Array(
        Type.Object({
          operator: Type.String(),
          fd: Type.Union([Type.Null(), Type.String(), Type.Number()]),
          target: orNull(Type.String()),
          span: Type.Array(Type.Number()),
        }),
      ),
      stdin: Type.Enum(['closed', 'descriptor', 'file', 'here-document', 'here-string', 'inherit', 'null', 'pipe']),
      cwd: orNull(Type.String()),
    }),
  ),
  unresolved: Type.Array(
    Type.Object({ reason: Type.String(), message: Type.String(), span: Type.Array(Type.Number()) }),
  ),
  effects: Type.Array(
    Type.Object({
      kind: Type.Enum(['environment', 'file-read', 'file-write', 'network']),
      path: orNull(Type.String()),
      span: Type.Array(Type.Number()),
    }),
  ),
})

/** What these commands print for `--json`. */
export const CALL_OUTPUTS = {
  check: document(CheckAnswer),
  'check --jsonl': lines(Type.Object({ ...LINE_ID, ...CheckAnswer.properties })),
  exec: document(
    Type.Object({
      message: Type.String(),
      tool: Type.String(),
      session: Type.String(),
      callId: Type.String(),
      reasons: Type.Array(GivenReason),
      status: Type.Enum(['cancelled', 'denied', 'failed', 'invalid', 'ran', 'unapproved', 'unavailable', 'unknown']),
      key: Type.String(),
      content: Type.Array(ToolContent),
      endedAt: Type.Number(),
      startedAt: Type.Optional(Type.Number()),
      decision: Type.Optional(Type.Enum(['allow', 'ask', 'deny'])),
      approval: Type.Optional(PassedBy),
      runId: Type.Optional(Type.String()),
      exit: Type.Optional(ExitState),
      omittedBytes: Type.Optional(Type.Number()),
      job: Type.Optional(Type.String()),
    }),
    Type.Object({
      output: Type.Optional(Type.String()),
      message: Type.String(),
      node: Type.String(),
      state: Type.String(),
      name: Type.String(),
      isError: Type.Boolean(),
      code: Type.Optional(orNull(Type.Number())),
      callId: Type.Optional(Type.String()),
      decision: Type.Optional(Type.Enum(['allow', 'ask', 'deny'])),
      reasons: Type.Optional(Type.Array(GivenReason)),
      durationMs: Type.Optional(Type.Number()),
      signal: Type.Optional(orNull(Type.String())),
    }),
    CallOutcome,
  ),
  'mcp call': document(CallOutcome),
  'tools list': document(
    Type.Object({
      tools: Type.Array(
        Type.Object({
          why: Type.Optional(Type.String()),
          name: Type.String(),
          aliases: Type.Array(Type.String()),
          summary: Type.String(),
          requiredPermission: Type.Enum(['danger-full-access', 'read-only', 'workspace-write']),
          groups: Type.Array(Type.String()),
          annotations: ToolAnnotations,
          mayBeCalled: Type.Boolean(),
        }),
      ),
    }),
  ),
  'tools schema': document(
    Type.Object({
      name: Type.String(),
      description: Type.String(),
      inputSchema: ANY_OBJECT,
      requiredPermission: Type.Enum(['danger-full-access', 'read-only', 'workspace-write']),
      groups: Type.Array(Type.String()),
      annotations: ToolAnnotations,
      summary: Type.String(),
    }),
  ),
  'tools call': document(Type.Object({ events: Type.Array(Type.String()), ...CallOutcome.properties })),
  parse: document(Refused, Type.Object({ ...Analysis.properties, tree: ANY_OBJECT })),
  'parse --jsonl': lines(
    Type.Object({ ...LINE_ID, ...Refused.properties }),
    Type.Object({ ...LINE_ID, ...Analysis.properties }),
  ),
}
