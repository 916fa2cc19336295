import { join } from 'node:path'
import type { ResolvedConfig } from '@poundlock/config'
import { type SandboxBackend, SandboxError } from '@poundlock/sandbox'
import { LocalHostError } from './local-host-error.ts'

/** For whom commands run. */
export interface AgentSession {
  /** Id of the agent; `main` is the default one. */
  readonly agent: string
  /** Key of the session, such as `main`. */
  readonly session: string
}

/** `auto` begins with the strongest way of isolation. */
export type RendererChoice = ResolvedConfig['sandbox']['renderer']['value']

/** What `createUnshareBackend` of `@poundlock/sandbox-unshare` takes. */
export interface UnshareSettings {
  /** Absolute: where proven results of probes are kept. */
  readonly cacheDirectory: string
  /** Absolute: the state folder, which commands never see. */
  readonly stateDirectory: string
  /** Another way of isolation than the strongest that works. */
  readonly renderer?: Exclude<RendererChoice, 'auto'>
  /** Sandboxes that are built ahead, `size` of them; none unless set. */
  readonly pool?: { readonly size: number }
}

type Docker = ResolvedConfig['sandbox']['docker']
/** What `createDockerBackend` of `@poundlock/sandbox-docker` takes. */
export type DockerSettings = AgentSession & {
  /** Absolute: where proven results of probes are kept. */
  readonly cacheDirectory: string
  /** Absolute: the state folder; containers of other ones are left alone. */
  readonly stateDirectory: string
  /** Who shares a container. */
  readonly scope: ResolvedConfig['sandbox']['scope']['value']
} & { readonly [Key in keyof Docker]: NonNullable<Docker[Key]>['value'] }

/**
 * The backends that a program has, by their names in the configuration (`sandbox.backend`). The program chooses them, so
 * that nothing is loaded that it does not use.
 */
export interface Backends {
  /** Linux namespaces; absent where the program does without. */
  readonly unshare?: (settings: UnshareSettings) => SandboxBackend
  /** Docker and Podman; absent where the program does without. */
  readonly docker?: (settings: DockerSettings) => SandboxBackend
}

/** Which backend is wanted, and for whom. */
export interface BackendChoice {
  /** Absolute: the state folder. */
  readonly state: string
  /** The settings in force, with the name of the backend. */
  readonly sandbox: ResolvedConfig['sandbox']
  /** For whom commands will run. */
  readonly caller: AgentSession
  /** In the place of the configured one. */
  readonly renderer?: RendererChoice
  /** How many built sandboxes wait for the next command, where the backend keeps such; none unless set. */
  readonly readySandboxes?: number
}

/**
 * Makes the backend that the configuration names.
 *
 * @throws LocalHostError where the program has no such backend
 * @throws SandboxError `SANDBOX_POLICY` for settings that it cannot keep
 */
export function chooseBackend(backends: Backends, choice: BackendChoice): SandboxBackend {
  const { state, sandbox, caller, renderer = sandbox.renderer.value, readySandboxes = 0 } = choice
  if (sandbox.backend.value === 'docker') {
    if (backends.docker === undefined) throw noBackend(sandbox.backend)
    return backends.docker(dockerSettings(state, sandbox, caller))
  }
  if (sandbox.workspaceAccess.value === 'none') throw noWorkspace(sandbox.workspaceAccess.origin)
  if (backends.unshare === undefined) throw noBackend(sandbox.backend)
  return backends.unshare({
    cacheDirectory: join(state, 'cache', 'sandbox'),
    stateDirectory: state,
    ...(renderer === 'auto' ? {} : { renderer }),
    ...(readySandboxes > 0 && { pool: { size: readySandboxes } }),
  })
}

/** The settings of containers, as the backend takes them. */
export function dockerSettings(
  state: string,
  { docker, scope }: ResolvedConfig['sandbox'],
  { agent, session }: AgentSession,
): DockerSettings {
  const { engine, image, binds, network, user, cpus, readOnlyRoot } = docker
  return {
    cacheDirectory: join(state, 'cache', 'sandbox'),
    stateDirectory: state,
    scope: scope.value,
    agent,
    session,
    ...(engine && { engine: engine.value }),
    ...(image && { image: image.value }),
    ...(binds && { binds: binds.value }),
    ...(network && { network: network.value }),
    ...(user && { user: user.value }),
    ...(cpus && { cpus: cpus.value }),
    ...(readOnlyRoot && { readOnlyRoot: readOnlyRoot.value }),
  }
}

function noBackend({ value, origin }: ResolvedConfig['sandbox']['backend']): LocalHostError {
  return new LocalHostError(`sandbox.backend = "${value}" (${origin}): this program has no backend of that name`, {
    remedy: `Pass it to openLocalHost in backends: { ${value}: … }, or choose another one in the configuration.`,
  })
}

function noWorkspace(origin: string): SandboxError {
  return new SandboxError(`sandbox.workspaceAccess = "none" (${origin}) cannot be had with the backend unshare.`, {
    code: 'SANDBOX_POLICY',
    remedy: 'Set it to "ro", or sandbox.backend to "docker".',
  })
}
