import { WRITE_FILE_TOOL, type WriteFileInput } from '@poundlock/spec/tools'
import type { ToolHandler } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { finishAbandoned } from '../patch/finish-interrupted.ts'
import { openOrMakeTarget } from '../place/open-file.ts'
import { readFilePath } from '../place/read-tool-path.ts'
import { serveFileCall } from '../serve-file-call.ts'
import { showPath } from '../show-path.ts'
import { takeTurns } from './file-turns.ts'
import { replaceFile } from './replace-file.ts'

/** Serves `write_file`. */
export const writeFileHandler: ToolHandler<WriteFileInput> = {
  spec: WRITE_FILE_TOOL,
  run({ path: named, content }, context) {
    return serveFileCall(named, async () => {
      const path = readFilePath(named, context)
      if (!content.isWellFormed()) {
        const message = 'the content has half a character (a lone surrogate), which no file can hold as text'
        throw new FileToolError(message, { code: 'EDIT_ENCODING', remedy: 'Send the whole character.' })
      }
      await finishAbandoned(context)
      const bytes = Buffer.from(content, 'utf8')
      const created = await takeTurns(path, async () => {
        const target = openOrMakeTarget(path, ['write'], context)
        try {
          await replaceFile(target, bytes)
          return target.file === null
        } catch (error) {
          target.abandon()
          throw error
        } finally {
          target.close()
        }
      })
      const lines = countLines(content)
      const text = `${created ? 'created' : 'replaced'} ${showPath(named)}: ${String(lines)} lines, ${String(bytes.length)} bytes`
      return { content: [{ type: 'text', text }], structured: { path, created, lines, bytes: bytes.length } }
    })
  },
}

function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
