import { Type } from '@poundlock/spec/schema'
import { document, lines } from './json-output.ts'
import { ANY_OBJECT, orNull } from './shapes.ts'

const OriginProblem = Type.Object({
  message: Type.String(),
  kind: Type.String(),
  seq: orNull(Type.Number()),
  chain: Type.Number(),
})

const LineProblem = Type.Object({
  message: Type.String(),
  kind: Type.String(),
  seq: orNull(Type.Number()),
  line: Type.Number(),
  segment: Type.Optional(Type.String()),
})

const OriginReport = Type.Object({
  problems: Type.Array(OriginProblem),
  head: Type.Object({ seq: Type.Number(), hash: Type.String() }),
  origin: Type.String(),
  records: Type.Number(),
  chains: Type.Number(),
  ok: Type.Boolean(),
  name: Type.Optional(Type.String()),
  announced: Type.Optional(Type.Object({ seq: Type.Number(), hash: Type.String() })),
  announcedAt: Type.Optional(Type.Number()),
})

/** What these commands print for `--json`. */
export const AUDIT_OUTPUTS = {
  'audit tail': lines(
    Type.Object({
      seq: Type.Number(),
      time: Type.String(),
      prev: Type.String(),
      type: Type.String(),
      // docs/audit.md has the types of records.
      data: ANY_OBJECT,
      hash: Type.String(),
      omitted: Type.Optional(Type.Literal(true)),
    }),
  ),
  'audit verify': document(
    Type.Object({
      ok: Type.Boolean(),
      records: Type.Number(),
      segments: Type.Optional(Type.Number()),
      head: Type.Object({ seq: Type.Number(), hash: Type.String() }),
      recoveries: Type.Number(),
      problems: Type.Array(LineProblem),
      problemCount: Type.Number(),
      origins: Type.Optional(Type.Array(OriginReport)),
    }),
  ),
}
