import { join } from 'node:path'
import { resolveConfig, type ResolvedConfig } from '@poundlock/config'
import { loadConfig } from '@poundlock/config/node'
import { type SandboxBackend, SandboxError } from '@poundlock/sandbox'
import { createUnshareBackend, type RendererName } from '@poundlock/sandbox-unshare'
import { type Caller, containerBackend, containerOptions } from './container-backend.ts'
import { findPlace } from './workspace.ts'

export type RendererChoice = RendererName | 'auto'

/**
 * The backend that contains commands on this machine.
 *
 * @param keptSandboxes how many built sandboxes wait for the next command, where the backend keeps such
 */
export function sandboxBackend(
  state: string,
  sandbox: ResolvedConfig['sandbox'],
  caller: Caller,
  renderer: RendererChoice = sandbox.renderer.value,
  keptSandboxes = 0,
): SandboxBackend {
  if (sandbox.backend.value === 'docker') return containerBackend(containerOptions(state, sandbox, caller))
  if (sandbox.workspaceAccess.value === 'none') throw noWorkspace(sandbox.workspaceAccess.origin)
  return createUnshareBackend({
    cacheDirectory: join(state, 'cache', 'sandbox'),
    stateDirectory: state,
    ...(renderer === 'auto' ? {} : { renderer }),
    ...(keptSandboxes > 0 && { pool: { size: keptSandboxes } }),
  })
}

/**
 * What the configuration says of it, for whoever asks about sandboxes alone.
 *
 * @throws PoundlockError when the place or a file is broken: what is not read would be answered for another sandbox
 */
export function sandboxSettings(
  flags: { readonly workspace?: string; readonly config?: string },
  stateDirectory: string,
): ResolvedConfig['sandbox'] {
  const { workspace } = findPlace(flags)
  const { config: file } = flags
  return loadConfig({ workspace, stateDirectory, ...(file !== undefined && { file }) }).resolved.sandbox
}

/** The same for whoever goes on with the defaults: a broken file is a fault that others report. */
export function configuredSandbox(workspace: string, stateDirectory: string): ResolvedConfig['sandbox'] {
  try {
    return loadConfig({ workspace, stateDirectory }).resolved.sandbox
  } catch {
    return resolveConfig([]).sandbox
  }
}

function noWorkspace(origin: string): SandboxError {
  return new SandboxError(`sandbox.workspaceAccess = "none" (${origin}) cannot be had with the backend unshare.`, {
    code: 'SANDBOX_POLICY',
    remedy: 'Set it to "ro", or sandbox.backend to "docker".',
  })
}
