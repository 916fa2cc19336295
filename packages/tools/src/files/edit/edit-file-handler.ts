import { EDIT_FILE_TOOL, type EditFileInput } from '@poundlock/spec/tools'
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
import { ambiguousError, missingError } from './edit-failures.ts'
import type { Occurrence } from './find-occurrences.ts'
import { lineAt, replaceText } from './replace-text.ts'

/** Lines shown around a change. */
const AROUND = 3
const MOST_SHOWN_LINES = 60

/** Serves `edit_file`. */
export const editFileHandler: ToolHandler<EditFileInput> = {
  spec: EDIT_FILE_TOOL,
  run(input, context) {
    return serveFileCall(input.path, async () => {
      const path = readFilePath(input.path, context)
      demandChange(input)
      await finishAbandoned(context)
      return takeTurns(path, () => editFile(path, input, context))
    })
  },
}

function demandChange({ old_string: wanted, new_string: replacement }: EditFileInput): void {
  if (wanted === '') {
    const remedy = 'Give the text to replace; to create a file or to replace all of it, use write_file.'
    throw new FileToolError('old_string is empty', { code: 'EDIT_EMPTY', remedy })
  }
  if (wanted === replacement) {
    const remedy = 'Give another new_string, or leave the call out: nothing would change.'
    throw new FileToolError('old_string and new_string are the same', { code: 'EDIT_SAME', remedy })
  }
}

async function editFile(path: string, input: EditFileInput, context: ToolContext): Promise<ToolOutput> {
  const shown = showPath(input.path)
  const target = openTarget(path, ['read', 'write'], context)
  try {
    const decoded = await readTextFile(target.file, shown)
    const { text } = decoded
    const replaced = replaceText(text, input.old_string, input.new_string, input.replace_all === true)
    if (replaced.kind === 'missing') throw missingError(shown, text, input)
    if (replaced.kind === 'ambiguous') throw ambiguousError(shown, text, replaced.occurrences)
    const bytes = encodeText({ ...decoded, text: replaced.text })
    if (bytes === null) throw encodingError(shown, decoded.encoding)
    context.abortSignal.throwIfAborted()
    await replaceFile(target, bytes)
    return showEdit(shown, path, replaced)
  } finally {
    target.close()
  }
}

function encodingError(shown: string, encoding: string): FileToolError {
  const message = `new_string has characters that ${shown} cannot hold: it is ${encoding}; nothing was changed`
  const remedy = 'Use other characters, or make the file UTF-8 first, with exec and iconv.'
  return new FileToolError(message, { code: 'EDIT_ENCODING', remedy })
}

function showEdit(
  shown: string,
  path: string,
  { text, occurrences }: { readonly text: string; readonly occurrences: readonly Occurrence[] },
): ToolOutput {
  const [first] = occurrences
  const firstLine = lineAt(text, first!.start)
  const lastLine = lineAt(text, first!.end)
  const from = Math.max(1, firstLine - AROUND)
  const to = Math.min(lastLine + AROUND, from + MOST_SHOWN_LINES)
  const around = text
    .split('\n', to)
    .slice(from - 1)
    // There is no line after the last line feed.
    .filter((line, index, lines) => line !== '' || index < lines.length - 1 || from + index <= lastLine)
    .map((line, index) => `${String(from + index).padStart(6)}\t${line.replace(/\r$/, '').slice(0, 500)}`)
  const count = occurrences.length
  const times =
    count === 1 ? `at line ${String(firstLine)}` : `${String(count)} times; the first, at line ${String(firstLine)}`
  return {
    content: [{ type: 'text', text: `changed ${shown} ${times}:\n${around.join('\n')}` }],
    structured: { path, replaced: count, firstLine, lastLine },
  }
}
