// As a namespace import, so that a bundler can drop unused parts; the ready-made `Type` holds all of it.
import * as Type from 'typebox'

const Text = Type.Optional(Type.String({ minLength: 1 }))

/** A file of cases for `poundlock policy test`. */
export const CasesDocument = Type.Object(
  {
    cases: Type.Array(
      Type.Object(
        {
          command: Text,
          tool: Text,
          input: Type.Optional(Type.Object({})),
          agent: Text,
          cwd: Text,
          expect: Type.Enum(['allow', 'ask', 'deny']),
          code: Type.Optional(Type.String({ pattern: '^[A-Z_]+$' })),
          why: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
)
