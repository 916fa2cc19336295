import { join } from 'node:path'
import { loadConfig } from '@poundlock/config/node'
import type { SandboxBackend } from '@poundlock/sandbox'
import { createUnshareBackend, type RendererName } from '@poundlock/sandbox-unshare'

export type RendererChoice = RendererName | 'auto'

/** The backend that contains commands on this machine. */
export function sandboxBackend(state: string, renderer: RendererChoice): SandboxBackend {
  return createUnshareBackend({
    cacheDirectory: join(state, 'cache', 'sandbox'),
    stateDirectory: state,
    ...(renderer === 'auto' ? {} : { renderer }),
  })
}

/** What the configuration says of it. A broken one is a fault that others report. */
export function configuredRenderer(workspace: string, stateDirectory: string): RendererChoice {
  try {
    return loadConfig({ workspace, stateDirectory }).resolved.sandbox.renderer.value
  } catch {
    return 'auto'
  }
}
