import { foldName, isWithin, normalisePath } from '../commands/protected-paths.ts'
import type { RequestContext } from '../request.ts'
import { pathProblem } from './file-access.ts'
import type { FileRules } from './file-rules.ts'
import type { GateFiles } from './gate-files.ts'

export interface ReadGround {
  readonly context: RequestContext
  readonly readScope: 'workspace' | 'all'
  readonly rules: FileRules
  readonly gates: GateFiles
}

/**
 * Whether nothing speaks against reading any file below a folder whose path below it is plain: what `judgeFiles` says of
 * each, proven for all. Every doubt is `false`.
 *
 * A plain name folds to its small letters and is no reason for `pathProblem`, so that only the folder can be one; what is
 * left are the scope, the rules, and the places of what decides about calls.
 *
 * @param folder absolute, links followed
 */
export function arePlainReadsFree(folder: string, { context, readScope, rules, gates }: ReadGround): boolean {
  if (!folder.startsWith('/') || normalisePath(folder) !== folder || pathProblem(folder) !== null) return false
  const workspace = normalisePath(context.workspace)
  if (readScope !== 'all' && !(context.workspace.startsWith('/') && isWithin(folder, workspace))) return false
  const folded = foldName(folder)
  return (
    gates.placesOf(context.home).every((place) => !isWithin(place, folded) && !isWithin(folded, place)) &&
    !rules.mayForbidBelow(folder, 'read', context.workspace)
  )
}
