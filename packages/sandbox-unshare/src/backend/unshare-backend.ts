import { statSync } from 'node:fs'
import {
  checkBackendOptions,
  checkPolicy,
  coverDenied,
  openGuardedSandbox,
  type ProbeReport,
  protectConfiguredPaths,
  type Sandbox,
  type SandboxBackend,
  type SandboxPolicy,
  withKeptNetwork,
} from '@poundlock/sandbox'
import { type AbandonedFindings, openSweepFolders, type SweepFolders } from '@poundlock/workspace-guard'
import { canWait } from '../pool/can-wait.ts'
import type { Recipe } from '../pool/sandbox-build.ts'
import { SandboxPool } from '../pool/sandbox-pool.ts'
import type { Renderer } from '../renderers/renderer.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { BACKEND_NAME, describeStatus } from './describe-status.ts'
import { usersFor } from './inside-user.ts'
import { MachineProof } from './machine-proof.ts'
import { opaqueFolders } from './opaque-folders.ts'
import { RecipeMaker } from './recipe-maker.ts'
import { startUnshared, type UnsharedStartOptions } from './start-unshared.ts'
import type { UnshareBackendOptions } from './unshare-options.ts'

const REQUIRED_OPTIONS = { cacheDirectory: 'path', stateDirectory: 'path' } as const

/** A backend that can build ahead. */
export type UnshareBackend = SandboxBackend & Required<Pick<SandboxBackend, 'warm' | 'close'>>

/**
 * Contains commands with Linux namespaces, mounts and a system call filter, or with what of that a machine has: the
 * strongest renderer that is proven to work. It needs no privileges and no daemon. See docs/sandbox.md.
 *
 * @throws SandboxError `SANDBOX_OPTIONS` where a required option is missing or wrong
 */
export function createUnshareBackend(options: UnshareBackendOptions): UnshareBackend {
  checkBackendOptions('createUnshareBackend', options, REQUIRED_OPTIONS)
  const machine = options.machine ?? { platform: process.platform, architecture: process.arch }
  const architecture = machine.architecture as Architecture
  const sweeps = openSweepFolders(options.stateDirectory)
  const pool = options.pool === undefined ? null : new SandboxPool(options.pool)
  const recipes = new RecipeMaker(options, architecture)
  const proof = new MachineProof(options, machine, (policy, renderer, report) =>
    openWith(recipes.make(checkPolicy(policy), renderer), { report, sweeps, pool: null, left: null }),
  )
  const check = (policy: SandboxPolicy): SandboxPolicy =>
    protectConfiguredPaths(
      checkPolicy({ ...policy, hiddenPaths: [...policy.hiddenPaths, options.stateDirectory, options.cacheDirectory] }),
    )
  return {
    name: BACKEND_NAME,
    probe: async ({ fresh = false } = {}) => (await (fresh ? proof.provenAnew() : proof.proven())).report,
    async status(given) {
      const isHere = statSync(given.workspace, { throwIfNoEntry: false }) !== undefined
      const users = isHere && machine.platform === 'linux' ? usersFor(given.workspace) : null
      const proven = await proof.proven()
      const policy = keptBy(proven.renderer, given)
      return describeStatus({ policy, ...proven, users, groupLimits: recipes.groups.limits })
    },
    views: {
      owner: (workspace) => usersFor(workspace).host,
      overlay: {
        opaqueFolders: (folders) => opaqueFolders(options.cacheDirectory, architecture, folders),
      },
    },
    async open(given) {
      const policy = keptBy((await proof.proven()).renderer, check(given))
      const { report, renderer } = await proof.provenFor(policy)
      const left = await sweeps.leftBehind()
      return openWith(recipes.make(policy, renderer), { report, sweeps, pool, left })
    },
    async warm(given) {
      const { policy } = coverDenied(keptBy((await proof.proven()).renderer, check(given)))
      const { renderer } = await proof.provenFor(policy)
      const recipe = recipes.make(policy, renderer)
      if (pool !== null && canWait(recipe)) await pool.warm(pool.use(recipe))
    },
    async close() {
      await pool?.close()
    },
  }
}

const keptBy = (renderer: Renderer | null, policy: SandboxPolicy): SandboxPolicy =>
  withKeptNetwork(policy, renderer?.namespaces({ ...policy, network: 'off' }).includes('net') === true)

interface OpenOptions {
  readonly report: ProbeReport
  readonly sweeps: SweepFolders
  readonly pool: SandboxPool | null
  readonly left: AbandonedFindings | null
}

function openWith(recipe: Recipe, { report, sweeps, pool, left }: OpenOptions): Sandbox {
  const { policy, renderer, users, groups } = recipe
  const startFor = (policyOfRun: SandboxPolicy): UnsharedStartOptions => {
    const own = { ...recipe, policy: policyOfRun }
    return { recipe: own, pool: pool !== null && canWait(own) ? { sandboxes: pool, key: pool.use(own) } : null }
  }
  // Those that patterns have no part in can be built from now on.
  const isDenying = policy.deniedPatterns !== undefined || policy.deniedPaths !== undefined
  let known: UnsharedStartOptions | null = isDenying ? null : startFor(policy)
  return openGuardedSandbox({
    policy,
    status: describeStatus({ policy, report, renderer, users, groupLimits: groups.limits }),
    sweeps,
    left,
    mounted: renderer.mounts,
    refusals: (policyOfRun) => renderer.refusals(policyOfRun),
    start(command, run) {
      if (known?.recipe.policy !== run.policy) known = startFor(run.policy)
      return startUnshared(known, command, run)
    },
  })
}
