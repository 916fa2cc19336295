import { SandboxError } from '@poundlock/sandbox'
import {
  createWorkspaceGuard,
  openSweepFolders,
  type Quarantined,
  WorkspaceGuardError,
} from '@poundlock/workspace-guard'
import type { ApplyResult } from './apply-changes.ts'
import type { TryRecord } from './try-store.ts'

/** What an apply put into the workspace that no command may leave there, and that was taken out again. */
export interface GuardedResult {
  /** What was taken out, and where it is now. */
  readonly quarantined: readonly Quarantined[]
  /** False when the workspace has more folders than are searched. */
  readonly complete: boolean
}

/**
 * Applies a try with the checks of a contained command: the workspace is recorded before and checked after. Only now
 * can a try leave links that lead out, editor files, and lost history of repositories.
 *
 * @param state the state folder, which holds quarantined entries
 * @param released absolute paths of a history that a person let the command remove
 * @throws SandboxError when the workspace cannot be recorded; then nothing is applied
 */
export async function guardApply(
  { workspace, guarded }: TryRecord,
  state: string,
  released: readonly string[],
  apply: () => Promise<ApplyResult>,
): Promise<ApplyResult & GuardedResult> {
  const { quarantine, ledger, histories } = openSweepFolders(state)
  const guard = createWorkspaceGuard({ workspace, ...guarded, quarantine, ledger, histories })
  try {
    const run = await guard.begin(released).catch((error: unknown) => {
      throw error instanceof WorkspaceGuardError ? unguarded(error) : error
    })
    let result: ApplyResult
    try {
      result = await apply()
    } catch (error) {
      await run.sweep()
      throw error
    }
    const { quarantined, complete } = await run.sweep()
    return { ...result, quarantined, complete }
  } finally {
    guard.close()
  }
}

function unguarded(cause: WorkspaceGuardError): SandboxError {
  const remedy = cause.remedy ?? 'Mend what it says, and apply what was kept once more.'
  return new SandboxError(`${cause.message} Nothing was applied.`, { code: 'SANDBOX_VIEW', cause, remedy, details: {} })
}
