import { type BytePath, isBelow, pathOfText } from '@poundlock/try'

/** Where git looks for what it runs, in any repository of the workspace. */
const GIT_RUNS =
  /(?:^|\/)\.git\/(?:.*\/)?(?:hooks\/.+|config|config\.worktree|commondir|info\/attributes)$|(?:^|\/)\.git$/

/**
 * Whether programs run or obey what stands at a path: git's hooks and settings, and the protected paths of the sandbox.
 */
export const runsPrograms = (path: BytePath, protectedPaths: readonly string[]): boolean =>
  GIT_RUNS.test(path) || protectedPaths.some((outer) => isBelow(path, pathOfText(outer)))
