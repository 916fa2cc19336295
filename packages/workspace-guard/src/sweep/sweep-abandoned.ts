import { join } from 'node:path'
import { sweepDenied } from '../denied/sweep-denied.ts'
import { HistoryWatch } from '../history/history-watch.ts'
import { sweepEditors, sweepOutwardLinks } from './plants.ts'
import type { Quarantined } from './quarantine.ts'
import { RepositoryWatch } from './repository-watch.ts'
import { restoreTree } from './restore-tree.ts'
import { claimRecords, type SweepRecord } from './sweep-ledger.ts'
import { sweepPaths } from './watched-paths.ts'

/** The findings about runs that were killed together with Poundlock. */
export interface AbandonedFindings {
  /** What was moved away. */
  readonly quarantined: readonly Quarantined[]
  /** Folders in which the search did not come to its end. */
  readonly unsearched: readonly string[]
}

/**
 * Checks the protected paths of runs that were killed together with Poundlock, as it would have done after them.
 *
 * @param ledger the folder in which guards record their runs (`WorkspaceGuardOptions.ledger`)
 */
export async function sweepAbandoned(
  ledger: string,
  quarantine: string,
  histories: string | null = null,
): Promise<AbandonedFindings> {
  const quarantined: Quarantined[] = []
  const unsearched: string[] = []
  for (const { record, remove } of claimRecords(ledger)) {
    try {
      if (record !== null) {
        const found = await sweepOne(record, quarantine, histories)
        quarantined.push(...found.quarantined)
        if (!found.complete) unsearched.push(record.root)
      }
      remove()
    } catch {
      // For example because the folder cannot be written to now: the record stays for the next start.
      if (record !== null) unsearched.push(record.root)
    }
  }
  return { quarantined, unsearched }
}

async function sweepOne(
  { root, since, protectedPaths, watched, kept, repositories, histories: keptHistories, plants, denied }: SweepRecord,
  folder: string,
  histories: string | null,
): Promise<{ readonly quarantined: readonly Quarantined[]; readonly complete: boolean }> {
  const found = [...(kept === null ? [] : restoreTree(root, kept, folder)), ...sweepPaths(root, watched, folder)]
  let complete = true
  if (repositories !== null) {
    const { known, maximumFolders } = repositories
    const watch = new RepositoryWatch(root, folder, maximumFolders, known)
    if (histories !== null && keptHistories !== null) {
      const { folders } = await watch.find(since)
      const lost = new HistoryWatch({ root, quarantine: folder, histories }).check(keptHistories, folders, since)
      found.push(...lost.found)
      for (const one of lost.restored) watch.adopt(one)
    }
    if (plants !== null) {
      const { writable } = plants
      found.push(...sweepEditors(root, plants, folder))
      const options = { root, writable, protectedPaths, quarantine: folder }
      found.push(...sweepOutwardLinks(await watch.find(since), plants, since, options))
    }
    const swept = await watch.sweep(since)
    found.push(...swept.quarantined)
    complete = swept.complete
  }
  if (denied !== null) {
    const made = sweepDenied(denied, folder)
    found.push(...made.quarantined)
    complete &&= made.complete
  }
  const killed = 'in a run that was killed together with Poundlock, or since'
  return { quarantined: found.map((one) => ({ ...one, root, reason: `${one.reason}, ${killed}` })), complete }
}

/** The folders that the sweeps of a backend share. */
export interface SweepFolders {
  /** The folder of quarantined entries. */
  readonly quarantine: string
  /** The folder in which guards record runs. */
  readonly ledger: string
  /** Where the history of repositories is kept. */
  readonly histories: string
  /** Leftovers of runs that were killed together with Poundlock: found once, and reported to the first caller. */
  leftBehind(): Promise<AbandonedFindings | null>
}

/**
 * The folders that guards share below a state folder, and what killed runs left there.
 *
 * @param stateDirectory a folder of Poundlock's own that no command sees
 */
export function openSweepFolders(stateDirectory: string): SweepFolders {
  const at = (name: string): string => join(stateDirectory, name)
  const [quarantine, ledger, histories] = [at('quarantine'), at('sweeps'), at('histories')]
  let looking: Promise<AbandonedFindings> | null = null
  return {
    quarantine,
    ledger,
    histories,
    async leftBehind() {
      const isFirst = looking === null
      const found = await (looking ??= sweepAbandoned(ledger, quarantine, histories))
      return isFirst ? found : null
    },
  }
}
