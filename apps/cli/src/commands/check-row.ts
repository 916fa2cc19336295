// As a namespace import, so that a bundler can drop unused parts; the ready-made `Type` holds all of it.
import * as Type from 'typebox'
import type { Static } from 'typebox'

const Absolute = Type.String({ pattern: '^/' })

/** One line of `check --jsonl`. */
export const Row = Type.Object(
  {
    id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    tool: Type.String(),
    input: Type.Unknown(),
    config: Type.Optional(Type.Object({})),
    approvals: Type.Optional(Type.Object({})),
    context: Type.Optional(
      Type.Object(
        {
          agent: Type.Optional(Type.String()),
          session: Type.Optional(Type.String()),
          cwd: Type.Optional(Absolute),
          workspace: Type.Optional(Absolute),
          home: Type.Optional(Absolute),
          shell: Type.Optional(Type.String()),
          provider: Type.Optional(Type.String()),
          model: Type.Optional(Type.String()),
          interactive: Type.Optional(Type.Boolean()),
          env: Type.Optional(Type.Record(Type.String(), Type.String())),
          path: Type.Optional(Type.Array(Type.String())),
          executables: Type.Optional(Type.Record(Type.String(), Type.String())),
          links: Type.Optional(Type.Record(Absolute, Type.String())),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Row = Static<typeof Row>
