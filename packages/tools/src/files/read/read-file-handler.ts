import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { READ_FILE_TOOL, type ReadFileInput } from '@poundlock/spec/tools'
import type { ToolContext, ToolHandler, ToolOutput } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { openTarget } from '../place/open-file.ts'
import { readFilePath } from '../place/read-tool-path.ts'
import { serveFileCall } from '../serve-file-call.ts'
import { showPath } from '../show-path.ts'
import { decodeText, readMark, type TextEncoding } from '../text/text-encoding.ts'
import { binaryKind, imageType } from './binary-kind.ts'
import { readChunks, readLineRange, type LineRange } from './line-range.ts'
import { showNotebook } from './notebook-text.ts'
import { MOST_LINE_CHARACTERS, showLines } from './show-lines.ts'

const LINES = 2000
/** Of a result, whatever its number of lines. */
const MOST_BYTES = 200_000
/** Of an image; what the providers take. */
const MOST_IMAGE_BYTES = 5_000_000
const MOST_NOTEBOOK_BYTES = 64 << 20
/** Lines of larger files are not counted to their end. */
const MOST_COUNTED_BYTES = 64 << 20
const HEAD_BYTES = 65_536

/** Serves `read_file`. */
export const readFileHandler: ToolHandler<ReadFileInput> = {
  spec: READ_FILE_TOOL,
  holdsFilesOpen: true,
  run(input, context) {
    return serveFileCall(input.path, async () => {
      const target = openTarget(readFilePath(input.path, context), ['read'], context)
      try {
        const handle = await target.file.open(constants.O_RDONLY)
        try {
          return await showFile(handle, target.real, input, context)
        } finally {
          await handle.close()
        }
      } finally {
        target.close()
      }
    })
  },
}

async function showFile(
  handle: FileHandle,
  real: string,
  input: ReadFileInput,
  { abortSignal }: ToolContext,
): Promise<ToolOutput> {
  const shown = showPath(input.path)
  const { size } = await handle.stat()
  const head = await readHead(handle, HEAD_BYTES)
  const image = imageType(head)
  if (image !== null) return showImage(handle, image, size, shown)
  if (/\.ipynb$/i.test(real) && size <= MOST_NOTEBOOK_BYTES) {
    const notebook = showNotebook(decodeText(await readHead(handle, size))?.text ?? '')
    if (notebook !== null) {
      const bytes = Buffer.from(notebook.text, 'utf8')
      const range = await readLineRange(onlyChunk(bytes), requestOf(input, bytes.length))
      const output = showRange(range, 'utf-8', input, shown, { kind: 'notebook', cells: notebook.cells })
      return { ...output, content: [...output.content, ...notebook.images] }
    }
  }
  const mark = readMark(head)
  const binary = mark === null ? binaryKind(head) : null
  if (binary !== null)
    throw new FileToolError(`${shown} is ${binary.what}`, { code: 'FILE_BINARY', remedy: binary.remedy })
  const encoding = mark?.encoding ?? 'utf-8'
  const chunks = readChunks(handle, size, abortSignal)
  const text = mark === null ? chunks : asUtf8(chunks, mark.encoding)
  return showRange(await readLineRange(text, requestOf(input, size)), encoding, input, shown, { kind: 'text' })
}

async function showImage(handle: FileHandle, type: string, size: number, shown: string): Promise<ToolOutput> {
  if (size > MOST_IMAGE_BYTES) {
    const message = `${shown} is an image of ${String(size)} bytes; at most ${String(MOST_IMAGE_BYTES)} can be shown`
    throw new FileToolError(message, {
      code: 'FILE_TOO_LARGE',
      remedy: 'Make it smaller with exec, such as convert -resize.',
    })
  }
  const bytes = await readHead(handle, size)
  return {
    content: [{ type: 'image', mediaType: type, data: bytes.toString('base64') }],
    structured: { kind: 'image', mediaType: type, bytes: bytes.length },
  }
}

function requestOf({ offset, limit = LINES }: ReadFileInput, size: number) {
  return {
    first: Math.max(1, offset ?? 1),
    count: limit,
    // A character of a line is at most four bytes.
    mostLineBytes: MOST_LINE_CHARACTERS * 4,
    mostBytes: MOST_BYTES,
    countsAll: size <= MOST_COUNTED_BYTES,
  }
}

function showRange(
  { lines, total }: LineRange,
  encoding: TextEncoding,
  { offset, limit = LINES }: ReadFileInput,
  shown: string,
  about: Readonly<Record<string, unknown>>,
): ToolOutput {
  const first = Math.max(1, offset ?? 1)
  if (lines.length === 0 && total !== null && total > 0) {
    const message = `${shown} has ${String(total)} lines, and the offset is ${String(first)}`
    throw new FileToolError(message, { code: 'FILE_RANGE', remedy: `Give an offset of at most ${String(total)}.` })
  }
  const { text, encoding: read, hasCarriageReturns, cutLines } = showLines(lines, first, encoding)
  const last = first + lines.length - 1
  const isMore = total === null || last < total
  const notes: string[] = []
  if (lines.length === 0) notes.push('the file is empty')
  if (isMore) {
    const of = total === null ? 'and there are more' : `of ${String(total)}`
    const why = lines.length < limit ? ', the most that is shown at once' : ''
    notes.push(`lines ${String(first)} to ${String(last)} ${of}${why}; go on with offset ${String(last + 1)}`)
  }
  if (read === 'latin-1') notes.push('it is not valid UTF-8: read as Latin-1')
  if (read.startsWith('utf-16')) notes.push(`its encoding is ${read.toUpperCase()}`)
  if (hasCarriageReturns) notes.push('lines end in CRLF')
  const footer = notes.length === 0 ? '' : `${text === '' ? '' : '\n\n'}[${notes.join('; ')}]`
  return {
    content: [{ type: 'text', text: text + footer }],
    structured: {
      ...about,
      encoding: read,
      lineEnding: hasCarriageReturns ? 'crlf' : 'lf',
      firstLine: first,
      lines: lines.length,
      totalLines: total,
      cutLines,
    },
  }
}

async function readHead(handle: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

async function* onlyChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** The same text in UTF-8, without its mark. */
async function* asUtf8(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield Buffer.from(text, 'utf8')
  }
  const rest = decoder.decode()
  if (rest !== '') yield Buffer.from(rest, 'utf8')
}
