import { isWithin, PROTECTED_PATHS } from '@poundlock/spec'
import { spend } from '../../model/budget.ts'
import { foldName, normalisePath } from '../../model/paths.ts'

/** The protected places by the first folder or file of each. */
const PLACES: ReadonlyMap<string, readonly { readonly within: string; readonly reason: string }[]> = Map.groupBy(
  PROTECTED_PATHS.map(({ path, reason }) => ({ within: `/${path.toLowerCase()}/`, reason })),
  ({ within }) => within.slice(1, within.indexOf('/', 1)),
)

/**
 * Why a file in the workspace is protected, or `null`. The built-in places count at any depth, since a workspace holds
 * repositories and packages of its own, and all of `.git` does: no redirection has to write there.
 *
 * @param folded the path, normalised and folded
 * @param extra further places, relative to the workspace
 */
export function protectionReason(folded: string, workspace: string, extra: readonly string[]): string | null {
  spend(10 + 20 * extra.length)
  if (extra.some((place) => isWithin(folded, foldName(normalisePath(`${workspace}/${place}`))))) {
    return 'the policy names it'
  }
  const below = `${folded.slice(foldName(workspace === '/' ? '' : workspace).length)}/`
  for (let at = 0, next = below.indexOf('/', 1); next > 0; at = next, next = below.indexOf('/', at + 1)) {
    const found = PLACES.get(below.slice(at + 1, next))?.find(({ within }) => below.startsWith(within, at))
    if (found) return found.reason
  }
  // Opened as a file, it has tasks and settings of its own. code.visualstudio.com/docs/editor/multi-root-workspaces
  if (/\.code-workspace\//.test(below)) return 'an editor that opens the folder runs it'
  return gitReason(below)
}

/** Why a file or folder is protected that is named `.git` or lies in one, or `null`. */
export const gitReason = (folded: string): string | null =>
  // The second is the short name that NTFS gives to the first.
  /\/(?:\.git|git~1)(?:\/|$)/.test(folded) ? 'the internals of git' : null

/**
 * Why a folder must not be deleted although it is in the workspace: what is protected lies in it. The workspace itself
 * holds the internals of git.
 *
 * @param folded the path, normalised and folded; `.*` as its last name stands for all that is hidden in the folder, `*` for all
 * that is not
 */
export function holdsProtected(folded: string, workspace: string): string | null {
  const root = foldName(workspace === '/' ? '' : workspace)
  if (folded.length <= root.length) return 'the internals of git lie in it'
  const last = folded.slice(folded.lastIndexOf('/') + 1)
  if (last === '*' && folded.length === root.length + 2) return 'all that lies in the workspace'
  if (last === '.*') return 'what is hidden there may be the internals of git'
  const found = PLACES.get(last)
  return found ? `in it, ${found[0]!.reason}` : null
}
