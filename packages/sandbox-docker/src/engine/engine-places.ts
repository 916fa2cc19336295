import { posix } from 'node:path'

/** What decides where an engine listens. */
export interface EnginePlaces {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly uid: number
  /** Absolute. */
  readonly home: string
}

/**
 * Where engines listen on macOS, below the home folder. Sources: docs.docker.com (Docker Desktop), orbstack.dev,
 * docs.rancherdesktop.io, github.com/abiosoft/colima, podman-machine(1).
 */
const ON_MACOS = [
  '.docker/run/docker.sock',
  '.orbstack/run/docker.sock',
  '.rd/docker.sock',
  '.colima/default/docker.sock',
  '.local/share/containers/podman/machine/podman.sock',
]
/** The same of Podman 5, below the folder for temporary files. */
const PODMAN_ON_MACOS = 'podman/podman-machine-default-api.sock'

/** Named pipes of Docker Desktop and of a Podman machine. Sources: docs.docker.com, podman-machine(1). */
const ON_WINDOWS = ['//./pipe/docker_engine', '//./pipe/dockerDesktopLinuxEngine', '//./pipe/podman-machine-default']

/** The usual sockets of Docker and Podman on a system, in the order in which they are tried. */
export function enginePlaces({ platform, env, uid, home }: EnginePlaces): readonly [string, ...string[]] {
  if (platform === 'win32') return ON_WINDOWS as [string, ...string[]]
  if (platform === 'darwin') {
    const temporary = env['TMPDIR'] === undefined ? [] : [posix.join(env['TMPDIR'], PODMAN_ON_MACOS)]
    return ['/var/run/docker.sock', ...ON_MACOS.map((path) => posix.join(home, path)), ...temporary]
  }
  const runtime = env['XDG_RUNTIME_DIR'] ?? `/run/user/${String(uid)}`
  return [
    '/var/run/docker.sock',
    posix.join(runtime, 'docker.sock'),
    posix.join(runtime, 'podman/podman.sock'),
    '/run/podman/podman.sock',
  ]
}

const INSTALL = 'Install Docker or Podman and start it'

/** What to do where nothing listens: how an engine is installed and started on a system. */
export function engineRemedy(platform: NodeJS.Platform, code: string): string | null {
  switch (code) {
    case 'ENOENT':
      return `there is no such socket. ${installation(platform)}, or set sandbox.docker.engine or DOCKER_HOST`
    case 'ECONNREFUSED':
      return `nothing listens there. ${start(platform)}`
    case 'EACCES':
      return platform === 'linux'
        ? 'this user may not use it. Add the user to the group docker, or use a rootless engine'
        : 'this user may not use it. Start the engine as this user'
    default:
      return null
  }
}

const installation = (platform: NodeJS.Platform): string =>
  platform === 'linux' ? INSTALL : `${INSTALL} (Docker Desktop, or: podman machine init, then podman machine start)`

const start = (platform: NodeJS.Platform): string =>
  platform === 'linux' ? 'Start it: systemctl start docker' : 'Start Docker Desktop, or: podman machine start'
