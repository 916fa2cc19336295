import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRecorder, makeStateFolder, stateFolder } from '@poundlock/local-host'
import { openJobs, serveJobs, type Job, type Jobs } from '@poundlock/process/jobs'
import { storedWork, startJobWork, type RunWork } from '@poundlock/runtime/host'
import { createNoneBackend, SandboxError, type SandboxBackend } from '@poundlock/sandbox'
import { configuredSandbox, sandboxBackend } from '../sandbox/sandbox-backend.ts'

const folderOf = (state: string) => join(state, 'jobs')

/** The background commands of this state folder. Their host is a process of its own, started when it is needed first. */
export function backgroundJobs(state: string): Jobs {
  return openJobs({ folder: folderOf(state), launchHost: () => launchHost(state) })
}

function launchHost(state: string): void {
  makeStateFolder(state)
  // Where this program was started from may be gone long before the host is.
  const host = spawn(process.execPath, [process.argv[1]!, 'jobs', 'serve'], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, POUNDLOCK_HOME: state },
  })
  host.on('error', () => {
    // The client that waits reports that no host came.
  })
  host.unref()
}

/** `poundlock jobs serve`: runs background commands until no client needs it. */
export async function serveBackgroundJobs(): Promise<void> {
  const state = stateFolder()
  makeStateFolder(state)
  mkdirSync(folderOf(state), { recursive: true, mode: 0o700 })
  const record = createRecorder(state, join(state, 'audit'))
  const none = createNoneBackend()
  const host = await serveJobs({
    folder: folderOf(state),
    keep: storedWork,
    start: (order) => startJobWork(order.work, { record, none, backend: backendOf(state, order) }),
  })
  if (host === null) return
  // Not `once`: without a listener, a library would end the process at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void host.close())
  await host.closed
}

/** The sandbox of a job is the one that it was decided for; where another one is configured by now, it does not run. */
function backendOf(state: string, { work, agent, session }: Pick<Job, 'work' | 'agent' | 'session'>): SandboxBackend {
  const { containment } = work as RunWork
  if (containment === null) return createNoneBackend()
  const backend = sandboxBackend(state, configuredSandbox(containment.policy.workspace, state, agent), {
    agent,
    session,
  })
  if (backend.name === containment.backend) return backend
  throw new SandboxError(`It was decided for the sandbox ${containment.backend}; configured is ${backend.name}.`, {
    code: 'SANDBOX_POLICY',
    remedy: 'Call it again, so that it is decided anew.',
  })
}

/** Whether a job is confined to its workspace: contained, without an unrestricted network. */
export function isConfined({ work }: Job): boolean {
  const { containment } = work as RunWork
  if (containment === null || !containment.active) return false
  return containment.policy.fileMode !== 'off' && containment.policy.network !== 'on'
}
