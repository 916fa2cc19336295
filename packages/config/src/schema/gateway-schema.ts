import { closedObject, Type } from '@poundlock/spec/schema'

/** A PEM file; only the user may read the key. */
const PemFile = (description: string) => Type.String({ pattern: '^(?:/|~/)', maxLength: 4096, description })

const Count = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }))

/** A provider, a colon and a model. */
const MODEL = '^[a-z-]+:\\P{C}+$'

/** `gateway`: where `poundlock gateway run` listens, and whom it lets ask. */
export const Gateway = closedObject({
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^\\P{C}+$',
      description: 'What operators call it. Default: the name of the machine.',
    }),
  ),
  bind: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'Where it is reached beside its local socket: "loopback" (default), "none", or an address of this machine, which needs tls or trustedProxies.',
    }),
  ),
  port: Count(0, 65_535, 'TCP port. Default: 4748; 0 for any that is free.'),
  hosts: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?$',
        title: 'a host name or an address, with a port where it is another one',
      }),
      { maxItems: 100, description: 'Names by which clients reach it, beside its own address. Others are refused.' },
    ),
  ),
  origins: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^https?://(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?$',
        title: 'an origin such as https://desk.example',
      }),
      { maxItems: 100, description: 'Origins of pages that may connect, beside its own. Never "null".' },
    ),
  ),
  tls: Type.Optional(
    closedObject({
      cert: PemFile('The certificate, with those between it and the authority.'),
      key: PemFile('Its private key, mode 0600.'),
    }),
  ),
  trustedProxies: Type.Optional(
    Type.Array(Type.String({ minLength: 2, maxLength: 64 }), {
      maxItems: 100,
      description:
        'Addresses and networks (10.0.0.0/8) of the proxies that speak TLS before it. What X-Forwarded-For says counts from them alone.',
    }),
  ),
  metrics: Type.Optional(
    Type.Enum(['off', 'local', 'network'], {
      description: 'Who may read /metrics: no client (off), this machine (default), or every client. Never web pages.',
    }),
  ),
  traces: Type.Optional(
    closedObject(
      {
        endpoint: Type.Optional(
          Type.String({
            pattern: '^https?://[^\\s@]+$',
            maxLength: 2048,
            description:
              'A collector of OpenTelemetry for OTLP over HTTP, with its path: http://127.0.0.1:4318/v1/traces. Default: that of OTEL_EXPORTER_OTLP_ENDPOINT; spans are sent nowhere without both.',
          }),
        ),
        arguments: Type.Optional(
          Type.Boolean({
            description:
              'Whether spans have the inputs of tools, such as commands; what looks like a secret is left out. Default: false.',
          }),
        ),
      },
      { description: 'Spans of tool calls, by the conventions of OpenTelemetry for generative AI.' },
    ),
  ),
  push: Type.Optional(
    closedObject(
      {
        enabled: Type.Optional(Type.Boolean({ description: 'Whether pushes are sent. Default: true.' })),
        commands: Type.Optional(
          Type.Boolean({
            description:
              'Whether they hold the text of commands, which a phone then shows on its lock screen. Default: false.',
          }),
        ),
        contact: Type.Optional(
          Type.String({
            pattern: '^(?:mailto:[^\\s@]+@[^\\s@]+|https://[^\\s]+)$',
            maxLength: 200,
            description:
              'An address for the operators of push services, mailto: or https:. Default: the page of this project.',
          }),
        ),
        privateHosts: Type.Optional(
          Type.Array(
            Type.String({
              pattern: '^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\\[[0-9a-f:.]+\\])$',
              title: 'a host name or an address',
            }),
            {
              maxItems: 100,
              description:
                'Hosts of push services in your own network: their addresses may be private, their port any. Default: none.',
            },
          ),
        ),
      },
      { description: 'Pushes of waiting approvals to browsers that turned their notices on (Web Push).' },
    ),
  ),
  agents: Type.Optional(
    closedObject(
      {
        model: Type.String({
          pattern: MODEL,
          maxLength: 200,
          description: 'The model of prompts that name none, such as anthropic:claude-sonnet-4-5.',
        }),
        models: Type.Optional(
          Type.Array(Type.String({ pattern: MODEL, maxLength: 200 }), {
            maxItems: 100,
            description: 'Other models that a prompt may name. No other is used.',
          }),
        ),
        baseUrl: Type.Optional(
          Type.String({
            pattern: '^https?://[^\\s@]+$',
            maxLength: 2048,
            description: "The server of the models instead of the provider's own; its key is in POUNDLOCK_MODEL_KEY.",
          }),
        ),
        turns: Count(1, 10_000, 'Requests to the model for one prompt. Default: 200.'),
        atOnce: Count(1, 1000, 'Sessions in which a model works at a time. Default: 64.'),
      },
      { description: 'Models that work in sessions of the gateway, with the keys of its environment. Default: none.' },
    ),
  ),
  drainSeconds: Count(0, 3600, 'Seconds that running calls have to end when the gateway stops. Default: 300.'),
  bus: Type.Optional(
    closedObject(
      {
        servers: Type.Array(
          Type.String({ pattern: '^(?:[A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}$', title: 'host:port' }),
          {
            minItems: 1,
            maxItems: 100,
            description: 'The servers of one NATS cluster; those that they name are not used.',
          },
        ),
        prefix: Type.Optional(
          Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$', description: 'Separates fleets. Default: poundlock.' }),
        ),
        replicas: Type.Optional(Type.Enum([1, 3, 5], { description: 'Servers that keep each record. Default: 1.' })),
        tls: Type.Optional(
          closedObject(
            {
              ca: Type.Optional(PemFile('Certificates of the authorities. Default: those of the system.')),
              cert: Type.Optional(PemFile('The certificate of this gateway.')),
              key: Type.Optional(PemFile('Its private key, mode 0600.')),
            },
            { description: 'Needed for servers on other machines.' },
          ),
        ),
        seedFile: Type.Optional(PemFile('A file with the nkey seed of this gateway, mode 0600.')),
        user: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
        passwordFile: Type.Optional(PemFile('A file with the password of the user, mode 0600.')),
        allowOutdatedServer: Type.Optional(
          Type.Boolean({
            description: 'Use servers older than 2.11, on which keys with a lifetime cannot be written.',
          }),
        ),
      },
      { description: 'The NATS servers that it shares with other gateways. Default: none, it is alone.' },
    ),
  ),
  limits: Type.Optional(
    closedObject({
      sockets: Count(16, 1_000_000, 'Sockets at a time. Default: 20000.'),
      unauthenticated: Count(4, 100_000, 'Of them, those that have proven nothing yet. Default: 1024.'),
      unauthenticatedPerAddress: Count(1, 100_000, 'The same from one address. Default: 256.'),
      requestsAtOnce: Count(1, 10_000, 'Requests of one connection that are being answered. Default: 256.'),
      requestsPerSecond: Count(1, 1_000_000, 'Requests of one connection in a second. Default: 10000.'),
      unreadBytes: Count(
        65_536,
        1_073_741_824,
        'Bytes that wait for a client which does not read, before it is closed. Default: 8388608.',
      ),
    }),
  ),
})
