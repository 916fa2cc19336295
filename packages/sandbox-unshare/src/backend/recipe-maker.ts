import { join } from 'node:path'
import { gatherSystemFacts, SandboxError, type SandboxPolicy } from '@poundlock/sandbox'
import { type ControlGroups, openControlGroups } from '../control-groups/control-groups.ts'
import { openGroupPaths } from '../control-groups/group-paths.ts'
import { writeLoader } from '../loader/write-loader.ts'
import type { Recipe } from '../pool/sandbox-build.ts'
import type { Renderer } from '../renderers/renderer.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { type Users, usersFor } from './inside-user.ts'
import { closedFolder } from './reachable.ts'
import { removeAbandoned } from './remove-abandoned.ts'
import { probeFolder, type UnshareBackendOptions } from './unshare-options.ts'

const DEFAULT_SCRATCH_BYTES = 1024 ** 3

/** Gathers all that sandboxes of a backend are built from. */
export class RecipeMaker {
  readonly #options: UnshareBackendOptions
  readonly #architecture: Architecture
  #groups: ControlGroups | null = null
  #isTidy = false

  constructor(options: UnshareBackendOptions, architecture: Architecture) {
    this.#options = options
    this.#architecture = architecture
  }

  /** Opened when they are asked for. */
  get groups(): ControlGroups {
    return (this.#groups ??= openControlGroups(openGroupPaths(join(this.#options.cacheDirectory, 'control-groups'))))
  }

  make(policy: SandboxPolicy, renderer: Renderer): Recipe {
    this.#tidy()
    const { cacheDirectory, scratchBytes = DEFAULT_SCRATCH_BYTES, resolveHost } = this.#options
    const users = usersFor(policy.workspace)
    checkReachable(policy.workspace, users)
    return {
      architecture: this.#architecture,
      renderer,
      policy,
      users,
      system: gatherSystemFacts(),
      scratchBytes: withinMemory(scratchBytes, policy.limits, this.groups.limits),
      groups: this.groups,
      loader: writeLoader(cacheDirectory, this.#architecture),
      ...(resolveHost && { resolveHost }),
    }
  }

  #tidy(): void {
    if (this.#isTidy) return
    this.#isTidy = true
    const { cacheDirectory } = this.#options
    for (const folder of new Set([cacheDirectory, probeFolder(cacheDirectory)])) removeAbandoned(folder)
  }
}

/** Files in memory count for no process: without a control group, the three folders share the limit. */
function withinMemory(
  scratchBytes: number,
  { memoryBytes }: SandboxPolicy['limits'],
  counted: ControlGroups['limits'],
): number {
  if (memoryBytes === undefined || counted.has('memoryBytes')) return scratchBytes
  return Math.min(scratchBytes, Math.floor(memoryBytes / 4))
}

function checkReachable(workspace: string, { host }: Users): void {
  const closed = process.geteuid?.() === 0 ? closedFolder(workspace, host) : null
  if (closed === null) return
  throw new SandboxError(
    `Commands run as the owner of the workspace ${JSON.stringify(workspace)} (user ${String(host.uid)}), ` +
      `who may not pass the folder ${JSON.stringify(closed)}.`,
    {
      code: 'SANDBOX_POLICY',
      remedy: `Run Poundlock as its owner, or move the workspace to a folder that this user may pass.`,
      details: { path: closed },
    },
  )
}
