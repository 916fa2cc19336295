import { detectContainer } from '../container/detect-container.ts'
import type { ProbeReport, Sandbox, SandboxBackend } from '../contract.ts'
import { checkPolicy } from '../mount-plan/check-policy.ts'
import type { SandboxPolicy } from '../policy.ts'
import { SandboxError } from '../sandbox-error.ts'
import type { SandboxStatus } from '../status.ts'
import { startDirectly } from './direct-process.ts'

const REASON =
  'The backend "none" contains nothing: commands run with all the rights of this user. ' +
  'Choose another backend, for example sandbox.backend = "unshare" on Linux.'

/**
 * The backend that contains nothing, and says so. Commands run directly, with the given environment and working
 * directory only, in a process group that is killed as a whole.
 */
export function createNoneBackend(): SandboxBackend {
  const status = (_policy: SandboxPolicy): Promise<SandboxStatus> =>
    Promise.resolve({
      backend: 'none',
      enabled: false,
      active: false,
      filesystem: 'off',
      network: 'on',
      namespaces: [],
      defences: {},
      container: detectContainer(),
      fallbackReasons: [REASON],
    })
  return {
    name: 'none',
    status,
    probe: (): Promise<ProbeReport> =>
      Promise.resolve({ backend: 'none', contained: false, checks: [], reasons: [REASON], milliseconds: 0 }),
    async open(policy) {
      if (policy.workspaceView !== undefined) {
        throw new SandboxError(
          'Nothing can be tried without a sandbox: the command would change the workspace itself.',
          {
            code: 'SANDBOX_POLICY',
            remedy: 'Choose a backend that contains, or run the command without --try.',
          },
        )
      }
      return openUncontained(await status(checkPolicy(policy)))
    },
  }
}

function openUncontained(status: SandboxStatus): Sandbox {
  const running = new Set<Awaited<ReturnType<typeof startDirectly>>>()
  return {
    status,
    async run(command) {
      const started = await startDirectly(command)
      running.add(started)
      void started.exited.then(() => running.delete(started))
      return started
    },
    explain: () => [],
    async close() {
      for (const process of running) process.kill('SIGKILL')
      await Promise.all([...running].map((process) => process.exited))
    },
  }
}
