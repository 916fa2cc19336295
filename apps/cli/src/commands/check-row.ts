import { closedObject, type Static, Type } from '@poundlock/spec/schema'

const Absolute = Type.String({ pattern: '^/' })

/** One line of `check --jsonl`. */
export const Row = closedObject({
  id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  tool: Type.String(),
  input: Type.Unknown(),
  config: Type.Optional(Type.Object({})),
  approvals: Type.Optional(Type.Object({})),
  context: Type.Optional(
    closedObject({
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
    }),
  ),
})
export type Row = Static<typeof Row>
