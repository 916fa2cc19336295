import { join } from 'node:path'
import { readDuration } from '@poundlock/approvals'
import type { ResolvedConfig } from '@poundlock/config'
import { PROTECTED_PATHS } from '@poundlock/spec'
import { isGone, linkTarget } from '@poundlock/state-files/node'
import type { UndoStore } from '@poundlock/undo'

/** Whether this system can keep and bring back a workspace: by descriptors of folders, which only Linux names. */
export const HAS_UNDO = process.platform === 'linux'

/** Opens what is kept of a workspace. Loaded on demand: most calls change nothing. */
export async function openUndoStore(
  state: string,
  workspace: string,
  { undo, sandbox }: Pick<ResolvedConfig, 'undo' | 'sandbox'>,
): Promise<UndoStore> {
  const { UndoStore: Store } = await import('@poundlock/undo')
  return new Store({
    folder: join(state, 'undo'),
    workspace,
    maxBytes: undo.maxBytes.value,
    maxAgeMs: readDuration(undo.maxAge.value) ?? 0,
    ignore: undo.ignore.value,
    excluded: [state],
    protectedPaths: [...PROTECTED_PATHS.map(({ path }) => path), ...sandbox.protectedPaths.value],
    required: undo.required.value,
    isRunning: (run) => {
      // `records/open-runs.ts` makes this link.
      const holder = linkTarget(join(state, 'running', run))
      return holder !== null && !isGone(holder)
    },
  })
}
