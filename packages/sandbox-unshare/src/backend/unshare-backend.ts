import { statSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AbandonedFindings,
  checkPolicy,
  createProbeCache,
  detectContainer,
  gatherSystemFacts,
  openSweepFolders,
  protectConfiguredPaths,
  type ProbeReport,
  type ResolveHost,
  type Sandbox,
  type SandboxBackend,
  SandboxError,
  type SandboxPolicy,
} from '@poundlock/sandbox'
import { type ControlGroups, openControlGroups } from '../control-groups/control-groups.ts'
import { openGroupPlaces } from '../control-groups/group-places.ts'
import { loaderExecutable } from '../loader/elf.ts'
import { writeLoader } from '../loader/write-loader.ts'
import { canWait } from '../pool/can-wait.ts'
import type { PoolOptions } from '../pool/pool-options.ts'
import type { Recipe } from '../pool/sandbox-build.ts'
import { SandboxPool } from '../pool/sandbox-pool.ts'
import { runProbe } from '../probe/run-probe.ts'
import { unavailableReasons } from '../probe/unavailable-reasons.ts'
import { createRenderers } from '../renderers/create-renderers.ts'
import { type Proof, proveRenderers, reasonsOf } from '../renderers/prove-renderers.ts'
import type { Renderer, RendererName } from '../renderers/renderer.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { backendName, describeStatus } from './describe-status.ts'
import { egressRefusals } from './egress.ts'
import { type Users, usersFor } from './inside-user.ts'
import { isArchitecture, type Machine, machineReasons } from './machine-reasons.ts'
import { opaqueFolders } from './opaque-folders.ts'
import { closedFolder } from './reachable.ts'
import { removeAbandoned } from './remove-abandoned.ts'
import { UnshareSandbox } from './unshare-sandbox.ts'

const defaultScratchBytes = 1024 ** 3

export interface UnshareBackendOptions {
  /** An own folder, made with mode 0700: the loader and the answers of probes. Programs must be executable in it. */
  readonly cacheDirectory: string
  /** An own folder, made with mode 0700: what was taken out of workspaces. It is hidden from every command. */
  readonly stateDirectory: string
  /** Size limit of the private HOME, TMPDIR and /dev/shm, each. 1 GiB unless set. */
  readonly scratchBytes?: number
  /** The only way of containing that is used; the strongest that works here unless set. */
  readonly renderer?: RendererName
  /** Lets commands use AF_UNIX sockets: those in the workspace can be reached then. Off unless set. */
  readonly unixSockets?: boolean
  /** Keeps built sandboxes waiting, so that a command starts at once. None unless set. See docs/sandbox.md, The pool. */
  readonly pool?: PoolOptions
  /** Looks up names for commands whose network is an allowlist; the resolver of this machine unless set. */
  readonly resolveHost?: ResolveHost
  /** The machine that is assumed, for tests; the one it runs on unless set. */
  readonly machine?: Machine
}

/** A backend that can build ahead. */
export type UnshareBackend = SandboxBackend & Required<Pick<SandboxBackend, 'warm' | 'close'>>

/**
 * Contains commands with Linux namespaces, mounts and a system call filter, or with what of that a machine has: the
 * strongest renderer that is proven to work. It needs no privileges and no daemon. See docs/sandbox.md.
 */
export function createUnshareBackend(options: UnshareBackendOptions): UnshareBackend {
  const machine = options.machine ?? { platform: process.platform, architecture: process.arch }
  const scratchBytes = options.scratchBytes ?? defaultScratchBytes
  const unixSockets = options.unixSockets ?? false
  let probing: Promise<Proof> | null = null
  let opened: ControlGroups | null = null
  const groups = (): ControlGroups =>
    (opened ??= openControlGroups(openGroupPlaces(join(options.cacheDirectory, 'control-groups'))))
  let tidied = false
  const tidy = (): void => {
    if (tidied) return
    tidied = true
    for (const folder of new Set([options.cacheDirectory, probeFolder(options.cacheDirectory)])) removeAbandoned(folder)
  }

  const sweeps = openSweepFolders(options.stateDirectory)
  const pool = options.pool === undefined ? null : new SandboxPool(options.pool)

  const recipeFor = (policy: SandboxPolicy, renderer: Renderer): Recipe => {
    tidy()
    const architecture = machine.architecture as Architecture
    const users = usersFor(policy.workspace)
    checkReachable(policy.workspace, users)
    return {
      architecture,
      renderer,
      policy,
      users,
      system: gatherSystemFacts(),
      scratchBytes: withinMemory(scratchBytes, policy.limits, groups().limits),
      groups: groups(),
      loader: writeLoader(options.cacheDirectory, architecture),
      ...(options.resolveHost && { resolveHost: options.resolveHost }),
    }
  }

  const openUnproven = (
    recipe: Recipe,
    proof: ProbeReport,
    sandboxes: SandboxPool | null,
    left: AbandonedFindings | null = null,
  ): Sandbox => {
    const { policy, renderer, users } = recipe
    return new UnshareSandbox({
      recipe,
      status: describeStatus({ policy, report: proof, renderer, users, groupLimits: groups().limits }),
      pool: sandboxes === null || !canWait(recipe) ? null : { sandboxes, key: sandboxes.use(recipe) },
      sweeps,
      left,
    })
  }

  const prove = async (fresh: boolean): Promise<Proof> => {
    const impossible = machineReasons(machine)
    if (impossible.length > 0 || !isArchitecture(machine.architecture)) {
      return { report: report([], impossible, 0), renderer: null }
    }
    const { architecture } = machine
    const candidates = createRenderers(architecture, {
      unixSockets,
      cacheDirectory: options.cacheDirectory,
      stateDirectory: options.stateDirectory,
    }).filter(({ name }) => options.renderer === undefined || name === options.renderer)
    return proveRenderers(backendName, candidates, (renderer) => proveOne(architecture, renderer, fresh))
  }

  const proveOne = async (architecture: Architecture, renderer: Renderer, fresh: boolean): Promise<ProbeReport> => {
    const cache = createProbeCache({
      folder: options.cacheDirectory,
      backend: backendName,
      ...(renderer.name === 'namespaces' ? {} : { variant: renderer.name }),
      identity: [Buffer.from(loaderExecutable(architecture)).toString('base64'), ...renderer.identity],
      tools: renderer.tools,
    })
    const stored = fresh ? null : cache.read()
    if (stored !== null) return stored
    const start = performance.now()
    const found = await attempt(architecture, renderer)
    const proven = report(found.checks, found.reasons, performance.now() - start)
    // A refusal is asked for again each time: its cause may have been mended meanwhile.
    if (proven.contained) cache.write(proven)
    return proven
  }

  const attempt = async (
    architecture: Architecture,
    renderer: Renderer,
  ): Promise<Pick<ProbeReport, 'checks' | 'reasons'>> => {
    try {
      const checks = await runProbe(
        architecture,
        probeFolder(options.cacheDirectory),
        async (policy) => openUnproven(recipeFor(checkPolicy(policy), renderer), report([], [], 0), null),
        { unixSockets },
      )
      return { checks, reasons: [] }
    } catch (error) {
      const details = SandboxError.isInstance(error) ? error.details : {}
      const reasons = unavailableReasons({
        message: error instanceof Error ? error.message : String(error),
        step: typeof details['step'] === 'string' ? details['step'] : null,
        errno: typeof details['errno'] === 'number' ? details['errno'] : null,
        container: detectContainer(),
        setting: readSetting,
      })
      return { checks: [], reasons }
    }
  }

  const proven = (): Promise<Proof> => (probing ??= prove(false))
  const provenFor = async (policy: SandboxPolicy): Promise<Proof & { readonly renderer: Renderer }> => {
    const { report: found, renderer } = await proven()
    const refusals = renderer === null ? [] : [...renderer.refusals(policy), ...egressRefusals(policy, renderer)]
    if (policy.workspaceView !== undefined && renderer !== null && renderer.name !== 'namespaces') {
      throw noView(renderer.name)
    }
    if (renderer !== null && refusals.length === 0) return { report: found, renderer }
    const reasons = renderer === null ? reasonsOf(found) : refusals
    throw new SandboxError(`This machine cannot contain commands. ${reasons.join(' ')}`, {
      code: 'SANDBOX_UNAVAILABLE',
      details: { reasons },
      remedy:
        'Do what the reasons say, choose another backend, or let commands run with less (sandbox.onUnavailable = "degrade").',
    })
  }
  const check = (policy: SandboxPolicy): SandboxPolicy =>
    protectConfiguredPaths(
      checkPolicy({ ...policy, hiddenPaths: [...policy.hiddenPaths, options.stateDirectory, options.cacheDirectory] }),
    )

  return {
    name: backendName,
    probe: async ({ fresh = false } = {}) => (await (fresh ? (probing = prove(true)) : proven())).report,
    async status(policy) {
      const users =
        statSync(policy.workspace, { throwIfNoEntry: false }) === undefined ? null : usersFor(policy.workspace)
      return describeStatus({ policy, ...(await proven()), users, groupLimits: groups().limits })
    },
    views: {
      owner: (workspace) => usersFor(workspace).host,
      overlay: {
        opaqueFolders: (folders) =>
          opaqueFolders(options.cacheDirectory, machine.architecture as Architecture, folders),
      },
    },
    async open(given) {
      const policy = check(given)
      const { report: found, renderer } = await provenFor(policy)
      const left = await sweeps.leftBehind()
      return openUnproven(recipeFor(policy, renderer), found, pool, left)
    },
    async warm(given) {
      const policy = check(given)
      const { renderer } = await provenFor(policy)
      const recipe = recipeFor(policy, renderer)
      if (pool !== null && canWait(recipe)) await pool.warm(pool.use(recipe))
    },
    async close() {
      await pool?.close()
    },
  }
}

/** What is in memory counts for no process: where no group counts it, the three folders stay below the limit together. */
function withinMemory(
  scratchBytes: number,
  { memoryBytes }: SandboxPolicy['limits'],
  counted: ControlGroups['limits'],
): number {
  if (memoryBytes === undefined || counted.has('memoryBytes')) return scratchBytes
  return Math.min(scratchBytes, Math.floor(memoryBytes / 4))
}

function report(checks: ProbeReport['checks'], reasons: readonly string[], milliseconds: number): ProbeReport {
  const contained = reasons.length === 0 && checks.every((check) => check.held)
  return { backend: backendName, contained, checks, reasons, milliseconds }
}

/** Others bind folders of the host anew, past what stands in the place of the workspace. */
function noView(renderer: RendererName): SandboxError {
  return new SandboxError(`The renderer "${renderer}" has no view of a workspace in which a command could be tried.`, {
    code: 'SANDBOX_UNAVAILABLE',
    remedy: 'Let the machine make user namespaces (see `poundlock sandbox probe`), or run the command without --try.',
  })
}

/** As root, a cache folder in the home of somebody else, as `sudo` leaves it, cannot be reached in a user namespace. */
function probeFolder(cacheDirectory: string): string {
  const [uid, gid] = [process.geteuid!(), process.getegid!()]
  return uid === 0 && closedFolder(join(cacheDirectory, 'probe'), { uid, gid }) !== null ? tmpdir() : cacheDirectory
}

function checkReachable(workspace: string, { host }: Users): void {
  const closed = process.geteuid?.() === 0 ? closedFolder(workspace, host) : null
  if (closed === null) return
  throw new SandboxError(
    `Commands run as the owner of the workspace ${JSON.stringify(workspace)} (user ${String(host.uid)}), ` +
      `who may not pass the folder ${JSON.stringify(closed)}.`,
    {
      code: 'SANDBOX_POLICY',
      remedy: `Let others pass it (chmod o+x ${JSON.stringify(closed)}), run Poundlock as its owner, or move the workspace.`,
      details: { path: closed },
    },
  )
}

function readSetting(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
