import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TryStore } from '@poundlock/sandbox/try'

/** Where what was tried is kept. */
const folderOf = (state: string) => join(state, 'try')

/** Loaded when something is tried: most commands are not. */
export async function openTryStore(state: string): Promise<TryStore> {
  const [{ TryStore: Store }, { describeHolder, isGone }] = await Promise.all([
    import('@poundlock/sandbox/try'),
    import('@poundlock/audit/node'),
  ])
  return new Store({ folder: folderOf(state), holder: describeHolder(), isGone })
}

/** Tries whose apply was interrupted: their workspaces hold a part of what they changed. */
export async function interruptedApplies(state: string): Promise<readonly string[]> {
  const begun = namesIn(folderOf(state)).filter((id) => existsSync(join(folderOf(state), id, 'apply.json')))
  if (begun.length === 0) return []
  const store = await openTryStore(state)
  return begun.filter((id) => store.state(id) === 'applying')
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Nothing was ever tried.
    return []
  }
}
