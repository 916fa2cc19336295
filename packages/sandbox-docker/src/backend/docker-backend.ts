import { join } from 'node:path'
import {
  checkBackendOptions,
  checkPolicy,
  createProbeCache,
  openGuardedSandbox,
  type ProbeReport,
  protectConfiguredPaths,
  type Sandbox,
  type SandboxBackend,
  SandboxError,
  type SandboxPolicy,
  withKeptNetwork,
  type SandboxStatus,
  type SystemFacts,
} from '@poundlock/sandbox'
import { type AbandonedFindings, openSweepFolders, type SweepFolders } from '@poundlock/workspace-guard'
import { checkBind, checkGranted } from '../binds/check-bind.ts'
import { type CommandUser, commandUser, namedUser } from '../container/command-user.ts'
import { ContainerPool } from '../container/container-pool.ts'
import type { ScopeContext } from '../container/labels.ts'
import { type OwnFiles, ownFiles } from '../container/own-files.ts'
import { connectEngine, type Engine } from '../engine/engine.ts'
import { podmanProcessLimit } from '../engine/podman-limit.ts'
import { containerFacts } from '../image/container-facts.ts'
import { lookUpImage, makeRecipe, pullImage, type SandboxImage } from '../image/make-image.ts'
import { runProbe } from '../probe/run-probe.ts'
import { seccompProfile } from '../seccomp/seccomp-profile.ts'
import { BACKEND_NAME, describeStatus, failedChecks } from './describe-status.ts'
import { type ContainerStartOptions, startInContainer } from './start-in-container.ts'

const DEFAULT_SCRATCH_BYTES = 1024 ** 3
const DEFAULT_CPUS = 2

const REQUIRED_OPTIONS = {
  cacheDirectory: 'path',
  stateDirectory: 'path',
  scope: ['session', 'agent', 'shared'],
  agent: 'text',
  session: 'text',
} as const

/** How containers are made. */
export interface ContainerOptions {
  /**
   * The name of an image; fetched where the engine has none of that name. Unless set, `poundlock-system`: made here,
   * with the programs of this machine; on other systems than Linux there is no such image.
   */
  readonly image?: string
  /** `host:container[:ro|rw]`; the dangerous ones are refused. */
  readonly binds?: readonly string[]
  /** The network of the engine that commands get when the policy gives them one. `bridge` unless set. */
  readonly network?: string
  /** `uid` or `uid:gid`. The owner of the workspace unless set. */
  readonly user?: string
  /** Processors' worth of time, for example 1.5; no more than the engine has. 2 unless set. */
  readonly cpus?: number
  /** False for images that must write to their own files. */
  readonly readOnlyRoot?: boolean
}

export interface DockerBackendOptions extends ContainerOptions, ScopeContext {
  /** An own folder, made with mode 0700: the answers of probes. */
  readonly cacheDirectory: string
  /** An own folder, made with mode 0700. It is hidden from every command. */
  readonly stateDirectory: string
  /** As `DOCKER_HOST`; that variable, or the usual sockets, unless set. */
  readonly engine?: string
  /** Size limit of the private HOME, TMPDIR and /dev/shm, each. 1 GiB unless set. */
  readonly scratchBytes?: number
  /** Lets commands use AF_UNIX sockets. Off unless set. */
  readonly unixSockets?: boolean
}

/** Nothing of this machine: an image brings its own. */
const NO_SYSTEM: SystemFacts = {
  folders: [],
  links: [],
  configurationBinds: [],
  configurationLinks: [],
  configurationTexts: [],
  networkTexts: [],
  devices: [],
}

interface Prepared {
  readonly engine: Engine
  readonly image: SandboxImage & { readonly name: string }
  readonly system: SystemFacts
  readonly seccomp: string | null
}

/**
 * Contains commands in hardened containers of Docker or Podman. See docs/sandbox-docker.md.
 *
 * @throws SandboxError `SANDBOX_OPTIONS` where a required option is missing or wrong
 */
export function createDockerBackend(options: DockerBackendOptions): SandboxBackend {
  checkBackendOptions('createDockerBackend', options, REQUIRED_OPTIONS)
  const sweeps = openSweepFolders(options.stateDirectory)
  const containers = new DockerContainers(options, sweeps)
  return {
    name: BACKEND_NAME,
    // Containers have no overlay: a try gets a copy.
    views: { owner: (workspace) => commandUser(workspace, options.user, false) },
    probe: ({ fresh = false } = {}) => (fresh ? containers.provenAnew() : containers.proven()),
    status: (policy) => containers.status(withKeptNetwork(policy, false)),
    async open(given) {
      const policy = check(given, options)
      const found = await containers.proven()
      if (found.contained) {
        const left = await sweeps.leftBehind()
        return containers.open(policy, { report: found, scope: scopeOf(options), left })
      }
      const reasons = [...found.reasons, ...failedChecks(found)]
      throw new SandboxError(`The container engine cannot contain commands. ${reasons.join(' ')}`, {
        code: 'SANDBOX_UNAVAILABLE',
        details: { reasons },
        remedy: 'Do what the reasons say, or choose another backend (sandbox.backend).',
      })
    },
  }
}

interface OpenOptions {
  readonly report: ProbeReport
  readonly scope: ScopeContext
  readonly left: AbandonedFindings | null
}

/** The containers of one backend, and the proof that they contain. */
class DockerContainers {
  readonly #options: DockerBackendOptions
  readonly #sweeps: SweepFolders
  readonly #files: OwnFiles
  readonly #pools = new Map<string, ContainerPool>()
  #preparing: Promise<Prepared> | null = null
  #proof: Promise<ProbeReport> | null = null

  constructor(options: DockerBackendOptions, sweeps: SweepFolders) {
    this.#options = options
    this.#sweeps = sweeps
    this.#files = ownFiles(join(options.stateDirectory, 'docker'))
  }

  proven(): Promise<ProbeReport> {
    return (this.#proof ??= this.#prove(false))
  }

  provenAnew(): Promise<ProbeReport> {
    return (this.#proof = this.#prove(true))
  }

  async status(policy: SandboxPolicy): Promise<SandboxStatus> {
    const report = await this.proven()
    const prepared = report.contained ? await this.#prepare() : null
    const user = prepared === null ? null : commandUser(policy.workspace, this.#options.user, prepared.engine.rootless)
    return this.#describe(policy, report, user, prepared)
  }

  async open(policy: SandboxPolicy, { report: proof, scope, left }: OpenOptions): Promise<Sandbox> {
    const prepared = await this.#prepare()
    const start = this.#startOptions(policy, prepared, scope)
    return openGuardedSandbox({
      policy,
      status: this.#describe(policy, proof, start.user, prepared),
      sweeps: this.#sweeps,
      left,
      start: (command, run) => startInContainer({ ...start, policy: run.policy }, command, run),
    })
  }

  #startOptions(policy: SandboxPolicy, prepared: Prepared, scope: ScopeContext): ContainerStartOptions {
    const { engine, image, system, seccomp } = prepared
    const { user, binds = [], readOnlyRoot = true, cpus, network, scratchBytes } = this.#options
    const { workspace, hiddenPaths } = policy
    return {
      policy,
      pool: this.#poolFor(engine, workspace, scope),
      image,
      system,
      binds: binds.map((text) => checkBind(text, { workspace, hiddenPaths: [...hiddenPaths] })),
      files: this.#files,
      user: commandUser(workspace, user, engine.rootless),
      seccomp,
      readOnlyRoot,
      isPodman: engine.kind === 'podman',
      userProcesses: engine.kind === 'podman' && !engine.rootless ? podmanProcessLimit() : null,
      cpus: Math.min(cpus ?? DEFAULT_CPUS, engine.processors),
      network: policy.network === 'off' ? 'none' : (network ?? 'bridge'),
      endsWithOwner: scope.scope === 'session',
      scratchBytes: scratchBytes ?? DEFAULT_SCRATCH_BYTES,
      scratchHasOwner: engine.kind === 'docker',
    }
  }

  #prepare(): Promise<Prepared> {
    const { unixSockets = false } = this.#options
    this.#preparing ??= prepareEngine(this.#options, unixSockets, (content) => this.#files.text(content))
    // A failure is not kept: its cause may be gone the next time.
    this.#preparing.catch(() => (this.#preparing = null))
    return this.#preparing
  }

  #poolFor(engine: Engine, workspace: string, context: ScopeContext): ContainerPool {
    const key = JSON.stringify([workspace, context])
    const known = this.#pools.get(key)
    if (known !== undefined) return known
    const { stateDirectory } = this.#options
    const pool = new ContainerPool({ engine, context, workspace, stateDirectory })
    this.#pools.set(key, pool)
    return pool
  }

  #describe(policy: SandboxPolicy, proof: ProbeReport, user: CommandUser | null, prepared: Prepared | null) {
    return describeStatus({
      policy,
      report: proof,
      user,
      rootless: prepared?.engine.rootless ?? false,
      ownFilter: prepared !== null && prepared.seccomp !== null,
      readOnlyRoot: this.#options.readOnlyRoot ?? true,
    })
  }

  async #prove(fresh: boolean): Promise<ProbeReport> {
    const { cacheDirectory, readOnlyRoot = true, user } = this.#options
    let prepared: Prepared
    try {
      prepared = await this.#prepare()
    } catch (error) {
      return report([], reasonsOf(error), 0)
    }
    const { engine, image, seccomp } = prepared
    const cache = createProbeCache({
      folder: cacheDirectory,
      backend: BACKEND_NAME,
      identity: [engine.id, image.id, JSON.stringify([seccomp, readOnlyRoot, user])],
      tools: [],
    })
    const stored = fresh ? null : cache.read()
    if (stored !== null) return stored
    const proven = await this.#probe(engine)
    // A refusal is not kept: its cause may be gone the next time.
    if (proven.contained) cache.write(proven)
    return proven
  }

  async #probe(engine: Engine): Promise<ProbeReport> {
    const start = performance.now()
    const scope: ScopeContext = { scope: 'session', agent: 'probe', session: 'probe' }
    const unproven = { report: report([], [], 0), scope, left: null }
    const used: ContainerPool[] = []
    try {
      const checks = await runProbe((policy) => {
        used.push(this.#poolFor(engine, policy.workspace, scope))
        return this.open(checkPolicy(policy), unproven)
      })
      return report(checks, [], performance.now() - start)
    } catch (error) {
      return report([], reasonsOf(error), performance.now() - start)
    } finally {
      await Promise.all(used.map((pool) => pool.drain()))
    }
  }
}

const scopeOf = ({ scope, agent, session }: ScopeContext): ScopeContext => ({ scope, agent, session })

/** @throws SandboxError `SANDBOX_POLICY` for a policy that a container cannot enforce */
function check(given: SandboxPolicy, options: DockerBackendOptions): SandboxPolicy {
  const { stateDirectory, cacheDirectory, user } = options
  const { cachePath, ...wanted } = withKeptNetwork(given, false)
  const policy = protectConfiguredPaths(
    checkPolicy({
      ...wanted,
      // Another user could not write it.
      ...(cachePath !== undefined && user === undefined && { cachePath }),
      hiddenPaths: [...given.hiddenPaths, stateDirectory, cacheDirectory],
    }),
  )
  if (policy.fileMode === 'off') {
    throw new SandboxError('A container always has files of its own: file mode "off" cannot be had with docker.', {
      code: 'SANDBOX_POLICY',
      remedy: 'Leave sandbox.fileMode at "workspace-only", or choose sandbox.backend = "unshare".',
    })
  }
  if (policy.workspaceView !== undefined) {
    throw new SandboxError('A container has no view of a workspace in which a command could be tried.', {
      code: 'SANDBOX_UNAVAILABLE',
      remedy: 'Choose sandbox.backend = "unshare", or run the command without --try.',
    })
  }
  if (policy.network !== 'off' && policy.network !== 'on') {
    throw new SandboxError(`The network mode ${JSON.stringify(policy.network)} cannot be had with docker.`, {
      code: 'SANDBOX_POLICY',
      remedy: 'Choose sandbox.network = "off", or sandbox.backend = "unshare".',
    })
  }
  if (user !== undefined) namedUser(user)
  for (const path of [...policy.readPaths, ...policy.writePaths]) checkGranted(path)
  if (options.network !== undefined && /^(?:host|container:.*|ns:.*)$/.test(options.network)) {
    throw new SandboxError(
      `The network ${JSON.stringify(options.network)} is refused: it is not the container’s own.`,
      {
        code: 'SANDBOX_POLICY',
        remedy: 'Name a network of the engine, for example "bridge".',
      },
    )
  }
  return policy
}

async function prepareEngine(
  options: DockerBackendOptions,
  unixSockets: boolean,
  writeText: (content: string) => string,
): Promise<Prepared> {
  const engine = await connectEngine(options.engine)
  if (engine.system !== 'linux') {
    const reason = `The engine runs ${engine.system} containers; commands need those of Linux.`
    throw new SandboxError(reason, { code: 'SANDBOX_UNAVAILABLE', details: { reasons: [reason] } })
  }
  const system = containerFacts()
  const name = options.image ?? (await ownImage(engine, system))
  let image = await lookUpImage(engine.docker, name)
  if (image === null) {
    await pullImage(engine.docker, name)
    image = await lookUpImage(engine.docker, name)
  }
  if (image === null) {
    throw new SandboxError(`The engine has no image ${JSON.stringify(name)}.`, { code: 'SANDBOX_FAILED' })
  }
  const profile = seccompProfile(engine.architecture, { unixSockets })
  const text = profile === null ? null : JSON.stringify(profile)
  return {
    engine,
    image: { ...image, name },
    system: image.recipe === 'system' ? system : NO_SYSTEM,
    // Podman takes the path of a profile, Docker the profile itself.
    seccomp: text === null ? null : engine.kind === 'podman' ? writeText(text) : text,
  }
}

async function ownImage(engine: Engine, system: SystemFacts): Promise<string> {
  if (process.platform === 'linux') return makeRecipe(engine.docker, 'system', system)
  const reason = 'No image is named, and the programs of this machine cannot run in a container.'
  throw new SandboxError(reason, {
    code: 'SANDBOX_UNAVAILABLE',
    details: { reasons: [`${reason} Set sandbox.docker.image, for example to "debian:stable-slim".`] },
  })
}

function report(checks: ProbeReport['checks'], reasons: readonly string[], milliseconds: number): ProbeReport {
  const contained = reasons.length === 0 && checks.every((made) => made.passed)
  return { backend: BACKEND_NAME, contained, checks, reasons, milliseconds }
}

function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)]
  const reasons = SandboxError.isInstance(error) ? error.details['reasons'] : undefined
  if (Array.isArray(reasons)) return reasons.map(String)
  const remedy = SandboxError.isInstance(error) ? error.remedy : undefined
  return [remedy === undefined ? error.message : `${error.message} ${remedy}`]
}
