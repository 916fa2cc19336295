import type { ToolContext } from '../../tool-handler.ts'
import { findCandidates } from './find-candidates.ts'
import { readMatches } from './read-matches.ts'
import { patternError } from './run-ripgrep.ts'
import type { SearchEngine, SearchQuery } from './search-engine.ts'
import type { SearchRoot } from './search-root.ts'

/** So many files are open at once, from few to many: the first may be enough. */
const FIRST_BATCH = 64
const MOST_OPEN = 256

const UNREAD = { lines: [], count: 1, binaryAt: null, unread: true } as const

/** Searches with ripgrep. */
export function ripgrepEngine(program: string, root: SearchRoot, context: ToolContext): SearchEngine {
  let certain: ReadonlySet<string> = new Set()
  return {
    list({ hidden }) {
      const listing = hidden ? ['--hidden', '--glob=!.git'] : []
      return findCandidates({ program, root, context, listing, matching: null })
    },
    async find(query) {
      if (root.isFile) return { paths: [''], searched: 1, refused: 0, unreadable: 0 }
      const matching = matchingOptions(query)
      const search = { program, root, context, listing: listingOptions(query), matching }
      const reserved = context.files.plainBelow?.(root.file.real, 'read') ?? null
      if (reserved === null) return findCandidates(search)
      const { findPlainly } = await import('./find-plainly.ts')
      const found = await findPlainly({ ...search, takesMore: query.glob !== null }, reserved)
      certain = found.certain
      return found
    },
    async read(query, paths, enough, write) {
      const mode = query.mode === 'count' ? 'count' : 'lines'
      const matching = [...matchingOptions(query), ...contextOptions(query, enough)]
      // In content, the first files may have all the lines that are wanted; else each file is one.
      let size = query.mode === 'content' && Number.isFinite(enough) ? FIRST_BATCH : Math.min(enough + 1, MOST_OPEN)
      for (let at = 0; at < paths.length; at += size, size = Math.min(size * 2, MOST_OPEN)) {
        const batch = paths.slice(at, at + size)
        // The mode only asks whether it matches.
        const isKnown = (path: string) => query.mode === 'files_with_matches' && certain.has(path)
        const read = await readMatches(
          { program, root, context, matching, mode, spansLines: query.spansLines, after: query.after },
          batch.filter((path) => !isKnown(path)),
        )
        const found = new Map(read.map((file) => [file.path, file]))
        for (const path of batch) {
          const file = isKnown(path) ? { ...UNREAD, path } : found.get(path)
          if (file !== undefined && !write(file)) return
        }
      }
    },
  }
}

/** @returns the options that say which files */
export function listingOptions({ glob, type }: Pick<SearchQuery, 'glob' | 'type'>): readonly string[] {
  if (type?.startsWith('=') === true) throw patternError(`unrecognized file type: ${type}`)
  return [...(glob === null ? [] : [`--glob=${keepSign(glob)}`]), ...(type === null ? [] : [`--type=${type}`])]
}

/**
 * As the value of an option: ripgrep 13 reads `--regexp==>` as it reads `--regexp=>` (clap 2). Behind a blank it could be
 * taken for an option itself.
 */
const keepSign = (value: string) => value.replace(/^=/, '[=]')

function matchingOptions({ pattern, ignoresCase, isMultiline }: SearchQuery): readonly string[] {
  return [
    `--regexp=${keepSign(pattern)}`,
    ...(ignoresCase ? ['--ignore-case'] : []),
    ...(isMultiline ? ['--multiline', '--multiline-dotall'] : []),
  ]
}

function contextOptions({ mode, before, after }: SearchQuery, enough: number): readonly string[] {
  if (mode === 'count') return []
  if (mode === 'files_with_matches') return ['--max-count=1']
  return [
    ...(before > 0 ? [`--before-context=${String(before)}`] : []),
    ...(after > 0 ? [`--after-context=${String(after)}`] : []),
    // One more than is shown, so that it is known that there is one.
    ...(Number.isFinite(enough) ? [`--max-count=${String(enough + 1)}`] : []),
  ]
}
