import { findCandidates, type CandidateSearch } from './find-candidates.ts'
import { comparePaths, NameReader } from './names.ts'
import { compileAllPlain, compilePlainPaths, plainOnly } from './plain-paths.ts'
import { runRipgrep } from './run-ripgrep.ts'
import { scanNames } from './scan-names.ts'
import type { SearchedFiles } from './search-engine.ts'
import { settleAll } from './settle-all.ts'
import { watchNames } from './unmoved-names.ts'

/** The matching files, and those of them that were certainly allowed ones. */
export interface PlainlyFound extends SearchedFiles {
  readonly certain: ReadonlySet<string>
}

export interface PlainSearch extends CandidateSearch {
  readonly matching: readonly string[]
  /** Whether files are searched that are hidden, or ignored. */
  readonly takesMore: boolean
}

/**
 * Finds matching files where the rules allow every file with a plain path: ripgrep walks and searches these itself, and
 * never opens another. The names of the tree are scanned at the same time: other files, mostly none, are then listed,
 * asked about one by one, and searched by name.
 *
 * @param reserved names that are not plain
 */
export async function findPlainly(search: PlainSearch, reserved: readonly string[]): Promise<PlainlyFound> {
  const { program, root, context, listing, matching } = search
  const paths: string[] = []
  const names = new NameReader((name) => paths.push(name.replace(/^\.\//, '')))
  const findUnmoved = watchNames(root)
  const walk = runRipgrep({
    program,
    options: [...matching, ...listing, ...plainOnly(reserved), '--files-with-matches', '--null'],
    operands: ['./'],
    folder: root.file.entry('.'),
    abortSignal: context.abortSignal,
    onOutput: (chunk) => names.take(chunk),
  })
  const others = findOthers(search, reserved)
  await settleAll([walk, others])
  const found = await others
  const certain = findUnmoved(paths)
  const searched = found.searched ?? (paths.length > 0 || (await hasFiles(search)) ? null : 0)
  return { ...found, searched, paths: [...paths, ...found.paths].toSorted(comparePaths), certain }
}

/** Which files match that are not plain. */
async function findOthers(search: PlainSearch, reserved: readonly string[]): Promise<SearchedFiles> {
  const areAll = compileAllPlain(reserved)
  // A glob includes hidden and ignored files.
  const isAllPlain = !search.takesMore && (await scanNames(search.root, areAll, search.context.abortSignal))
  if (isAllPlain) return { paths: [], searched: null, refused: 0, unreadable: 0 }
  // One thread: the walk beside it has the others.
  const listing = [...search.listing, '--threads=1']
  return findCandidates({ ...search, listing, free: { is: compilePlainPaths(reserved), areAll } })
}

/** Whether there is anything to search. */
async function hasFiles({ program, root, context, listing }: PlainSearch): Promise<boolean> {
  let isThere = false
  const onOutput = () => {
    isThere = true
    return false
  }
  const folder = root.file.entry('.')
  await runRipgrep({
    program,
    options: ['--files', ...listing],
    folder,
    abortSignal: context.abortSignal,
    onOutput,
  })
  return isThere
}
