import { APPLY_PATCH_TOOL, type ApplyPatchInput } from '@poundlock/spec/tools'
import type { ToolHandler, ToolOutput } from '../../tool-handler.ts'
import { serveFileCall } from '../serve-file-call.ts'
import { takeTurns } from '../write/file-turns.ts'
import { commitChanges } from './commit-changes.ts'
import { finishInterrupted } from './finish-interrupted.ts'
import { demandNamed } from './named-files.ts'
import { syntaxError } from './patch-error.ts'
import { planChanges, type FileChange } from './plan-changes.ts'
import { readPatch } from './read-patch.ts'

/** A line that some reader of patches may take a name from. */
const HEADER = /^[ \t]*(?:[*]{3}|-{3}|[+]{3}|(?:diff|index|rename|copy|old|new|deleted|similarity)\b)/im

/** Serves `apply_patch`. */
export const applyPatchHandler: ToolHandler<ApplyPatchInput> = {
  spec: APPLY_PATCH_TOOL,
  faultOf: ({ patch }) => (HEADER.test(patch) ? null : syntaxError(1, 'it is not a patch: no line of it names a file')),
  run({ patch }, context) {
    return serveFileCall('the patch', async () => {
      const operations = readPatch(patch)
      demandNamed(patch, operations)
      return takeTurns(`patch ${context.workspace}`, async () => {
        const before = await finishInterrupted(context)
        const plan = await planChanges(operations, context)
        try {
          context.abortSignal.throwIfAborted()
          await commitChanges(plan.changes, context)
          return showChanges(plan.changes, before)
        } catch (error) {
          plan.abandon()
          throw error
        } finally {
          plan.close()
        }
      })
    })
  },
}

function showChanges(changes: readonly FileChange[], before: string | null): ToolOutput {
  const files = changes.map(({ shown, target, before: old, after }) => ({
    path: target.real,
    shown,
    change: old === null ? ('added' as const) : after === null ? ('deleted' as const) : ('changed' as const),
  }))
  const lines = files.map(({ change, shown }) => `${change} ${shown}`)
  const text = [...(before === null ? [] : [`[${before}]`]), ...lines].join('\n')
  return {
    content: [{ type: 'text', text }],
    structured: { files: files.map(({ path, change }) => ({ path, change })) },
  }
}
