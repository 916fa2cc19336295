import { findCandidates, type CandidateSearch } from './find-candidates.ts'
import { comparePaths, NameReader } from './names.ts'
import { compileAllPlain, compilePlainPaths, plainOnly } from './plain-paths.ts'
import { runRipgrep } from './run-ripgrep.ts'
import type { Found } from './search-engine.ts'
import { settleAll } from './settle-all.ts'
import { watchNames } from './unmoved-names.ts'

/** What was found, and which of it was certainly read from the files that the rules let the call read. */
export interface PlainlyFound extends Found {
  readonly certain: ReadonlySet<string>
}

/**
 * Which files match, where the rules let the call read all files whose paths are plain: ripgrep walks and searches those by
 * itself, and never opens another. The tree is listed at the same time: other files, mostly none, are asked about one by
 * one, and searched by name.
 *
 * @param reserved names that are not plain
 */
export async function findPlainly(
  search: CandidateSearch & { readonly matching: readonly string[] },
  reserved: readonly string[],
): Promise<PlainlyFound> {
  const { program, root, context, listing, matching } = search
  const paths: string[] = []
  const names = new NameReader((name) => paths.push(name.replace(/^\.\//, '')))
  const findUnmoved = watchNames(root)
  const walk = runRipgrep({
    program,
    options: [...matching, ...listing, ...plainOnly(reserved), '--files-with-matches', '--null'],
    operands: ['./'],
    folder: root.place.entry('.'),
    abortSignal: context.abortSignal,
    onOutput: (chunk) => names.take(chunk),
  })
  // One thread: the walk beside it has the others.
  const others = findCandidates({
    ...search,
    listing: [...listing, '--threads=1'],
    free: { is: compilePlainPaths(reserved), areAll: compileAllPlain(reserved) },
  })
  await settleAll([walk, others])
  const found = await others
  const certain = findUnmoved(paths)
  return { ...found, paths: [...paths, ...found.paths].toSorted(comparePaths), certain }
}
