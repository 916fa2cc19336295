import { join } from 'node:path'
import { loadConfig } from '@poundlock/config/node'
import { createRecorder, findLocation, HAS_UNDO, openUndoStore, refuseHome, stateFolder } from '@poundlock/local-host'
import { UndoError, type UndoResult, type UndoStore } from '@poundlock/undo'
import { accountName } from '../output/ask-terminal.ts'

/** What is kept of the workspace that flags name, and the record of undos. */
export async function openKeptWorkspace(flags: { readonly workspace?: string; readonly config?: string }): Promise<{
  readonly workspace: string
  readonly store: UndoStore
  readonly record: (undone: { readonly runs: readonly string[]; readonly result: UndoResult }) => Promise<void>
}> {
  if (!HAS_UNDO) {
    throw new UndoError('Nothing is kept on this system.', {
      code: 'UNDO_UNAVAILABLE',
      remedy: 'Undo needs Linux: use the history of your repository.',
    })
  }
  const { workspace } = findLocation(flags)
  refuseHome(workspace)
  const state = stateFolder()
  const { resolved } = loadConfig({
    workspace,
    stateDirectory: state,
    ...(flags.config !== undefined && { file: flags.config }),
  })
  const write = createRecorder(state, join(state, 'audit'))
  return {
    workspace,
    store: await openUndoStore(state, workspace, resolved),
    record: async ({ runs, result }) => {
      const { id, restored, conflicts, left } = result
      await write('undo', {
        undoId: id,
        runs,
        workspace,
        restored: restored.length,
        left: conflicts.length + left.length,
        by: `terminal:${accountName()}`,
      })
    },
  }
}
