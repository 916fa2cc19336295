// As a namespace, a bundler leaves out what is not used; the ready-made `Type` holds all of it.
import * as Type from 'typebox'

const closed = { additionalProperties: false }

/** A PEM file; only the user may read the key. */
const PemFile = (description: string) => Type.String({ pattern: '^(?:/|~/)', maxLength: 4096, description })

const Count = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }))

/** `gateway`: where `poundlock gateway run` listens, and whom it lets ask. */
export const Gateway = Type.Object(
  {
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
      Type.Object(
        {
          cert: PemFile('The certificate, with those between it and the authority.'),
          key: PemFile('Its private key, mode 0600.'),
        },
        closed,
      ),
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
        description:
          'Who may read /metrics: nobody, this machine (default), or whoever reaches the gateway. Never pages.',
      }),
    ),
    drainSeconds: Count(0, 3600, 'Seconds that running calls have to end when the gateway stops. Default: 300.'),
    limits: Type.Optional(
      Type.Object(
        {
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
        },
        closed,
      ),
    ),
  },
  closed,
)
