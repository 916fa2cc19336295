import type { Architecture } from '../system-calls/system-calls.ts'
import { createBubblewrapRenderer } from './bubblewrap/bubblewrap-renderer.ts'
import { createLandlockRenderer } from './landlock/landlock-renderer.ts'
import { createNamespacesRenderer } from './namespaces-renderer.ts'
import type { Renderer } from './renderer.ts'

export interface RendererOptions {
  readonly unixSockets: boolean
  /** An own folder of files that can be made again. */
  readonly cacheDirectory: string
  /** An own folder of files that are looked after. */
  readonly stateDirectory: string
}

/** All renderers, strongest first. */
export function createRenderers(architecture: Architecture, options: RendererOptions): readonly Renderer[] {
  return [
    createNamespacesRenderer(architecture, options),
    createBubblewrapRenderer(architecture, options),
    createLandlockRenderer(architecture, options),
  ]
}
