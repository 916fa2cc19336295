import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DEFAULT_PROTECTED_PATHS, type SandboxPolicy } from '@poundlock/sandbox'
import { createDockerBackend, manageContainers, type SandboxScope } from '@poundlock/sandbox-docker'
import Docker from 'dockerode'

const WORDS = ['/bin/sh', '-c', 'echo hi'] as const
const EXPECTED = 'hi\n'

/** `sh -c 'echo hi'` in warm containers of the same settings: by dockerode alone, and as a command of the sandbox. */
export interface DockerWays {
  /** From `open` to the end of the output and of the command. */
  readonly contained: Readonly<Record<'session' | 'agent', () => Promise<void>>>
  /** Create, start, read to the end, inspect; in the container of that scope. */
  readonly bare: Readonly<Record<'session' | 'agent', () => Promise<void>>>
  /** Milliseconds that the first command of a session took, with its container. */
  readonly firstCommandMs: number
  readonly close: () => Promise<void>
}

/**
 * Starts both containers.
 *
 * @param folder where their workspace and state may be
 */
export async function openDockerWays(folder: string): Promise<DockerWays> {
  const workspace = join(folder, 'docker-workspace')
  mkdirSync(workspace)
  const [uid, gid] = process.geteuid?.() === 0 ? [21_357, 21_357] : [process.geteuid!(), process.getegid!()]
  chownSync(workspace, uid, gid)
  const policy: SandboxPolicy = {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: DEFAULT_PROTECTED_PATHS.map(({ path }) => path),
    hiddenPaths: [],
    network: 'off',
    limits: {},
  }
  const docker = new Docker()

  const openScope = (scope: SandboxScope) => {
    const stateDirectory = join(folder, `docker-${scope}`)
    const cacheDirectory = join(folder, 'docker-cache')
    const backend = createDockerBackend({ cacheDirectory, stateDirectory, scope, agent: 'bench', session: 'bench' })
    return {
      stateDirectory,
      async run(): Promise<void> {
        const sandbox = await backend.open(policy)
        const running = await sandbox.run({ file: WORDS[0], args: WORDS.slice(1), cwd: workspace, env: {} })
        const [output] = await Promise.all([buffer(running.stdout!), buffer(running.stderr!), running.exited])
        await sandbox.close()
        if (String(output) !== EXPECTED) throw new Error(`the sandbox printed ${JSON.stringify(String(output))}`)
      },
    }
  }

  const bare = async (id: string): Promise<void> => {
    const exec = await docker.getContainer(id).exec({
      Cmd: [...WORDS],
      User: `${uid}:${gid}`,
      WorkingDir: workspace,
      AttachStdout: true,
      AttachStderr: true,
    })
    const stream: Duplex = await exec.start({ hijack: true, stdin: false })
    const output = await buffer(stream)
    await exec.inspect()
    // Each piece has a head of eight bytes that says of which stream it is.
    if (String(output.subarray(8)) !== EXPECTED) throw new Error(`the engine printed ${JSON.stringify(String(output))}`)
  }

  const scopes = { session: openScope('session'), agent: openScope('agent') }
  const managers = await Promise.all(
    [scopes.session, scopes.agent].map(({ stateDirectory }) => manageContainers({ stateDirectory })),
  )
  const close = async (): Promise<void> => {
    for (const manager of managers) await manager.remove()
  }
  try {
    // Proves the engine first, which is done once a boot.
    await scopes.agent.run()
    const begin = performance.now()
    await scopes.session.run()
    const firstCommandMs = performance.now() - begin
    const [session, agent] = await Promise.all(managers.map(async (manager) => (await manager.list())[0]!.id))
    return {
      contained: { session: () => scopes.session.run(), agent: () => scopes.agent.run() },
      bare: { session: () => bare(session!), agent: () => bare(agent!) },
      firstCommandMs,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
