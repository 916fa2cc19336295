import { basename, dirname, join } from 'node:path'
import { isWithin } from '@poundlock/spec'
import { absentFrom, resolveName } from '@poundlock/workspace-guard'
import type { SandboxPolicy } from '../policy.ts'

/** What links lead to. */
export interface LinkedNames {
  /** Relative to the workspace or to a write path. */
  readonly protects: readonly string[]
  /** Absolute: all that is hidden, without links on the way. */
  readonly hides: readonly string[]
}

/**
 * What protected and hidden paths stand for, where a link is one of them or on the way to them: a mount lies on a file and
 * not on its name, so that what is kept by one name only is open by the other. Also of what is not there yet.
 *
 * @param written absolute paths that may not be written besides
 */
export function namesThroughLinks(policy: SandboxPolicy, written: readonly string[]): LinkedNames {
  const { workspace, writePaths, protectedPaths, hiddenPaths } = policy
  const roots = [...new Set([workspace, ...writePaths])]
  const granted = [...roots, ...policy.readPaths]
  const named = roots.flatMap((root) => {
    const isAbsent = absentFrom(root)
    return protectedPaths.filter((path) => !isAbsent(path.split('/', 1)[0]!)).map((path) => `${root}/${path}`)
  })
  const protects = new Set(relativeNames(written, roots))
  for (const path of named) {
    const real = resolveName(path)
    if (real === null || real === path) continue
    // A folder cannot be protected with all that was granted in it.
    if (roots.some((root) => isWithin(root, real))) continue
    for (const name of relativeNames([real], roots)) protects.add(name)
  }
  const hides = hiddenPaths.flatMap((path) => {
    if (!granted.some((root) => isWithin(path, root))) return [path]
    // A link can be watched, and its target covered; neither can be done behind another link.
    const folder = resolveName(dirname(path))
    const real = resolveName(path)
    if (folder === null || real === null) return [path]
    return [join(folder, basename(path)), ...(granted.some((root) => isWithin(root, real)) ? [] : [real])]
  })
  return { protects: [...protects], hides: [...new Set(hides)] }
}

const relativeNames = (paths: readonly string[], roots: readonly string[]): readonly string[] =>
  paths.flatMap((path) =>
    roots.filter((root) => path !== root && isWithin(path, root)).map((root) => path.slice(root.length + 1)),
  )
