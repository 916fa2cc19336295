import { randomBytes } from 'node:crypto'
import { NOTEBOOK_EDIT_TOOL, type NotebookEditInput } from '@poundlock/spec/tools'
import type { ToolContext, ToolHandler, ToolOutput } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { finishAbandoned } from '../patch/finish-interrupted.ts'
import { openTarget } from '../place/open-file.ts'
import { readFilePath } from '../place/read-tool-path.ts'
import { serveFileCall } from '../serve-file-call.ts'
import { showPath } from '../show-path.ts'
import { readTextFile } from '../text/read-text-file.ts'
import { encodeText } from '../text/text-encoding.ts'
import { takeTurns } from '../write/file-turns.ts'
import { replaceFile } from '../write/replace-file.ts'

const DONE = { replace: 'replaced', insert: 'inserted', delete: 'deleted' } as const

/** Serves `NotebookEdit`. */
export const notebookEditHandler: ToolHandler<NotebookEditInput> = {
  spec: NOTEBOOK_EDIT_TOOL,
  run(input, context) {
    return serveFileCall(input.notebook_path, async () => {
      const path = readFilePath(input.notebook_path, context)
      if (!/\.ipynb$/i.test(path)) {
        const message = `${showPath(input.notebook_path)} is not a notebook: its name does not end in .ipynb`
        throw new FileToolError(message, { code: 'NOTEBOOK_INVALID', remedy: 'Use edit_file for other files.' })
      }
      await finishAbandoned(context)
      return takeTurns(path, () => editCell(path, input, context))
    })
  },
}

async function editCell(path: string, input: NotebookEditInput, context: ToolContext): Promise<ToolOutput> {
  const shown = showPath(input.notebook_path)
  const target = openTarget(path, ['read', 'write'], context)
  try {
    const decoded = await readTextFile(target.file, shown)
    const { editNotebook } = await import('./edit-notebook.ts')
    const { text, cellId, cells } = editNotebook(decoded.text, input, randomBytes(4).toString('hex'))
    const bytes = encodeText({ ...decoded, text })
    if (bytes === null) {
      const message = `new_source has characters that ${shown} cannot hold; nothing was changed`
      throw new FileToolError(message, {
        code: 'EDIT_ENCODING',
        remedy: 'Send whole characters; a notebook should be UTF-8.',
      })
    }
    context.abortSignal.throwIfAborted()
    await replaceFile(target, bytes)
    const { edit_mode: mode = 'replace' } = input
    return {
      content: [
        { type: 'text', text: `${DONE[mode]} the cell ${cellId} of ${shown}, which has ${String(cells)} cells` },
      ],
      structured: { path, cellId, mode, cells },
    }
  } finally {
    target.close()
  }
}
