import { Type } from '@poundlock/spec/schema'
import { document } from './json-output.ts'
import { PathChange, PathProblem, Quarantined, orNull } from './shapes.ts'

const LeftPath = Type.Object({
  reason: Type.String(),
  detail: Type.Optional(Type.String()),
  path: Type.String(),
  bytes: Type.Optional(Type.String()),
})

const GuardedPaths = Type.Object({
  protectedPaths: Type.Array(Type.String()),
  writePaths: Type.Array(Type.String()),
  hiddenPaths: Type.Array(Type.String()),
})

const JobResult = Type.Object({
  reason: Type.Enum(['aborted', 'exit', 'signal', 'spawn-failed', 'timeout']),
  durationMs: Type.Number(),
  signal: orNull(Type.String()),
  truncated: Type.Boolean(),
  exitCode: orNull(Type.Number()),
  interrupted: Type.Boolean(),
  exitText: Type.String(),
  outputOpen: Type.Boolean(),
  message: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  remedy: Type.Optional(Type.String()),
  logComplete: Type.Boolean(),
  notes: Type.Optional(Type.Unknown()),
})

const Job = Type.Object({
  log: Type.String(),
  logSize: Type.Number(),
  id: Type.String(),
  title: Type.String(),
  agent: Type.String(),
  session: Type.String(),
  createdAt: Type.Number(),
  phase: Type.Enum(['ended', 'lost', 'running', 'starting']),
  pid: Type.Optional(Type.Number()),
  pidStart: Type.Optional(Type.String()),
  channels: Type.Optional(Type.Array(Type.String())),
  host: Type.Optional(Type.String()),
  startedAt: Type.Optional(Type.Number()),
  endedAt: Type.Optional(Type.Number()),
  result: Type.Optional(JobResult),
  noticed: Type.Optional(Type.Boolean()),
})

/** What these commands print for `--json`. */
export const WORKSPACE_OUTPUTS = {
  'jobs list': document(Type.Object({ jobs: Type.Array(Job) })),
  'jobs remove': document(Type.Object({ removed: Type.String() })),
  'jobs wait': document(Job),
  'jobs end': document(Job),
  'try list': document(
    Type.Object({
      tries: Type.Array(
        Type.Object({
          state: Type.Enum(['applying', 'interrupted', 'ready', 'running']),
          id: Type.String(),
          workspace: Type.String(),
          command: Type.String(),
          startedAt: Type.Number(),
          view: Type.Object({ kind: Type.Enum(['copy', 'overlay']), reason: orNull(Type.String()) }),
          guarded: GuardedPaths,
          unapproved: Type.Optional(Type.Array(Type.String())),
          endedEarly: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
  'try show': document(
    Type.Object({
      changes: Type.Array(PathChange),
      notes: Type.Array(Type.String()),
      id: Type.String(),
      workspace: Type.String(),
      command: Type.String(),
      startedAt: Type.Number(),
      view: Type.Object({ kind: Type.Enum(['copy', 'overlay']), reason: orNull(Type.String()) }),
      guarded: GuardedPaths,
      unapproved: Type.Optional(Type.Array(Type.String())),
      endedEarly: Type.Optional(Type.String()),
    }),
  ),
  'try apply': document(
    Type.Union([
      Type.Object({
        overwritten: orNull(Type.String()),
        outcome: Type.String(),
        quarantined: Type.Array(Quarantined),
        complete: Type.Boolean(),
      }),
      Type.Object({
        conflicts: Type.Array(PathProblem),
        outcome: Type.String(),
        quarantined: Type.Array(Quarantined),
        complete: Type.Boolean(),
      }),
    ]),
  ),
  'try discard': document(Type.Object({ outcome: Type.String() })),
  'try undo': document(Type.Object({ outcome: Type.String(), left: Type.Array(PathProblem) })),
  undo: document(
    Type.Object({
      outcome: Type.Enum(['conflicting', 'done', 'planned']),
      id: orNull(Type.String()),
      restored: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Optional(Type.String()) })),
      conflicts: Type.Array(LeftPath),
      left: Type.Array(LeftPath),
    }),
  ),
  history: document(
    Type.Object({
      workspace: Type.String(),
      runs: Type.Array(
        Type.Object({
          id: Type.String(),
          tool: Type.String(),
          title: Type.String(),
          agent: Type.String(),
          session: Type.String(),
          startedAt: Type.Number(),
          scope: orNull(Type.Array(Type.String())),
          holder: orNull(Type.String()),
          endedAt: Type.Optional(Type.Number()),
          interrupted: Type.Optional(Type.Literal(true)),
          undoes: Type.Optional(Type.Array(Type.String())),
          undoneBy: Type.Optional(Type.String()),
          changed: Type.Optional(Type.Number()),
        }),
      ),
    }),
  ),
  diff: document(
    Type.Object({
      changes: Type.Array(PathChange),
      notes: Type.Array(Type.String()),
      id: Type.String(),
      tool: Type.String(),
      title: Type.String(),
      agent: Type.String(),
      session: Type.String(),
      startedAt: Type.Number(),
      scope: orNull(Type.Array(Type.String())),
      holder: orNull(Type.String()),
      endedAt: Type.Optional(Type.Number()),
      interrupted: Type.Optional(Type.Literal(true)),
      undoes: Type.Optional(Type.Array(Type.String())),
      undoneBy: Type.Optional(Type.String()),
      changed: Type.Optional(Type.Number()),
    }),
  ),
}
