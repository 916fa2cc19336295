import type { ToolContext } from '../../tool-handler.ts'
import { comparePaths, NameReader } from './names.ts'
import { runRipgrep } from './run-ripgrep.ts'
import type { SearchedFiles } from './search-engine.ts'
import { realBelow, type SearchRoot } from './search-root.ts'
import { settleAll } from './settle-all.ts'

export interface CandidateSearch {
  readonly program: string
  readonly root: SearchRoot
  readonly context: ToolContext
  /** Which files: glob and type. */
  readonly listing: readonly string[]
  /** The pattern options; `null` for every file. */
  readonly matching: readonly string[] | null
  /**
   * Tells listed files that need neither a question nor a search, since another search covers them. Absent for none.
   */
  readonly free?: { is(path: string): boolean; /** Several, with NUL between them. */ areAll(paths: string): boolean }
}

/** The longest list of names for one program, well below ARG_MAX. */
const BATCH_CHARACTERS = 100_000
/** So many are searched at once, while the list goes on. */
const LANES = 2

/**
 * Finds files that may match, quickly: ripgrep lists the tree, the rules are asked about each file, and allowed ones
 * are searched by name while the list goes on. A name can be replaced by a link meanwhile, so the result is only a list
 * of candidates: matches are read again, from open files.
 */
export async function findCandidates(search: CandidateSearch): Promise<SearchedFiles> {
  const { program, root, context, listing, matching, free } = search
  const { abortSignal, files } = context
  const folder = root.file.entry('.')
  const found: string[] = []
  let searched = 0
  let refused = 0
  let batch: string[] = []
  let length = 0
  const lanes: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve())
  let batches = 0
  const searchBatch = (operands: readonly string[]) => {
    if (matching === null) {
      found.push(...operands)
      return
    }
    const matches = new NameReader((name) => found.push(name))
    const onOutput = (chunk: Buffer) => matches.take(chunk)
    // Named files are searched even when they are ignored, so ripgrep need not read ignore rules.
    const options = [...matching, '--no-ignore', '--files-with-matches', '--null']
    const lane = batches++ % LANES
    lanes[lane] = lanes[lane]!.then(() => runRipgrep({ program, options, operands, folder, abortSignal, onOutput }))
    // The caller awaits it later; until then a rejection must not count as unhandled.
    lanes[lane].catch(() => {})
  }
  const takeAll = (several: string): boolean => {
    if (free?.areAll(several) !== true) return false
    searched += several.split('\0').length
    return true
  }
  const names = new NameReader((name) => {
    searched++
    if (free?.is(name) === true) return
    if (!files.allows(realBelow(root, name), 'read')) {
      refused++
      return
    }
    batch.push(name)
    length += name.length
    if (length < BATCH_CHARACTERS) return
    searchBatch(batch)
    batch = []
    length = 0
  }, takeAll)
  const onOutput = (chunk: Buffer) => names.take(chunk)
  const listed = runRipgrep({ program, options: ['--files', '--null', ...listing], folder, abortSignal, onOutput })
  const handedOver = listed.then(() => {
    // Also with no file at all, since the pattern may be wrong.
    if (batch.length > 0 || searched === refused)
      searchBatch(batch.length > 0 ? batch : matching === null ? [] : ['/dev/null'])
  })
  await handedOver.catch(() => {})
  await settleAll([handedOver, ...lanes])
  return { paths: found.toSorted(comparePaths), searched, refused, unreadable: names.unreadable }
}
