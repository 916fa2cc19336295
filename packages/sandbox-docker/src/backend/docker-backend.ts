import { join } from 'node:path'
import {
  type AbandonedFindings,
  checkPolicy,
  createProbeCache,
  gatherSystemFacts,
  openSweepFolders,
  protectConfiguredPaths,
  type ProbeReport,
  type Sandbox,
  type SandboxBackend,
  SandboxError,
  type SandboxPolicy,
  type SystemFacts,
} from '@poundlock/sandbox'
import { checkBind, checkGranted } from '../binds/check-bind.ts'
import { type CommandUser, commandUser, namedUser } from '../container/command-user.ts'
import { ContainerPool } from '../container/container-pool.ts'
import type { ScopeContext } from '../container/labels.ts'
import { ownFiles } from '../container/own-files.ts'
import { connectEngine, type Engine } from '../engine/engine.ts'
import { podmanProcessLimit } from '../engine/podman-limit.ts'
import { lookUpImage, makeRecipe, pullImage, type SandboxImage } from '../image/make-image.ts'
import { runProbe } from '../probe/run-probe.ts'
import { seccompProfile } from '../seccomp/seccomp-profile.ts'
import { backendName, describeStatus, failedChecks } from './describe-status.ts'
import { DockerSandbox } from './docker-sandbox.ts'

const defaultScratchBytes = 1024 ** 3
const defaultCpus = 2

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
  /** Processors' worth of time, for example 1.5. 2 unless set. */
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
const noSystem: SystemFacts = {
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

/** Contains commands in hardened containers of Docker or Podman. See docs/sandbox-docker.md. */
export function createDockerBackend(options: DockerBackendOptions): SandboxBackend {
  const files = ownFiles(join(options.stateDirectory, 'docker'))
  const pools = new Map<string, ContainerPool>()
  let preparing: Promise<Prepared> | null = null
  let probing: Promise<ProbeReport> | null = null
  const unixSockets = options.unixSockets ?? false
  const readOnlyRoot = options.readOnlyRoot ?? true

  const prepare = (): Promise<Prepared> => {
    preparing ??= prepareEngine(options, unixSockets, (content) => files.text(content))
    // What failed is asked for again each time: its cause may have been mended meanwhile.
    preparing.catch(() => (preparing = null))
    return preparing
  }

  const poolFor = (engine: Engine, workspace: string, context: ScopeContext): ContainerPool => {
    const key = JSON.stringify([workspace, context])
    const known = pools.get(key)
    if (known !== undefined) return known
    const { stateDirectory } = options
    const pool = new ContainerPool({ engine, context, workspace, stateDirectory })
    pools.set(key, pool)
    return pool
  }

  const sweeps = openSweepFolders(options.stateDirectory)

  const openUnproven = async (
    policy: SandboxPolicy,
    proof: ProbeReport,
    context: ScopeContext,
    left: AbandonedFindings | null = null,
  ): Promise<Sandbox> => {
    const prepared = await prepare()
    const { engine, image, system, seccomp } = prepared
    const user = commandUser(policy.workspace, options.user, engine.rootless)
    const hiddenPaths = [...policy.hiddenPaths]
    const binds = (options.binds ?? []).map((text) => checkBind(text, { workspace: policy.workspace, hiddenPaths }))
    return new DockerSandbox({
      policy,
      status: statusOf(policy, proof, user, prepared),
      pool: poolFor(engine, policy.workspace, context),
      image,
      system,
      binds,
      files,
      user,
      seccomp,
      readOnlyRoot,
      isPodman: engine.kind === 'podman',
      userProcesses: engine.kind === 'podman' && !engine.rootless ? podmanProcessLimit() : null,
      cpus: options.cpus ?? defaultCpus,
      network: policy.network === 'off' ? 'none' : (options.network ?? 'bridge'),
      endsWithOwner: context.scope === 'session',
      scratchBytes: options.scratchBytes ?? defaultScratchBytes,
      scratchHasOwner: engine.kind === 'docker',
      sweeps,
      left,
    })
  }

  const statusOf = (policy: SandboxPolicy, report: ProbeReport, user: CommandUser | null, prepared: Prepared | null) =>
    describeStatus({
      policy,
      report,
      user,
      rootless: prepared?.engine.rootless ?? false,
      ownFilter: prepared !== null && prepared.seccomp !== null,
      readOnlyRoot,
    })

  const prove = async (fresh: boolean): Promise<ProbeReport> => {
    let prepared: Prepared
    try {
      prepared = await prepare()
    } catch (error) {
      return report([], reasonsOf(error), 0)
    }
    const { engine, image, seccomp } = prepared
    const cache = createProbeCache({
      folder: options.cacheDirectory,
      backend: backendName,
      identity: [engine.id, image.id, JSON.stringify([seccomp, readOnlyRoot, options.user])],
      tools: [],
    })
    const stored = fresh ? null : cache.read()
    if (stored !== null) return stored
    const start = performance.now()
    const used: ContainerPool[] = []
    try {
      const context: ScopeContext = { scope: 'session', agent: 'probe', session: 'probe' }
      const unproven = report([], [], 0)
      const checks = await runProbe((policy) => {
        used.push(poolFor(engine, policy.workspace, context))
        return openUnproven(checkPolicy(policy), unproven, context)
      })
      const proven = report(checks, [], performance.now() - start)
      // A refusal is asked for again each time: its cause may have been mended meanwhile.
      if (proven.contained) cache.write(proven)
      return proven
    } catch (error) {
      return report([], reasonsOf(error), performance.now() - start)
    } finally {
      await Promise.all(used.map((pool) => pool.drain()))
    }
  }

  const proven = (): Promise<ProbeReport> => (probing ??= prove(false))

  return {
    name: backendName,
    // No overlay: what is tried gets a copy.
    views: { owner: (workspace) => commandUser(workspace, options.user, false) },
    probe: ({ fresh = false } = {}) => (fresh ? (probing = prove(true)) : proven()),
    async status(policy) {
      const found = await proven()
      const prepared = found.contained ? await prepare() : null
      const user = prepared === null ? null : commandUser(policy.workspace, options.user, prepared.engine.rootless)
      return statusOf(policy, found, user, prepared)
    },
    async open(given) {
      const policy = check(given, options)
      const found = await proven()
      if (found.contained) return openUnproven(policy, found, scopeOf(options), await sweeps.leftBehind())
      const reasons = [...found.reasons, ...failedChecks(found)]
      throw new SandboxError(`The container engine cannot contain commands. ${reasons.join(' ')}`, {
        code: 'SANDBOX_UNAVAILABLE',
        details: { reasons },
        remedy:
          'Do what the reasons say, choose another backend, or let commands run with less (sandbox.onUnavailable = "degrade").',
      })
    },
  }
}

const scopeOf = ({ scope, agent, session }: ScopeContext): ScopeContext => ({ scope, agent, session })

/** @throws SandboxError `SANDBOX_POLICY` for what a container cannot keep */
function check(given: SandboxPolicy, options: DockerBackendOptions): SandboxPolicy {
  const { stateDirectory, cacheDirectory } = options
  const policy = protectConfiguredPaths(
    checkPolicy({ ...given, hiddenPaths: [...given.hiddenPaths, stateDirectory, cacheDirectory] }),
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
      remedy: 'Choose sandbox.network = "off" or "on", or sandbox.backend = "unshare".',
    })
  }
  if (options.user !== undefined) namedUser(options.user)
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
  const system = gatherSystemFacts()
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
    system: image.recipe === 'system' ? system : noSystem,
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
  const contained = reasons.length === 0 && checks.every((made) => made.held)
  return { backend: backendName, contained, checks, reasons, milliseconds }
}

function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)]
  const reasons = SandboxError.isInstance(error) ? error.details['reasons'] : undefined
  if (Array.isArray(reasons)) return reasons.map(String)
  const remedy = SandboxError.isInstance(error) ? error.remedy : undefined
  return [remedy === undefined ? error.message : `${error.message} ${remedy}`]
}
