import { closedObject, Type } from '@poundlock/spec/schema'

const CommandRule = Type.Union([
  Type.String({ minLength: 1, title: 'a command such as "git diff"' }),
  closedObject(
    {
      // One of the two: `check-rules.ts` sees to it, with a plainer answer than a union would give.
      command: Type.Optional(Type.String({ minLength: 1 })),
      effect: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'Such as fs.delete, fs.write:/etc/**, net.egress:example.com: what a command does, not its name.',
        }),
      ),
      args: Type.Optional(Type.String({ description: 'A regular expression for the whole of the arguments.' })),
      asWritten: Type.Optional(
        Type.Boolean({
          description: 'An allow rule only where its words follow the program directly, without options between them.',
        }),
      ),
      reason: Type.Optional(Type.String({ description: 'Shown when the rule decides.' })),
      examples: Type.Optional(
        closedObject(
          { match: Type.Optional(Type.Array(Type.String())), notMatch: Type.Optional(Type.Array(Type.String())) },
          { description: 'Command lines that the rule must cover, and must not.' },
        ),
      ),
    },
    { title: 'an object with the key "command"' },
  ),
])

/** Titles are how a value is named where it is missing: `expected …, or a list of rules`. */
const CommandRules = (description: string) =>
  Type.Array(CommandRule, { maxItems: 10_000, title: 'a list of rules', description })

const Flags = (description: string) =>
  Type.Optional(Type.Array(Type.String({ pattern: '^--?[A-Za-z0-9][\\w.-]*$' }), { description }))

const SafeBinProfile = closedObject(
  {
    minPositional: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    maxPositional: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100, description: 'How many operands it may have. Default: none.' }),
    ),
    allowedFlags: Flags('Options without a value.'),
    allowedValueFlags: Flags('Options that take a value, which may name no path.'),
    deniedFlags: Flags('Options that are refused; all that are not named are refused too.'),
  },
  { title: 'a profile such as { "maxPositional": 0, "allowedValueFlags": ["-n"] }' },
)

/** `tools.exec`: how commands run. */
export const Exec = closedObject({
  host: Type.Optional(
    Type.Enum(['sandbox', 'gateway', 'node'], { description: 'Where commands run. Default: sandbox.' }),
  ),
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
      description: 'What happens to a request when no approver is available. Default: deny.',
    }),
  ),
  node: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'With host node: the node that commands run on.' }),
  ),
  proven: Type.Optional(
    Type.Enum(['off', 'read', 'write'], {
      description:
        'With host gateway, security allowlist and ask on-miss: which commands need no rule, since it is proven that they only read in scope (read), or also write only single files of the workspace, or delete there what undo brings back (write). Never secrets or protected files; never more than the mode allows. Default: write.',
    }),
  ),
  allow: Type.Optional(CommandRules('Commands that run without asking.')),
  deny: Type.Optional(CommandRules('Commands that never run.')),
  environment: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*\\*?$' }), {
      description: 'Environment variables that a call may set and that pass to commands; `*` at the end for a prefix.',
    }),
  ),
  pathPrepend: Type.Optional(
    Type.Array(Type.String({ pattern: '^(?:~?/)[^:]*$', maxLength: 4096 }), {
      maxItems: 64,
      description: 'Folders in which commands find programs before all others: absolute, or below `~`.',
    }),
  ),
  safeBins: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z0-9][\\w.+-]*$' }), {
      description: 'Tools that may run on a pipe without a rule. Default: cut, uniq, head, tail, tr, wc.',
    }),
  ),
  safeBinProfiles: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z0-9][\\w.+-]*$' }), SafeBinProfile, {
      description:
        'Which arguments a safe bin may have, by its name. Tools that Poundlock does not know need a profile.',
    }),
  ),
  record: Type.Optional(
    Type.Boolean({
      description: 'Whether what commands print is recorded; true in any file counts. Default: false.',
    }),
  ),
  notifyOnExit: Type.Optional(
    Type.Boolean({
      description: 'Whether a session gets a message when its background command ends. Default: true.',
    }),
  ),
  approvalRunningNoticeMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400_000,
      description:
        'After how many milliseconds a session gets one message that a command still runs; 0 for never. Default: 10000.',
    }),
  ),
  timeout: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400,
      description: 'Seconds after which a command is stopped. Default: 1800.',
    }),
  ),
})
