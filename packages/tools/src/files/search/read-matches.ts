import { closeSync, constants, readSync } from 'node:fs'
import type { ToolContext } from '../../tool-handler.ts'
import { findBinaryMatch, findBinaryPart, linesBefore, type ReadAt } from './binary-part.ts'
import { runRipgrep } from './run-ripgrep.ts'
import type { FileMatches, FoundLine } from './search-engine.ts'
import { holdFound, type SearchRoot } from './search-root.ts'

export interface MatchReading {
  readonly program: string
  readonly root: SearchRoot
  readonly context: ToolContext
  readonly matching: readonly string[]
  readonly spansLines: boolean
  /** Lines that are shown after a match. */
  readonly after: number
  /** `--count`, or `--json` with the options for it. */
  readonly mode: 'count' | 'lines'
}

const DESCRIPTORS = '/proc/self/fd'
/** The first descriptor after the standard streams. */
const FIRST = 3

/**
 * Reads matches from open files: each is opened by its descriptor after the rules allowed its real path, and ripgrep
 * gets the open files instead of their names.
 */
export async function readMatches(reading: MatchReading, paths: readonly string[]): Promise<readonly FileMatches[]> {
  const { root, context } = reading
  const opened: { readonly path: string; readonly real: string; readonly descriptor: number }[] = []
  try {
    for (const path of paths) {
      const file = holdFound(root, path, context)
      if (file === null) continue
      try {
        opened.push({ path, real: file.real, descriptor: file.openNow(constants.O_RDONLY) })
      } catch {
        // Not for this user: ripgrep passes over it, too.
      } finally {
        file.close()
      }
    }
    if (opened.length === 0) return []
    const isLinux = process.platform === 'linux'
    const descriptors = isLinux ? opened.map(({ descriptor }) => descriptor) : []
    const operands = opened.map(({ real }, index) => (isLinux ? `${DESCRIPTORS}/${String(FIRST + index)}` : real))
    const byOperand = new Map(operands.map((operand, index) => [operand, opened[index]!]))
    const run = { program: reading.program, operands, descriptors, folder: '/', abortSignal: context.abortSignal }
    const found =
      reading.mode === 'count'
        ? await countMatches(run, reading, (operand) => byOperand.get(operand)!)
        : await collectLines(run, reading, (operand) => byOperand.get(operand)!.path)
    const files: FileMatches[] = []
    for (const { path, descriptor } of opened) {
      const file = found.get(path)
      if (file === undefined) continue
      // Ripgrep searches a file that it is given; one that a walk meets ends where it becomes binary.
      files.push(root.isFile || reading.mode === 'count' ? file : await asMet(reading, file, descriptor))
    }
    return files
  } finally {
    for (const { descriptor } of opened) closeSync(descriptor)
  }
}

async function asMet({ spansLines, after }: MatchReading, file: FileMatches, descriptor: number): Promise<FileMatches> {
  if (!spansLines && file.binaryAt === null) return file
  const readAt = readerOf(descriptor)
  const part = await (spansLines ? findBinaryMatch(readAt, file.lines) : findBinaryPart(readAt))
  if (part === null) return { ...file, binaryAt: spansLines ? null : file.binaryAt }
  return { ...file, binaryAt: part.nulAt, lines: linesBefore(part.searchedTo, file.lines, after) }
}

type Run = Omit<Parameters<typeof runRipgrep>[0], 'options' | 'onOutput'>

async function countMatches(
  run: Run,
  reading: MatchReading,
  fileOf: (operand: string) => { readonly path: string; readonly descriptor: number },
): Promise<ReadonlyMap<string, FileMatches>> {
  const { matching, spansLines } = reading
  const chunks: Buffer[] = []
  const options = [...matching, '--no-ignore', '--count', '--null', '--with-filename']
  await runRipgrep({ ...run, options, onOutput: (chunk) => void chunks.push(chunk) })
  /** In a file that is counted as a whole, the lines that match say whether it is binary. */
  const linesOf = async (operand: string, path: string): Promise<readonly FoundLine[]> => {
    const lines = await collectLines({ ...run, operands: [operand] }, reading, () => path)
    return lines.get(path)?.lines ?? []
  }
  const found = new Map<string, FileMatches>()
  for (const line of Buffer.concat(chunks).toString('utf8').split('\n')) {
    const [operand, count] = line.split('\0')
    if (operand === undefined || count === undefined) continue
    const { path, descriptor } = fileOf(operand)
    let part = await findBinaryPart(readerOf(descriptor))
    if (part !== null && spansLines) part = await findBinaryMatch(readerOf(descriptor), await linesOf(operand, path))
    found.set(path, { path, lines: [], count: Number(count), binaryAt: part?.nulAt ?? null })
  }
  return found
}

const readerOf =
  (descriptor: number): ReadAt =>
  (position, length) => {
    const buffer = Buffer.allocUnsafe(length)
    return Promise.resolve(buffer.subarray(0, readSync(descriptor, buffer, 0, length, position)))
  }

/** An event of `rg --json`. Source: crate `grep-printer`, module `jsont`. */
interface RipgrepEvent {
  readonly type: 'begin' | 'match' | 'context' | 'end' | 'summary'
  readonly data: {
    readonly path?: RipgrepText
    readonly lines?: RipgrepText
    readonly line_number?: number
    readonly absolute_offset?: number
    readonly binary_offset?: number | null
  }
}

type RipgrepText = { readonly text: string } | { readonly bytes: string }

async function collectLines(
  run: Run,
  { matching, root }: MatchReading,
  pathOf: (operand: string) => string,
): Promise<ReadonlyMap<string, FileMatches>> {
  const found = new Map<string, FileMatches>()
  let lines: FoundLine[] = []
  const onEvent = ({ type, data }: RipgrepEvent) => {
    if (type === 'begin') lines = []
    else if (type === 'match' || type === 'context') {
      const text = textOf(data.lines!).replace(/\n$/, '')
      for (const [index, part] of text.split('\n').entries()) {
        lines.push({
          number: data.line_number! + index,
          text: part,
          isMatch: type === 'match',
          at: data.absolute_offset!,
        })
      }
    } else if (type === 'end') {
      const path = pathOf(textOf(data.path!))
      const binaryAt = data.binary_offset ?? null
      // A file that was named is searched up to its first NUL byte.
      const before = lines.filter(({ at }) => !root.isFile || binaryAt === null || at < binaryAt)
      const count = before.filter(({ isMatch }) => isMatch).length
      found.set(path, { path, lines: before, count, binaryAt })
    }
  }
  // A line may be as long as its file: its parts are put together once.
  let parts: Buffer[] = []
  const onOutput = (chunk: Buffer) => {
    let at = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, at)) {
      parts.push(chunk.subarray(at, end))
      onEvent(JSON.parse(Buffer.concat(parts).toString('utf8')) as RipgrepEvent)
      parts = []
      at = end + 1
    }
    if (at < chunk.length) parts.push(chunk.subarray(at))
  }
  // Of a file that it maps, ripgrep sees NUL bytes only where it looks for something.
  await runRipgrep({ ...run, options: [...matching, '--no-ignore', '--no-mmap', '--json'], onOutput })
  return found
}

function textOf(text: RipgrepText): string {
  return 'text' in text ? text.text : Buffer.from(text.bytes, 'base64').toString('utf8')
}
