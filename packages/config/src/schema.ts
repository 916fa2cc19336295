// As a namespace, a bundler leaves out what is not used; the ready-made `Type` holds all of it.
import * as Type from 'typebox'
import type { Static } from 'typebox'

const CommandRule = Type.Union([
  Type.String({ minLength: 1, title: 'a command such as "git diff"' }),
  Type.Object(
    {
      command: Type.String({ minLength: 1 }),
      args: Type.Optional(Type.String({ description: 'A regular expression for the whole of the arguments.' })),
      reason: Type.Optional(Type.String({ description: 'Shown when the rule decides.' })),
      examples: Type.Optional(
        Type.Object(
          { match: Type.Optional(Type.Array(Type.String())), notMatch: Type.Optional(Type.Array(Type.String())) },
          { additionalProperties: false, description: 'Command lines that the rule must cover, and must not.' },
        ),
      ),
    },
    { additionalProperties: false, title: 'an object with the key "command"' },
  ),
])

/** Titles are how a value is named where it is missing: `expected …, or a list of rules`. */
const CommandRules = (description: string) =>
  Type.Array(CommandRule, { maxItems: 10_000, title: 'a list of rules', description })

const Exec = Type.Object(
  {
    host: Type.Optional(Type.Enum(['sandbox', 'gateway'], { description: 'Where commands run. Default: sandbox.' })),
    security: Type.Optional(
      Type.Enum(['deny', 'allowlist', 'full'], { description: 'What runs outside a sandbox. Default: deny.' }),
    ),
    ask: Type.Optional(
      Type.Union([Type.Enum(['off', 'on-miss', 'always']), CommandRules('Commands to ask for.')], {
        description: 'When to ask on a host without a sandbox (default: on-miss), or the list of commands to ask for.',
      }),
    ),
    askMode: Type.Optional(
      Type.Enum(['off', 'on-miss', 'always'], { description: 'When to ask, where `ask` holds a list of commands.' }),
    ),
    askFallback: Type.Optional(
      Type.Enum(['deny', 'allowlist', 'full'], {
        description: 'What an ask becomes with nobody there. Default: deny.',
      }),
    ),
    allow: Type.Optional(CommandRules('Commands that run without asking.')),
    deny: Type.Optional(CommandRules('Commands that never run.')),
    environment: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*\\*?$' }), {
        description:
          'Environment variables that a call may set and that pass to commands; `*` at the end for a prefix.',
      }),
    ),
    safeBins: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9][\\w.+-]*$' }), {
        description: 'Tools that may run on a pipe without a rule. Default: cut, uniq, head, tail, tr, wc.',
      }),
    ),
    timeout: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 86_400,
        description: 'Seconds until a command is ended. Default: 1800.',
      }),
    ),
  },
  { additionalProperties: false },
)

const Files = Type.Object(
  {
    readScope: Type.Optional(
      Type.Enum(['workspace', 'all'], {
        description: 'Outside a sandbox: which files may be read without asking. Default: workspace.',
      }),
    ),
  },
  { additionalProperties: false },
)

const Path = Type.String({ minLength: 1, pattern: '^(?:/|~/|~$)', description: 'Absolute, or below ~.' })

const Sandbox = Type.Object(
  {
    fileMode: Type.Optional(
      Type.Enum(['workspace-only', 'allow-list', 'off'], {
        description: 'What of the disk is there. Default: workspace-only.',
      }),
    ),
    network: Type.Optional(Type.Enum(['off', 'on'], { description: 'Default: off.' })),
    readPaths: Type.Optional(Type.Array(Path, { description: 'Readable besides the system and the workspace.' })),
    writePaths: Type.Optional(Type.Array(Path, { description: 'Writable besides the workspace.' })),
    hiddenPaths: Type.Optional(Type.Array(Path, { description: 'Never visible.' })),
    protectedPaths: Type.Optional(
      Type.Array(Type.String({ minLength: 1, pattern: '^(?!/)(?!.*(?:^|/)\\.\\.(?:/|$)).+$' }), {
        description: 'Read-only inside the workspace; relative to it.',
      }),
    ),
    limits: Type.Optional(
      Type.Object(
        {
          processes: Type.Optional(Type.Integer({ minimum: 8, maximum: Number.MAX_SAFE_INTEGER })),
          memoryBytes: Type.Optional(Type.Integer({ minimum: 16_777_216, maximum: Number.MAX_SAFE_INTEGER })),
          openFiles: Type.Optional(Type.Integer({ minimum: 16, maximum: Number.MAX_SAFE_INTEGER })),
          fileBytes: Type.Optional(Type.Integer({ minimum: 4096, maximum: Number.MAX_SAFE_INTEGER })),
          cpuSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
        },
        { additionalProperties: false, description: 'Upper bounds for one command.' },
      ),
    ),
    onUnavailable: Type.Optional(
      Type.Enum(['refuse', 'degrade'], {
        description: 'When this machine cannot contain: refuse (default), or run with less and say so.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The configuration file: `poundlock.json`, with comments and trailing commas. Closed: unknown keys are errors. */
export const ConfigDocument = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    mode: Type.Optional(
      Type.Enum(['read-only', 'workspace-write', 'danger-full-access', 'prompt', 'allow'], {
        description: 'What a session may do without asking. Default: workspace-write.',
      }),
    ),
    tools: Type.Optional(
      Type.Object({ exec: Type.Optional(Exec), fs: Type.Optional(Files) }, { additionalProperties: false }),
    ),
    sandbox: Type.Optional(Sandbox),
  },
  { additionalProperties: false },
)
export type ConfigDocument = Static<typeof ConfigDocument>
