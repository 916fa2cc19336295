import { closedObject, Type } from '@poundlock/spec/schema'

const Hook = closedObject({
  command: Type.String({
    minLength: 1,
    maxLength: 65_536,
    description:
      'A command line for the shell, run in the folder of this file. It reads the call as JSON from standard input.',
  }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'For messages and records.' })),
  tools: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Which tools: names, aliases, groups, patterns with `*`. Default: every tool.',
    }),
  ),
  priority: Type.Optional(Type.Number({ description: 'Hooks with a higher number run first. Default: 0.' })),
  timeoutSeconds: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 600,
      description: 'Seconds that it may take; after that it counts as a denial. Default: 30.',
    }),
  ),
})

const list = (description: string) => Type.Optional(Type.Array(Hook, { maxItems: 100, description }))

/** `hooks`: programs that check calls. */
export const Hooks = closedObject({
  before: list('Asked before a call runs: they can refuse it, have a person asked, and change its input.'),
  after: list('Runs after a call that succeeded; can withhold its result.'),
  afterFailure: list('Runs after a call that failed.'),
})
