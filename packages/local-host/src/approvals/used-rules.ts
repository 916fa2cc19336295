import { noteUses, type EntryUse } from '@poundlock/approvals'
import { openApprovalsStore } from '@poundlock/approvals/node'
import type { RuntimeOptions } from '@poundlock/runtime'
import { PoundlockError, redactSecrets } from '@poundlock/spec'

/** Another process that writes the document is waited for this long; then the use is not noted. */
const LOCK_MS = 500
/** The number of attempts when a person saves the document at the same time. */
const TRIES = 3

/** Notes in the approvals document which of its entries let a command run, while that runs. */
export function usedRules(file: string, agent: string): NonNullable<RuntimeOptions['usedRules']> {
  return async ({ plan, approvals }, { commands }) => {
    const uses = commands.flatMap(({ entry, resolved }): EntryUse[] => {
      const used = entry === undefined ? undefined : approvals?.allowlist[entry]
      if (used === undefined || plan === undefined) return []
      const { command: pattern, args } = typeof used === 'string' ? { command: used, args: undefined } : used
      return [{ pattern, ...(args !== undefined && { args }), command: redactSecrets(plan.text), resolved }]
    })
    if (uses.length === 0) return
    const store = openApprovalsStore(file, { lockTimeoutMs: LOCK_MS })
    const at = Date.now()
    // Most uses are noted already: then nothing is locked.
    const { document } = store.read()
    if (noteUses(document, agent, uses, at) === document) return
    for (let left = TRIES; left > 0; left--) {
      try {
        await store.update((now) => noteUses(now, agent, uses, at))
        return
      } catch (error) {
        if (!PoundlockError.isInstance(error) || error.code !== 'APPROVALS_CHANGED') throw error
      }
    }
  }
}
