import { closedObject, Type } from '@poundlock/spec/schema'

/** `sandbox.docker`: how containers are made, where the backend is `docker`. */
export const Docker = closedObject(
  {
    engine: Type.Optional(
      Type.String({
        minLength: 1,
        pattern: '^(?:/|unix:///|tcp://|https?://).+$',
        description: 'Where Docker or Podman listens, as DOCKER_HOST. Default: that variable, or the usual sockets.',
      }),
    ),
    image: Type.Optional(
      Type.String({
        minLength: 1,
        pattern: '^[a-z0-9][\\w./:@-]*$',
        description: 'The image of the container. Default: one that is made here from the programs of this machine.',
      }),
    ),
    binds: Type.Optional(
      Type.Array(Type.String({ pattern: '^/[^:]*:/[^:]*(?::(?:ro|rw))?$' }), {
        description: 'host:container[:ro|rw], absolute; read-only unless it ends in rw. Dangerous folders are refused.',
      }),
    ),
    network: Type.Optional(
      Type.String({
        pattern: '^[a-zA-Z0-9][\\w.-]*$',
        description: 'The container network that commands use when sandbox.network is on. Default: bridge.',
      }),
    ),
    user: Type.Optional(
      Type.String({
        pattern: '^\\d{1,9}(?::\\d{1,9})?$',
        description: 'uid or uid:gid. Default: the workspace’s owner.',
      }),
    ),
    cpus: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 4096,
        description: 'How many processors a container can use, no more than the engine has. Default: 2.',
      }),
    ),
    readOnlyRoot: Type.Optional(
      Type.Boolean({ description: 'Whether the files of the image are read-only. Default: true.' }),
    ),
  },
  { description: 'How containers are made.' },
)
