import type { ResolvedConfig } from '@poundlock/config'
import type { ChangeKeeper, ChangingCall, KeptChanges } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import type { UndoChange } from '@poundlock/undo'
import { makeStateFolder } from '../state/state-folder.ts'
import { HAS_UNDO, openUndoStore } from './open-undo-store.ts'

/**
 * Keeps what calls change in their workspaces, in the state folder; absent where that is off.
 *
 * @param servesOthers whether it is off unless a file of the configuration says otherwise
 */
export function changeKeeper(
  state: string,
  config: ResolvedConfig,
  servesOthers: boolean | undefined,
): ChangeKeeper | undefined {
  const { value, origin } = config.undo.enabled
  if (!HAS_UNDO || !value || (servesOthers === true && origin === 'default')) return undefined
  return {
    begin: (call) => keepChanges(call, state, config),
    async recoverable(workspace, paths) {
      // Where the store cannot be opened, nothing is sure to be kept.
      const store = await openUndoStore(state, workspace, config).catch(() => null)
      if (store === null) return []
      const { scopeOfPaths } = await import('@poundlock/undo')
      return paths.filter((path) => {
        const scope = scopeOfPaths(workspace, [path])
        return scope !== null && store.canKeep(scope)
      })
    },
  }
}

/** @throws PoundlockError where it is required, and cannot be kept */
async function keepChanges(call: ChangingCall, state: string, config: ResolvedConfig): Promise<KeptChanges> {
  makeStateFolder(state)
  const { workspace, runId: id, tool, title, agent, session } = call
  const store = await openUndoStore(state, workspace, config)
  try {
    const { scopeOfPaths } = await import('@poundlock/undo')
    const scope = call.paths === null ? null : scopeOfPaths(workspace, call.paths)
    const deletes = scope === null ? [] : (scopeOfPaths(workspace, call.deleted) ?? [])
    const mustKeep = scopeOfPaths(workspace, call.mustKeep)
    await store.begin({ id, tool, title, agent, session, scope, deletes, mustKeep })
  } catch (error) {
    if (config.undo.required.value || call.mustKeep.length > 0) throw error
    // The call goes on, and says that it cannot be undone.
    const note = `it cannot be undone: ${error instanceof Error ? error.message : String(error)}`
    return { detach: async () => {}, end: async () => [note] }
  }
  return {
    detach: () => store.detach(id),
    end: async () => {
      try {
        return await lossNotes(await store.end(id))
      } catch (error) {
        return [`what it changed could not be found out: ${error instanceof Error ? error.message : String(error)}`]
      }
    },
  }
}

const MOST_NAMED = 5

/** What a call changed that is not kept. Ignored folders are the owner's choice, and not repeated each time. */
async function lossNotes(changes: readonly UndoChange[]): Promise<readonly string[]> {
  const lost = changes.filter(
    ({ before }) => before !== null && before.unkept !== undefined && before.unkept !== 'ignored',
  )
  if (lost.length === 0) return []
  const { describeReason } = await import('@poundlock/undo')
  const named = lost
    .slice(0, MOST_NAMED)
    .map(
      ({ path, before }) =>
        `${visibleText(Buffer.from(path, 'latin1').toString())} (${describeReason(before!.unkept!)})`,
    )
  const more = lost.length > MOST_NAMED ? `, and ${String(lost.length - MOST_NAMED)} more` : ''
  return [`not kept, so it cannot be undone: ${named.join(', ')}${more}`]
}
