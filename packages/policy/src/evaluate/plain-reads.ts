import { isWithin } from '@poundlock/spec'
import { pathProblem } from '../model/file-access.ts'
import { foldName, normalisePath } from '../model/paths.ts'
import type { PolicyRequest } from '../model/request.ts'
import type { FileContext } from '../rules/files/file-context.ts'
import { PLAIN_PATTERN, pathOfRule } from '../rules/files/file-rules.ts'
import { GATE_FILE_NAMES } from '../rules/files/gate-files.ts'
import type { Policy } from './create-policy.ts'

/**
 * Whether a call may certainly read every file with a plain path below a folder, as far as files go: `decide` gives the
 * same answer for each of them. Plain names have visible ASCII characters and blanks only, without `$`, `` ` `` and
 * `\`, do not begin or end with a blank, and do not end with a dot.
 *
 * @param folder absolute, links followed
 * @returns names, in small letters, that are excepted in any spelling; `null` when in doubt
 */
export function plainReadsBelow(policy: Policy, folder: string, request: PolicyRequest): readonly string[] | null {
  const fileContext = policy.fileContext(request)
  // What rules on effects say of files is not looked into.
  return !fileContext.hasEffectRules && areFree(folder, fileContext, request) ? GATE_FILE_NAMES : null
}

/**
 * The answer of `evaluateFiles` for all of them at once. A plain name folds to its lower-case letters and has no
 * `pathProblem`, so only the folder can have one. Left are the scope, the rules, and the files that decide about calls.
 */
function areFree(folder: string, fileContext: FileContext, { context }: PolicyRequest): boolean {
  if (!folder.startsWith('/') || normalisePath(folder) !== folder || pathProblem(folder) !== null) return false
  const workspace = normalisePath(context.workspace)
  if (fileContext.readScope !== 'all' && !(context.workspace.startsWith('/') && isWithin(folder, workspace)))
    return false
  const folded = foldName(folder)
  const isApart = (place: string) => !isWithin(place, folded) && !isWithin(folded, place)
  return (
    fileContext.gates.placesOf(context.home).every(isApart) &&
    fileContext.rules
      .of('read')
      .every(
        ({ action, text }) =>
          action === 'allow' ||
          (PLAIN_PATTERN.test(text) && isApart(pathOfRule(text, fileContext.rules.home, workspace))),
      )
  )
}
