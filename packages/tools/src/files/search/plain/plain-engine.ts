import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import type { ToolContext } from '../../../tool-handler.ts'
import { decodeText, readMark } from '../../text/text-encoding.ts'
import { findBinaryMatch, findBinaryPart, linesBefore, type ReadAt } from '../binary-part.ts'
import type { FileMatches, SearchEngine, SearchQuery } from '../search-engine.ts'
import { holdFound, type SearchRoot } from '../search-root.ts'
import { boundSearch, type RunBounded } from './bounded.ts'
import { compilePattern } from './rust-pattern.ts'
import { searchText, type TextPattern } from './search-text.ts'
import { walk } from './walk.ts'

/** Larger files are passed over: each is held in memory as a whole. */
const MOST_BYTES = 256 << 20

/** Searches where ripgrep is not installed: the same files and the same matches, if slowly. */
export function plainEngine(root: SearchRoot, context: ToolContext): SearchEngine {
  return {
    list: ({ hidden }) => walk(root, { glob: null, type: null, hidden }, context),
    async find(query) {
      const pattern = patternOf(query)
      if (root.isFile) return { paths: [''], searched: 1, refused: 0, unreadable: 0 }
      const found = await walk(root, { glob: query.glob, type: query.type, hidden: false }, context)
      const paths: string[] = []
      const bounded = boundSearch()
      for (const path of found.paths) {
        const only = { ...query, mode: 'files_with_matches' as const }
        const file = await searchFile(root, path, only, pattern, 1, context, bounded)
        if (file !== null && file.count > 0) paths.push(path)
      }
      return { ...found, paths }
    },
    async read(query, paths, enough, write) {
      const pattern = patternOf(query)
      const bounded = boundSearch()
      for (const path of paths) {
        const most = query.mode === 'count' ? Infinity : query.mode === 'content' ? enough + 1 : 1
        const file = await searchFile(root, path, query, pattern, most, context, bounded)
        if (file !== null && (file.count > 0 || file.lines.length > 0) && !write(file)) return
      }
    },
  }
}

async function searchFile(
  root: SearchRoot,
  path: string,
  query: SearchQuery,
  pattern: CompiledPattern,
  most: number,
  context: ToolContext,
  bounded: RunBounded,
): Promise<FileMatches | null> {
  context.abortSignal.throwIfAborted()
  const bytes = await readFound(root, path, context)
  if (bytes === null) return null
  const readAt: ReadAt = (position, length) => Promise.resolve(bytes.subarray(position, position + length))
  const isWhole = query.spansLines && !root.isFile
  // The ends of a text are those of the file, also for what no line feed fits.
  const isAcross = query.spansLines || (query.isMultiline && /\\[Az]/.test(query.pattern))
  const part = isWhole ? null : await findBinaryPart(readAt)
  // A file that was named is searched up to its first NUL byte.
  const end = part === null ? bytes.length : root.isFile ? part.nulAt : part.searchedTo
  const { text, hasBadBytes } = readText(bytes.subarray(0, end))
  const own = pattern(hasBadBytes)
  const { lines, count, firstAt } = bounded(() => searchText(text, own, isAcross, query, most))
  const binary = isWhole ? await findBinaryMatch(readAt, lines) : null
  if (binary !== null) {
    return { path, lines: linesBefore(binary.searchedTo, lines, query.after), count, binaryAt: binary.nulAt }
  }
  // Whoever wants the first match only does not come to what is far behind it.
  const isReported = part !== null && (query.mode !== 'files_with_matches' || firstAt === null)
  return { path, lines, count, binaryAt: isReported ? part.nulAt : null }
}

function readText(bytes: Buffer): { readonly text: string; readonly hasBadBytes: boolean } {
  const isWide = (readMark(bytes)?.encoding ?? 'utf-8') !== 'utf-8'
  const text = isWide ? (decodeText(bytes)?.text ?? '') : bytes.toString('utf8')
  return { text: text.replace(/^\uFEFF/, ''), hasBadBytes: !isWide && !isUtf8(bytes) }
}

/** The expression for a text, by whether that has bytes which are no character. */
type CompiledPattern = (hasBadBytes: boolean) => TextPattern

function patternOf(query: SearchQuery): CompiledPattern {
  const plain = compilePattern(query.pattern, { ...query, hasBadBytes: false })
  let other: TextPattern | undefined
  return (hasBadBytes) => {
    if (!hasBadBytes) return plain
    return (other ??= compilePattern(query.pattern, { ...query, hasBadBytes }))
  }
}

async function readFound(root: SearchRoot, path: string, context: ToolContext): Promise<Buffer | null> {
  const file = holdFound(root, path, context)
  if (file === null || file.stats.size > MOST_BYTES) {
    file?.close()
    return null
  }
  try {
    const handle = await file.open(constants.O_RDONLY)
    try {
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch {
    // Not for this user.
    return null
  } finally {
    file.close()
  }
}
