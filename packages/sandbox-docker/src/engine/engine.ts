import { Agent } from 'node:http'
import { connect } from 'node:net'
import { SandboxError } from '@poundlock/sandbox'
import Docker from 'dockerode'
import { type EngineAddress, findEngine } from './connection.ts'
import { engineRemedy } from './engine-places.ts'

/** The engine and its properties. */
export interface Engine {
  readonly docker: Docker
  /** The same, over connections that do not keep this process alive. */
  readonly background: Docker
  readonly kind: 'docker' | 'podman'
  readonly version: string
  /** `linux` also where the engine runs in a virtual machine. */
  readonly system: string
  /** Its id, which tells two engines apart. */
  readonly id: string
  /** Root in a container is the user that runs the engine, who has no privileges. */
  readonly rootless: boolean
  /** As `process.arch` names it. */
  readonly architecture: string
  /** How many it has: it starts no container that is to use more. */
  readonly processors: number
}

const PROCESSORS: Readonly<Record<string, string>> = { x86_64: 'x64', amd64: 'x64', aarch64: 'arm64', arm64: 'arm64' }

/**
 * Connects to the engine.
 *
 * @throws SandboxError `SANDBOX_UNAVAILABLE` with the reason when it does not answer
 */
export async function connectEngine(wanted: string | undefined): Promise<Engine> {
  const address = findEngine(wanted)
  if (address === null) {
    throw unavailable(
      `The address of the container engine ${JSON.stringify(wanted ?? process.env['DOCKER_HOST'])} cannot be read: ` +
        'write unix:///path/to/socket or tcp://host:port.',
    )
  }
  const docker = new Docker(address)
  let info: EngineInfo
  try {
    info = (await docker.info()) as EngineInfo
  } catch (error) {
    throw unavailable(unreachable(address, error as NodeJS.ErrnoException), error)
  }
  const kind = info.BuildahVersion !== undefined || info.InitBinary === undefined ? await kindOf(docker) : 'docker'
  return {
    docker,
    background: connectInBackground(address),
    kind,
    version: info.ServerVersion ?? 'unknown',
    system: info.OSType ?? 'unknown',
    id: `${kind}:${info.ID ?? ''}:${info.ServerVersion ?? ''}`,
    rootless: (info.SecurityOptions ?? []).some((option) => option.includes('rootless')) || info.Rootless === true,
    architecture: PROCESSORS[info.Architecture ?? ''] ?? info.Architecture ?? 'unknown',
    processors: info.NCPU ?? Infinity,
  }
}

function connectInBackground(address: EngineAddress): Docker {
  const docker = new Docker(address)
  if ('socketPath' in address) {
    const agent = new Agent()
    agent.createConnection = () => connect({ path: address.socketPath }).unref()
    // An option of its connection, docker-modem, which dockerode's types do not list.
    Object.assign(docker.modem as object, { agent })
  }
  return docker
}

interface EngineInfo {
  readonly ID?: string
  readonly ServerVersion?: string
  readonly OSType?: string
  readonly Architecture?: string
  readonly NCPU?: number
  readonly SecurityOptions?: readonly string[]
  readonly InitBinary?: string
  /** Podman's. */
  readonly BuildahVersion?: string
  readonly Rootless?: boolean
}

async function kindOf(docker: Docker): Promise<'docker' | 'podman'> {
  const { Components: parts = [] } = (await docker.version()) as {
    readonly Components?: readonly { readonly Name: string }[]
  }
  return parts.some(({ Name: name }) => name.startsWith('Podman')) ? 'podman' : 'docker'
}

function unreachable(address: EngineAddress, { code = '', message }: NodeJS.ErrnoException): string {
  const endpoint = 'socketPath' in address ? address.socketPath : `${address.host}:${String(address.port)}`
  const remedy = engineRemedy(process.platform, code) ?? `${code} ${message}`.trim()
  return `The container engine at ${endpoint} cannot be reached: ${remedy}.`
}

function unavailable(reason: string, cause?: unknown): SandboxError {
  return new SandboxError(reason, {
    code: 'SANDBOX_UNAVAILABLE',
    details: { reasons: [reason] },
    remedy:
      process.platform === 'linux'
        ? 'Start the engine, or choose sandbox.backend = "unshare".'
        : 'Start the engine: on this system only containers contain.',
    ...(cause === undefined ? {} : { cause }),
  })
}
