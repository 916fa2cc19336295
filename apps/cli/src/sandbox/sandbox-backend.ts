import { resolveConfig, type ResolvedConfig } from '@poundlock/config'
import { loadConfig, platformDefaults } from '@poundlock/config/node'
import {
  chooseBackend,
  findLocation,
  type Backends,
  type AgentSession,
  type RendererChoice,
} from '@poundlock/local-host'
import type { SandboxBackend } from '@poundlock/sandbox'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import { containerBackend } from './container-backend.ts'

/** The backends of the command, by their names in the configuration. */
export const BACKENDS: Backends = { unshare: createUnshareBackend, docker: containerBackend }

/** The backend that contains commands on this machine. */
export function sandboxBackend(
  state: string,
  sandbox: ResolvedConfig['sandbox'],
  caller: AgentSession,
  renderer: RendererChoice = sandbox.renderer.value,
): SandboxBackend {
  return chooseBackend(BACKENDS, { state, sandbox, caller, renderer })
}

/**
 * The sandbox settings of the configuration, for commands about sandboxes alone.
 *
 * @throws PoundlockError when the place or a file is broken: the answer would be about another sandbox
 */
export function sandboxSettings(
  flags: { readonly workspace?: string; readonly config?: string; readonly agent?: string },
  stateDirectory: string,
): ResolvedConfig['sandbox'] {
  const { workspace } = findLocation(flags)
  const { config: file, agent = 'main' } = flags
  return loadConfig({ workspace, stateDirectory, agent, ...(file !== undefined && { file }) }).resolved.sandbox
}

/** The same for callers that go on with the defaults: a broken file is reported elsewhere. */
export function configuredSandbox(workspace: string, stateDirectory: string, agent: string): ResolvedConfig['sandbox'] {
  try {
    return loadConfig({ workspace, stateDirectory, agent }).resolved.sandbox
  } catch {
    return resolveConfig([], agent, platformDefaults()).sandbox
  }
}
