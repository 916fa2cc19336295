import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '@poundlock/state-files/node'
import type { TryStore } from '@poundlock/try'

/** The folder of kept tries. */
const folderOf = (state: string) => join(state, 'try')

/** Loaded when something is tried: most commands are not. */
export async function openTryStore(state: string): Promise<TryStore> {
  const { TryStore: Store } = await import('@poundlock/try')
  return new Store({ folder: folderOf(state) })
}

/** Tries whose apply was interrupted: their workspaces have a part of the changes. */
export async function interruptedApplies(state: string): Promise<readonly string[]> {
  const begun = namesIn(folderOf(state)).filter((id) => existsSync(join(folderOf(state), id, 'apply.json')))
  if (begun.length === 0) return []
  const store = await openTryStore(state)
  return begun.filter((id) => store.state(id) === 'applying')
}
