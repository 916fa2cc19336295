import { closedObject, Type } from '@poundlock/spec/schema'

const Text = Type.Optional(Type.String({ minLength: 1 }))

/** A file of cases for `poundlock policy test`. */
export const CasesDocument = closedObject({
  cases: Type.Array(
    closedObject({
      command: Text,
      tool: Text,
      input: Type.Optional(Type.Object({})),
      agent: Text,
      cwd: Text,
      expect: Type.Enum(['allow', 'ask', 'deny']),
      code: Type.Optional(Type.String({ pattern: '^[A-Z_]+$' })),
      why: Type.Optional(Type.String()),
    }),
    { minItems: 1 },
  ),
})
