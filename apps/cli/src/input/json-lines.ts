import { createReadStream } from 'node:fs'
import { parseStrictJson } from '@poundlock/spec'
import { printJson } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The longest line of a batch, in bytes. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/**
 * Answers one JSON object a line, in order, and goes on after a bad line, which gets an `error`. Blank lines are passed
 * over.
 */
export async function answerJsonLines(
  file: string,
  answer: (row: Record<string, unknown>) => object | Promise<object>,
): Promise<void> {
  for await (const line of linesOf(file)) {
    if (line.text.trim() === '') continue
    let id: unknown
    try {
      if (line.problem !== null) throw new SyntaxError(line.problem)
      // The decision reports lone surrogates for each text.
      const row = parseStrictJson(line.text, { brokenText: true })
      if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new SyntaxError('expected a JSON object')
      id = (row as Record<string, unknown>)['id']
      await printJson({ ...(id !== undefined && { id }), ...(await answer(row as Record<string, unknown>)) })
    } catch (error) {
      const { message, code } = error as Error & { code?: string }
      await printJson({ ...(id !== undefined && { id }), error: { code: code ?? 'BAD_LINE', message } })
    }
  }
}

interface Line {
  readonly text: string
  readonly problem: string | null
}

/**
 * Lines of a file or of standard input, without a byte order mark. A line that is too long is not kept, so that no input
 * can fill the memory; one that is no UTF-8 is not repaired, so that nothing else is answered than was asked.
 */
async function* linesOf(file: string): AsyncGenerator<Line> {
  const stream = file === '-' ? process.stdin : createReadStream(file)
  let parts: Buffer[] = []
  let length = 0
  let isFirst = true
  const finish = (): Line => {
    const line = decoded(parts, length, isFirst)
    isFirst = false
    parts = []
    length = 0
    return line
  }
  const keep = (part: Buffer) => {
    length += part.length
    if (length <= MAX_LINE_BYTES) parts.push(part)
    else parts = []
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        keep(chunk.subarray(start, end))
        start = end + 1
        yield finish()
      }
      keep(chunk.subarray(start))
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`${file}: cannot be read (${code ?? String(error)})`, {
      remedy: 'Name a readable file, or - for standard input.',
    })
  }
  if (length > 0) yield finish()
}

function decoded(parts: readonly Buffer[], length: number, isFirst: boolean): Line {
  if (length > MAX_LINE_BYTES) {
    return { text: 'too long', problem: `the line is longer than ${MAX_LINE_BYTES} bytes` }
  }
  try {
    const text = UTF8.decode(Buffer.concat(parts))
    return { text: isFirst ? text.replace(/^\uFEFF/, '') : text, problem: null }
  } catch {
    return { text: 'broken', problem: 'the line is not UTF-8' }
  }
}
