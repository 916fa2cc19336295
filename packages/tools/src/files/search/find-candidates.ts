import type { ToolContext } from '../../tool-handler.ts'
import { comparePaths, NameReader } from './names.ts'
import { runRipgrep } from './run-ripgrep.ts'
import type { Found } from './search-engine.ts'
import { realBelow, type SearchRoot } from './search-root.ts'
import { settleAll } from './settle-all.ts'

export interface CandidateSearch {
  readonly program: string
  readonly root: SearchRoot
  readonly context: ToolContext
  /** Which files: glob and type. */
  readonly listing: readonly string[]
  /** What is looked for in them; `null` for every file. */
  readonly matching: readonly string[] | null
  /** Which of those that are listed need neither be asked about nor searched: somebody else does. Absent for none. */
  readonly free?: { is(path: string): boolean; /** Several, with NUL between them. */ areAll(paths: string): boolean }
}

/** As much of a list of files is handed over at once as fits well below what a program can be started with (ARG_MAX). */
const BATCH_CHARACTERS = 100_000
/** So many are searched at once, while the list goes on. */
const LANES = 2

/**
 * Which files match, in no time: ripgrep lists the tree, the rules are asked about each file, and those that may be read
 * are searched by name while the list goes on. A name can be swapped for a link meanwhile, so that the answer is only who
 * should be looked at: what is shown is read again, from files that are held.
 */
export async function findCandidates(search: CandidateSearch): Promise<Found> {
  const { program, root, context, listing, matching, free } = search
  const { abortSignal, files } = context
  const folder = root.place.entry('.')
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
    // What is named is searched whatever is ignored; ripgrep need not look that up for each.
    const options = [...matching, '--no-ignore', '--files-with-matches', '--null']
    const lane = batches++ % LANES
    lanes[lane] = lanes[lane]!.then(() => runRipgrep({ program, options, operands, folder, abortSignal, onOutput }))
    // Whoever waits for it is told; until then nobody is.
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
