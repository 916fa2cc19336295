import { SandboxError } from '@poundlock/sandbox'
import type { EngineMount } from '../container/container-mounts.ts'

/** Mounts as Podman takes them. */
export interface PodmanMounts {
  readonly mounts: readonly EngineMount[]
  /** `source:target:options`, for mounts that cannot be in the other list. */
  readonly binds: readonly string[]
}

/**
 * Podman writes a mount down as one comma-separated line and reads that line again, without quoting (4.3,
 * `pkg/specgenutil`): a folder named `x,source=/etc` would be `/etc`. What such a line cannot hold is written the other
 * way, which is split at colons; what neither can hold is refused.
 *
 * @throws SandboxError `SANDBOX_POLICY`
 */
export function podmanMounts(mounts: readonly EngineMount[]): PodmanMounts {
  const plain: EngineMount[] = []
  const binds: string[] = []
  for (const mount of mounts) {
    const { Source: source, Target: target, ReadOnly: isReadOnly } = mount
    if (isPlain(source) && isPlain(target)) {
      plain.push(mount)
      continue
    }
    for (const path of [source, target]) if (path.includes(':')) throw unspeakable(path)
    const recursion = mount.BindOptions.NonRecursive === true ? 'bind' : 'rbind'
    binds.push(`${source}:${target}:${isReadOnly ? 'ro' : 'rw'},${recursion},${mount.BindOptions.Propagation}`)
  }
  return { mounts: plain, binds }
}

const isPlain = (path: string): boolean => !/[",\r\n]/.test(path)

function unspeakable(path: string): SandboxError {
  return new SandboxError(
    `Podman cannot mount the path ${JSON.stringify(path)}: it holds a colon, and a comma, a quote or a line break. Nothing was run.`,
    { code: 'SANDBOX_POLICY', remedy: 'Rename it, or use Docker or sandbox.backend = "unshare".' },
  )
}
