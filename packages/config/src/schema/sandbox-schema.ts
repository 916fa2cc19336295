import { closedObject, Type } from '@poundlock/spec/schema'
import { Docker } from './container-schema.ts'
import { WORKSPACE_PATH } from './workspace-path.ts'

const Path = Type.String({ minLength: 1, pattern: '^(?:/|~/|~$)', description: 'Absolute, or below ~.' })

const EgressHost = Type.String({
  minLength: 1,
  maxLength: 300,
  description:
    'example.org, *.example.org (all below), example.org:8080, 192.0.2.1. Ports 80 and 443 unless named. Or the hosts of a registry: preset:npm, preset:pypi, preset:crates, preset:go, preset:debian, preset:github-read.',
})
const EgressRule = Type.Union([
  EgressHost,
  closedObject({
    host: EgressHost,
    allowPrivate: Type.Optional(
      Type.Boolean({
        description: 'Whether the name may resolve to an address of the local network. Default: false.',
      }),
    ),
  }),
])

/** `sandbox`: what contains commands. */
export const Sandbox = closedObject({
  backend: Type.Optional(
    Type.Enum(['unshare', 'docker'], {
      description:
        'What contains commands: Linux namespaces (default on Linux), or containers of Docker or Podman (default elsewhere).',
    }),
  ),
  mode: Type.Optional(
    Type.Enum(['all', 'non-main', 'off'], {
      description:
        'Which sessions are contained: all (default), all but the session "main", or none. Others run commands on this machine, as tools.exec.security and ask say: not at all unless set.',
    }),
  ),
  scope: Type.Optional(
    Type.Enum(['session', 'agent', 'shared'], {
      description: 'Who shares a container, and how long it is kept. Default: session.',
    }),
  ),
  workspaceAccess: Type.Optional(
    Type.Enum(['none', 'ro', 'rw'], { description: 'How commands see the workspace. Default: rw.' }),
  ),
  docker: Type.Optional(Docker),
  fileMode: Type.Optional(
    Type.Enum(['workspace-only', 'allow-list', 'off'], {
      description: 'Which files of the machine commands can see. Default: workspace-only.',
    }),
  ),
  network: Type.Optional(
    Type.Enum(['off', 'allowlist', 'ask', 'on'], {
      description:
        'Nothing, the hosts that `egress` names, these and every host that a person allows when it is contacted, or everything. Default: off.',
    }),
  ),
  egress: Type.Optional(
    Type.Array(EgressRule, {
      maxItems: 500,
      description: 'With the network "allowlist" or "ask": the hosts that commands can reach without a question.',
    }),
  ),
  readPaths: Type.Optional(
    Type.Array(Path, { description: 'Folders that commands can read besides the system and the workspace.' }),
  ),
  writePaths: Type.Optional(
    Type.Array(Path, { description: 'Folders that commands can write besides the workspace.' }),
  ),
  caches: Type.Optional(
    Type.Boolean({
      description:
        'Whether caches of package managers and compilers are kept from command to command, for each workspace. Default: true.',
    }),
  ),
  gitIdentity: Type.Optional(
    Type.Boolean({
      description: 'Whether commits in the sandbox use the name and address of your own git settings. Default: true.',
    }),
  ),
  hiddenPaths: Type.Optional(Type.Array(Path, { description: 'Files that commands never see.' })),
  protectedPaths: Type.Optional(
    Type.Array(Type.String({ minLength: 1, pattern: WORKSPACE_PATH }), {
      description: 'Read-only inside the workspace; relative to it.',
    }),
  ),
  limits: Type.Optional(
    closedObject(
      {
        processes: Type.Optional(Type.Integer({ minimum: 8, maximum: Number.MAX_SAFE_INTEGER })),
        memoryBytes: Type.Optional(Type.Integer({ minimum: 16_777_216, maximum: Number.MAX_SAFE_INTEGER })),
        openFiles: Type.Optional(Type.Integer({ minimum: 16, maximum: Number.MAX_SAFE_INTEGER })),
        fileBytes: Type.Optional(Type.Integer({ minimum: 4096, maximum: Number.MAX_SAFE_INTEGER })),
        cpuSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      },
      { description: 'Upper bounds for one command.' },
    ),
  ),
  renderer: Type.Optional(
    Type.Enum(['auto', 'namespaces', 'bubblewrap', 'landlock'], {
      description:
        'How commands are contained: the strongest way that works on this machine (auto, default), or only the named one.',
    }),
  ),
  onUnavailable: Type.Optional(
    Type.Enum(['refuse', 'degrade'], {
      description:
        'When this machine cannot contain commands: refuse them (default), or run them with less containment and report it.',
    }),
  ),
})
