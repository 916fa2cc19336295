import { isAbsolute } from 'node:path'
import type { LoadedConfig } from '@poundlock/config/node'
import type { ServerCommand } from '@poundlock/mcp'
import { createExecutableFinder } from '@poundlock/runtime'
import { defaultHiddenPaths, SandboxError } from '@poundlock/sandbox'
import type { ProcessHandle } from '@poundlock/spec'
import { commandPath } from '../setup/command-path.ts'
import { homeFolder } from '../setup/home-folder.ts'
import { sandboxBackend } from '../setup/sandbox-backend.ts'
import { sandboxPolicy } from '../setup/sandbox-policy.ts'
import { MAIN_SESSION } from '../setup/sandboxed-session.ts'
import type { Place } from '../setup/workspace.ts'

interface Containment {
  readonly config: LoadedConfig
  readonly place: Place
  readonly stateDirectory: string
  /** Instead of what commands reach. */
  readonly network: 'off' | 'allowlist' | 'on' | undefined
}

/**
 * Starts a server as commands are run: in the sandbox, seeing the workspace and the tool chains, with a sandbox of its
 * own that ends with it.
 *
 * @throws SandboxError when it cannot be contained; nothing runs then
 */
export async function startContained(command: ServerCommand, containment: Containment): Promise<ProcessHandle> {
  const { config, place, stateDirectory: state, network } = containment
  const home = homeFolder()
  const caller = { agent: 'main', session: MAIN_SESSION }
  const backend = sandboxBackend(state, config.resolved.sandbox, caller)
  const hiddenPaths = [state, ...defaultHiddenPaths(home === '/' ? '' : home).map((entry) => entry.path)]
  const { path, readPaths } = commandPath(command.env, { home, workspace: place.workspace, hiddenPaths })
  const { egress: _egress, ...policy } = sandboxPolicy(config.resolved, place, { home, hiddenPaths, readPaths })
  const reached = network ?? policy.network
  const sandbox = await backend.open({
    ...policy,
    network: reached,
    ...(reached === 'allowlist' && { egress: { rules: config.resolved.sandbox.egress.value } }),
  })
  try {
    const file = isAbsolute(command.file) ? command.file : createExecutableFinder(path)(command.file, command.cwd)
    if (file === null) {
      throw new SandboxError(`The program ${JSON.stringify(command.file)} was not found for the sandbox.`, {
        code: 'SANDBOX_FAILED',
        remedy: 'Name it by its absolute path, and make its folder readable: sandbox.readPaths.',
      })
    }
    const handle = await sandbox.run({
      ...command,
      file,
      env: { ...command.env, PATH: path.join(':') },
      stdin: 'pipe',
      output: 'pipe',
    })
    const close = () => void sandbox.close().catch(() => undefined)
    handle.exited.then(close, close)
    return handle
  } catch (error) {
    await sandbox.close()
    throw error
  }
}
