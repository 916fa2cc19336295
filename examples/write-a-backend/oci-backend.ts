/** A sandbox backend for programs that keep the OCI runtime specification: runc, crun, youki, runsc of gVisor. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkPolicy,
  compileMountPlan,
  detectContainer,
  entriesNow,
  gatherSystemFacts,
  type GuardedRun,
  openGuardedSandbox,
  type ProbeReport,
  type SandboxBackend,
  type SandboxCommand,
  SandboxError,
  type SandboxPolicy,
  type SandboxStatus,
  type StartedCommand,
} from '@poundlock/sandbox'
import { openSweepFolders } from '@poundlock/workspace-guard'
import { writeBundle } from './bundle.ts'
import { runProbe } from './probe.ts'
import { startContainer } from './start-container.ts'

const NAME = 'oci'
const SCRATCH_BYTES = 256 * 1024 ** 2

export interface OciBackendOptions {
  /** Absolute path of the program. */
  readonly runtime: string
  /** An own folder. It is hidden from every command. */
  readonly stateDirectory: string
}

// #region backend
export function createOciBackend(options: OciBackendOptions): SandboxBackend {
  const sweeps = openSweepFolders(options.stateDirectory)
  let proof: Promise<ProbeReport> | null = null
  const openUnproven = (policy: SandboxPolicy, status: SandboxStatus) =>
    openGuardedSandbox({
      policy,
      status,
      sweeps,
      left: null,
      start: (command, run) => start(options, command, run),
    })
  const prove = () => runProbe(NAME, (policy) => openUnproven(check(policy, options), statusOf(policy, null)))
  const proven = (fresh = false) => (proof = fresh || proof === null ? prove() : proof)
  return {
    name: NAME,
    probe: ({ fresh } = {}) => proven(fresh),
    status: async (policy) => statusOf(policy, await proven()),
    async open(given) {
      const policy = check(given, options)
      const status = statusOf(policy, await proven())
      if (!status.active) {
        throw new SandboxError(`${options.runtime} does not contain here. ${status.fallbackReasons.join(' ')}`, {
          code: 'SANDBOX_UNAVAILABLE',
          details: { reasons: status.fallbackReasons },
          remedy: 'Do what the reasons say, or choose another backend.',
        })
      }
      return openUnproven(policy, status)
    },
  }
}
// #endregion

/** Refuses what cannot be kept. Doing less than the policy asks for is no choice that a backend has. */
function check(given: SandboxPolicy, { stateDirectory }: OciBackendOptions): SandboxPolicy {
  const policy = checkPolicy({ ...given, hiddenPaths: [...given.hiddenPaths, stateDirectory] })
  const problem =
    policy.fileMode === 'off'
      ? 'A container has files of its own'
      : policy.workspaceView !== undefined
        ? 'This backend has no view of a workspace'
        : policy.network !== 'off'
          ? 'This backend has no network'
          : null
  if (problem === null) return policy
  throw new SandboxError(`${problem}: the policy cannot be kept. Nothing was run.`, {
    code: 'SANDBOX_POLICY',
    remedy: 'Change the policy, or choose another backend.',
  })
}

/** Says what a probe has shown here, and nothing that it has not. */
function statusOf(policy: SandboxPolicy, report: ProbeReport | null): SandboxStatus {
  const failed = report?.checks.filter(({ passed }) => !passed).map(({ name }) => `The check "${name}" failed.`) ?? []
  const active = report?.contained === true
  return {
    backend: NAME,
    enabled: true,
    active,
    filesystem: policy.fileMode,
    network: policy.network,
    namespaces: active ? ['mount', 'pid', 'ipc', 'uts', 'cgroup', 'net'] : [],
    defences: active ? { seccomp: 'active', 'no-new-privileges': 'active', capabilities: 'active' } : {},
    container: detectContainer(),
    fallbackReasons: [...(report?.reasons ?? []), ...failed],
  }
}

// #region start
/** Starts one command in a container of its own. */
async function start(
  { runtime, stateDirectory }: OciBackendOptions,
  command: SandboxCommand,
  run: GuardedRun,
): Promise<StartedCommand> {
  const id = `poundlock-${randomUUID()}`
  const bundle = join(stateDirectory, 'bundles', id)
  mkdirSync(bundle, { recursive: true, mode: 0o700 })
  try {
    // Files that the command makes belong to the owner of the workspace.
    const { uid, gid } = statSync(run.policy.workspace)
    const user = { uid, gid, name: 'agent' }
    const facts = { system: gatherSystemFacts(), user, scratchBytes: SCRATCH_BYTES, entryAt: entriesNow() }
    writeBundle(bundle, { id, command, user, plan: compileMountPlan(run.policy, facts), limits: run.policy.limits })
    // The workspace is recorded now; nothing may run before.
    await run.begun
    const process = await startContainer({ runtime, root: join(stateDirectory, 'containers'), bundle, id, command })
    const exited = process.exited.then(async (exit) => {
      rmSync(bundle, { recursive: true })
      // Everything of the command has ended: the workspace is looked at again.
      await run.afterEnd()
      return exit
    })
    return { process: { ...process, exited } }
  } catch (error) {
    rmSync(bundle, { recursive: true, force: true })
    throw error
  }
}
// #endregion
