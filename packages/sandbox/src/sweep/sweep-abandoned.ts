import { join } from 'node:path'
import type { Quarantined } from './quarantine.ts'
import { RepositoryWatch } from './repository-watch.ts'
import { restoreTree } from './restore-tree.ts'
import { claimRecords, type SweepRecord } from './sweep-ledger.ts'
import { sweepPaths } from './watched-paths.ts'

/** What was found that runs had left which were killed together with Poundlock. */
export interface AbandonedFindings {
  readonly quarantined: readonly Quarantined[]
  /** Folders in which the search did not come to its end. */
  readonly unsearched: readonly string[]
}

/**
 * Looks for what runs have left at protected paths that were killed together with Poundlock, as it would have done after
 * them.
 *
 * @param ledger where the guards of workspaces write (`WorkspaceGuardOptions.ledger`)
 */
export async function sweepAbandoned(ledger: string, quarantine: string): Promise<AbandonedFindings> {
  const quarantined: Quarantined[] = []
  const unsearched: string[] = []
  for (const { record, remove } of claimRecords(ledger)) {
    try {
      if (record !== null) {
        const found = await sweepOne(record, quarantine)
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
  { root, since, watched, kept, repositories }: SweepRecord,
  folder: string,
): Promise<{ readonly quarantined: readonly Quarantined[]; readonly complete: boolean }> {
  const found = [...(kept === null ? [] : restoreTree(root, kept, folder)), ...sweepPaths(root, watched, folder)]
  let complete = true
  if (repositories !== null) {
    const { known, maximumFolders } = repositories
    const swept = await new RepositoryWatch(root, folder, maximumFolders, known).sweep(since)
    found.push(...swept.quarantined)
    complete = swept.complete
  }
  const killed = 'in a run that was killed together with Poundlock, or since'
  return { quarantined: found.map((one) => ({ ...one, root, reason: `${one.reason}, ${killed}` })), complete }
}

/** What sweeps of a backend share. */
export interface SweepFolders {
  /** Where what is found goes. */
  readonly quarantine: string
  /** Where the guards of workspaces write what is to be looked for. */
  readonly ledger: string
  /** What was left by runs that were killed together with Poundlock: looked for once, and told to who asks first. */
  leftBehind(): Promise<AbandonedFindings | null>
}

/** @param stateDirectory a folder of Poundlock's own that no command sees */
export function openSweepFolders(stateDirectory: string): SweepFolders {
  const [quarantine, ledger] = [join(stateDirectory, 'quarantine'), join(stateDirectory, 'sweeps')]
  let looking: Promise<AbandonedFindings> | null = null
  return {
    quarantine,
    ledger,
    async leftBehind() {
      const isFirst = looking === null
      const found = await (looking ??= sweepAbandoned(ledger, quarantine))
      return isFirst ? found : null
    },
  }
}
