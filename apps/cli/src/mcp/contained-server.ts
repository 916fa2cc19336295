import type { LoadedConfig } from '@poundlock/config/node'
import type { Location } from '@poundlock/local-host'
import type { ServerCommand } from '@poundlock/mcp'
import type { ProcessHandle } from '@poundlock/spec'
import { containedPolicy } from '../host/contained-policy.ts'
import { sandboxBackend } from '../sandbox/sandbox-backend.ts'
import { foundProgram, refuseUnseen } from './server-program.ts'

interface Containment {
  /** Whose calls it serves: the sandbox is that of this agent. */
  readonly caller: { readonly agent: string; readonly session: string }
  readonly config: LoadedConfig
  readonly place: Location
  readonly stateDirectory: string
  /** Replaces the network of commands. */
  readonly network: 'off' | 'allowlist' | 'on' | undefined
}

/**
 * Starts a server as commands are run: in the sandbox, seeing the workspace and the tool chains, with a sandbox of its
 * own that ends with it.
 *
 * @throws SandboxError when it cannot be contained; nothing runs then
 */
export async function startContained(command: ServerCommand, containment: Containment): Promise<ProcessHandle> {
  const { caller, config, place, stateDirectory: state, network } = containment
  const backend = sandboxBackend(state, config.resolved.sandbox, caller)
  const contained = containedPolicy({
    agent: caller.agent,
    config,
    place,
    stateDirectory: state,
    environment: command.env,
  })
  const { path } = contained
  const { egress: _egress, ...policy } = contained.policy
  const reached = network ?? policy.network
  const sandbox = await backend.open({
    ...policy,
    network: reached,
    // A server runs without a person to ask: it reaches the hosts that the configuration names.
    ...(reached === 'allowlist' && { egress: { rules: config.resolved.sandbox.egress.value, asks: true } }),
  })
  try {
    const file = foundProgram(command, path)
    // The image of a container has programs of its own.
    if (config.resolved.sandbox.backend.value === 'unshare') refuseUnseen(file, policy, sandbox.status.renderer)
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
