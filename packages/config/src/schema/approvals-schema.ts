import { closedObject, Type } from '@poundlock/spec/schema'

/** Secrets stand elsewhere: a configuration is read by others, copied and committed. */
const Secret = (description: string) =>
  Type.Union(
    [
      closedObject({ env: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }) }, { title: '{ "env": … }' }),
      closedObject({ file: Type.String({ pattern: '^(?:/|~/)' }) }, { title: '{ "file": … }' }),
    ],
    { description: `${description} {"env": NAME} or {"file": PATH}: where it is kept.` },
  )

const Approvers = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 1000,
  description:
    'Ids of the people who may answer. Answers of others are ignored; without any id, requests are only shown.',
})

const Url = (description: string) =>
  Type.Optional(Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2000, description }))

const Target = closedObject({
  channel: Type.Enum(['slack', 'telegram', 'discord', 'webhook']),
  to: Type.String({ minLength: 1, maxLength: 2000, description: 'The id of a chat; for a webhook its URL.' }),
})

const Filters = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 100, description }))

const Names = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 100, description }))

const Count = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description }))

const GROUP_NAME = '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'

/** For which requests more is needed than one answer. */
const Requirement = closedObject({
  agents: Names('Only requests of these agents.'),
  tools: Names('Only of these tools.'),
  // A name would not do: who renames a node would take the requirement away.
  hosts: Type.Optional(
    Type.Array(Type.String({ pattern: '^(?:sandbox|gateway|node|node:[0-9a-f]{64})$' }), {
      minItems: 1,
      maxItems: 100,
      description: 'Only of what would run there: sandbox, gateway, node (each node), or node:<id> (that node).',
    }),
  ),
  programs: Names('Only of lines that run one of these programs, or that cannot be read.'),
  approve: Count('So many different people have to allow it. Default: 1.'),
  deny: Count('So many deny it. Default: 1.'),
  reason: Type.Optional(Type.Literal('required', { description: 'Whether an approval needs a reason.' })),
  group: Type.Optional(
    Type.String({
      pattern: GROUP_NAME,
      description: 'Only members of this group may allow it; anybody may deny it.',
    }),
  ),
})

/** `approvals`: where requests for approval are sent, and who may answer there. */
export const Approvals = closedObject({
  timeout: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400,
      description: 'Seconds that a request waits. Default: 1800.',
    }),
  ),
  unattended: Type.Optional(
    Type.Enum(['deny', 'queue'], {
      description:
        'What becomes of a call that needs an approval where no person is asked. "deny": refused at once; "queue": kept for a later answer, and refused until then. Default: deny.',
    }),
  ),
  groups: Type.Optional(
    Type.Record(
      Type.String({ pattern: GROUP_NAME }),
      Type.Array(Type.String({ pattern: '^[a-z]+:\\S{1,200}$' }), {
        minItems: 1,
        maxItems: 200,
        description: 'device:<id>, account:<user of this machine>, slack:<user id>, telegram:<user id> and so on.',
      }),
      { description: 'Groups of people that can answer requests, and that requests can be passed on to.' },
    ),
  ),
  require: Type.Optional(
    Type.Array(Requirement, {
      maxItems: 100,
      description: 'What requests need besides one answer. Every entry that fits a request applies to it.',
    }),
  ),
  exec: Type.Optional(
    closedObject({
      enabled: Type.Optional(Type.Boolean({ description: 'Whether requests are forwarded. Default: false.' })),
      mode: Type.Optional(
        Type.Enum(['session', 'targets', 'both'], {
          description:
            'Where to forward: the chat of the session (a session named "<channel>:<chat>"), the targets, or both. Default: session.',
        }),
      ),
      agentFilter: Filters('Only requests of these agents.'),
      sessionFilter: Filters('Only of sessions whose key holds one of these, or fits it as /pattern/.'),
      targets: Type.Optional(Type.Array(Target, { maxItems: 50 })),
    }),
  ),
  channels: Type.Optional(
    closedObject({
      listen: Type.Optional(
        closedObject(
          {
            host: Type.Optional(Type.String({ minLength: 1, description: 'Default: 127.0.0.1.' })),
            port: Type.Integer({ minimum: 0, maximum: 65_535 }),
          },
          { description: 'The address for buttons and commands by HTTP, behind a proxy with TLS.' },
        ),
      ),
      slack: Type.Optional(
        closedObject({
          botToken: Secret('The bot token (xoxb-…).'),
          signingSecret: Type.Optional(Secret('The signing secret of the app, for buttons and /approve.')),
          approvers: Type.Optional(Approvers),
          apiUrl: Url('Default: https://slack.com/api.'),
        }),
      ),
      telegram: Type.Optional(
        closedObject({
          botToken: Secret('The token of the bot.'),
          botName: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_]{3,64}$' })),
          webhookSecret: Type.Optional(Secret('The secret of the webhook; without it, updates are polled for.')),
          approvers: Type.Optional(Approvers),
          apiUrl: Url('Default: https://api.telegram.org.'),
        }),
      ),
      discord: Type.Optional(
        closedObject({
          botToken: Secret('The token of the bot.'),
          publicKey: Type.Optional(
            Type.String({
              pattern: '^[0-9a-f]{64}$',
              description: 'The public key of the application, for buttons and /approve.',
            }),
          ),
          approvers: Type.Optional(Approvers),
          apiUrl: Url('Default: https://discord.com/api/v10.'),
        }),
      ),
      webhook: Type.Optional(
        closedObject({
          secret: Secret('The key of the signatures in both directions.'),
          approvers: Type.Optional(Approvers),
        }),
      ),
    }),
  ),
})
