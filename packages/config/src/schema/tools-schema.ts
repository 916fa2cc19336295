import { closedObject, Type } from '@poundlock/spec/schema'
import { Exec } from './exec-schema.ts'
import { Files, Web } from './files-schema.ts'
import { Sandbox } from './sandbox-schema.ts'

const ToolNames = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1000, description })

const profile = Type.Optional(
  Type.Enum(['minimal', 'coding', 'messaging', 'full'], { description: 'Which tools there are. Default: full.' }),
)
const allow = Type.Optional(ToolNames('When it holds anything, every other tool is denied. Names, groups, patterns.'))
const deny = Type.Optional(ToolNames('Tools that are never called; always wins.'))

const Elevated = closedObject({
  enabled: Type.Optional(
    Type.Boolean({ description: 'Whether the directive /elevated is available. Default: false.' }),
  ),
  allowFrom: Type.Optional(
    Type.Record(Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { maxItems: 1000 }), {
      description: 'For each provider, the ids of people who may use it; `*` for everybody of that provider.',
    }),
  ),
})

const Repeats = (description: string) => Type.Optional(Type.Integer({ minimum: 2, maximum: 1000, description }))

const LoopDetection = closedObject(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether repeated calls are detected. Default: true.' })),
    warningThreshold: Repeats(
      'After so many identical calls with the same result the model gets a warning. Default: 10.',
    ),
    criticalThreshold: Repeats('After so many the next one is denied. Default: 20.'),
    globalCircuitBreakerThreshold: Repeats('After so many the session does nothing else. Default: 30.'),
  },
  { description: 'Detects calls that repeat with the same result.' },
)

const RedactResults = Type.Enum(['always', 'models', 'never'], {
  description:
    'Where likely secrets are removed from results: everywhere, only where a model reads them, or nowhere. Records never contain any. Default: models.',
})

/** What an agent can have of its own. */
const agentTools = {
  profile,
  allow,
  deny,
  byProvider: Type.Optional(
    Type.Record(Type.String({ minLength: 1 }), closedObject({ profile, allow, deny }), {
      description: 'By the provider of the model (`openai`), or by provider and model (`openai/gpt-5`).',
    }),
  ),
  sandbox: Type.Optional(
    closedObject(
      { tools: Type.Optional(closedObject({ allow, deny })) },
      { description: 'Only while commands run in a sandbox.' },
    ),
  ),
  exec: Type.Optional(Exec),
  elevated: Type.Optional(Elevated),
}

/** `tools`: which tools may be called, and how. */
export const Tools = closedObject({
  ...agentTools,
  fs: Type.Optional(Files),
  web: Type.Optional(Web),
  loopDetection: Type.Optional(LoopDetection),
  redactResults: Type.Optional(RedactResults),
})

/** `mode`: what a session may do without asking. */
export const Mode = Type.Enum(['read-only', 'workspace-write', 'danger-full-access', 'prompt', 'allow'], {
  description: 'What a session may do without asking. Default: workspace-write.',
})

const agent = {
  mode: Type.Optional(Mode),
  tools: Type.Optional(closedObject(agentTools)),
  sandbox: Type.Optional(Sandbox),
}

/** `agents`: what holds for some agents only. */
export const Agents = closedObject({
  defaults: Type.Optional(closedObject(agent, { description: 'For every agent.' })),
  list: Type.Optional(
    Type.Array(closedObject({ id: Type.String({ minLength: 1, maxLength: 256 }), ...agent }), {
      maxItems: 1000,
      description: 'For one agent each, over what holds for every agent.',
    }),
  ),
})
