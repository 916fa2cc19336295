import { foldName, isWithin, normalisePath } from '../commands/protected-paths.ts'
import type { Policy } from '../create-policy.ts'
import type { PolicyRequest } from '../request.ts'
import { pathProblem } from './file-access.ts'
import type { FileGround } from './file-ground.ts'
import { PLAIN_PATTERN, placeOfRule } from './file-rules.ts'
import { GATE_FILE_NAMES } from './gate-files.ts'

/**
 * Whether it is proven that a call may read every file below a folder whose path below it is plain, as far as files go:
 * whatever `decide` says of the call with one of them, it says with each. Plain are names of ASCII's visible characters
 * and the blank, without `$`, `` ` `` and `\`, that neither begin nor end with a blank nor end with a dot.
 *
 * @param folder absolute, links followed
 * @returns names, in small letters, that are excepted in any spelling; `null` when in doubt
 */
export function plainReadsBelow(policy: Policy, folder: string, request: PolicyRequest): readonly string[] | null {
  const ground = policy.fileGround(request)
  // What rules on effects say of files is not looked into.
  return !ground.hasEffectRules && areFree(folder, ground, request) ? GATE_FILE_NAMES : null
}

/**
 * What `judgeFiles` says of each, for all. A plain name folds to its small letters and is no reason for `pathProblem`, so
 * that only the folder can be one; what is left are the scope, the rules, and the places of what decides about calls.
 */
function areFree(folder: string, ground: FileGround, { context }: PolicyRequest): boolean {
  if (!folder.startsWith('/') || normalisePath(folder) !== folder || pathProblem(folder) !== null) return false
  const workspace = normalisePath(context.workspace)
  if (ground.readScope !== 'all' && !(context.workspace.startsWith('/') && isWithin(folder, workspace))) return false
  const folded = foldName(folder)
  const isApart = (place: string) => !isWithin(place, folded) && !isWithin(folded, place)
  return (
    ground.gates.placesOf(context.home).every(isApart) &&
    ground.rules
      .of('read')
      .every(
        ({ action, text }) =>
          action === 'allow' || (PLAIN_PATTERN.test(text) && isApart(placeOfRule(text, ground.rules.home, workspace))),
      )
  )
}
