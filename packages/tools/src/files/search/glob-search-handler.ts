import { lstatSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { GLOB_SEARCH_TOOL, type GlobSearchInput } from '@poundlock/spec/tools'
import type { ToolContext, ToolHandler, ToolOutput } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { serveFileCall } from '../serve-file-call.ts'
import { showPath } from '../show-path.ts'
import { findRipgrep, type FindProgram } from './find-ripgrep.ts'
import { ripgrepEngine } from './ripgrep-engine.ts'
import { LONGEST_MS, patternError, slowError } from './run-ripgrep.ts'
import { holdFound, openSearchRoot, type SearchRoot } from './search-root.ts'

const MOST_FILES = 100
/** Others have their turn after so many. */
const AT_ONCE = 2000
/** Or after so long. */
const TURN_MS = 20

/**
 * Makes the handler of `glob_search`.
 *
 * @param findProgram finds ripgrep
 */
export function createGlobSearch(findProgram: FindProgram = findRipgrep): ToolHandler<GlobSearchInput> {
  return {
    spec: GLOB_SEARCH_TOOL,
    holdsFilesOpen: true,
    run(input, context) {
      return serveFileCall(input.path ?? '.', async () => {
        const { folder, pattern } = splitPattern(input)
        const { compileGlob } = await import('./glob-pattern.ts')
        const fits = compileGlob(pattern)
        const root = openSearchRoot(folder, context)
        try {
          if (root.isFile) throw fileError(folder ?? '.')
          const engine = ripgrepEngine(await findProgram(context), root, context)
          const found = await engine.list({ hidden: NAMES_HIDDEN.test(pattern) })
          const paths = await sortByAge(root, await fitting(found.paths, fits, context), context)
          return showFiles(root, paths, context, found.refused)
        } finally {
          root.file.close()
        }
      })
    },
  }
}

/** Serves `glob_search`. */
export const globSearchHandler = createGlobSearch()

/** A pattern with a name that begins with a dot. */
const NAMES_HIDDEN = /(?:^|[/{,])\\?\.[^./,}]/

/** Splits a pattern with a folder: the part before the first wildcard is the folder. */
function splitPattern({ pattern, path }: GlobSearchInput): {
  readonly folder: string | undefined
  readonly pattern: string
} {
  if (/(?:^|[/{,])\.\.(?:[/},]|$)/.test(pattern)) {
    throw patternError(`the pattern ${showPath(pattern)} leaves the folder by "..": name the folder as path`)
  }
  if (!/^[/~]/.test(pattern)) return { folder: path, pattern: pattern.replace(/^(?:\.\/+)+/, '') }
  const [fixed = ''] = /^[^*?[{\\]*\//.exec(pattern) ?? []
  if (path !== undefined || fixed === '') {
    throw patternError(
      `the pattern ${showPath(pattern)} is absolute: name the folder as path, and what is below it as pattern`,
    )
  }
  return { folder: fixed, pattern: `/${pattern.slice(fixed.length)}` }
}

const fileError = (path: string) =>
  new FileToolError(`${showPath(path)} is a file`, {
    code: 'FILE_FOLDER',
    remedy: 'Name the folder to look in; read_file shows a file.',
  })

/** The paths that match. It yields to other work, and has the time limit of a search. */
async function fitting(
  paths: readonly string[],
  fits: (path: string) => boolean,
  { abortSignal }: ToolContext,
): Promise<readonly string[]> {
  const found: string[] = []
  const began = performance.now()
  let since = began
  for (const path of paths) {
    if (fits(path)) found.push(path)
    const now = performance.now()
    if (now - since < TURN_MS) continue
    if (now - began > LONGEST_MS) throw slowError()
    await turn()
    abortSignal.throwIfAborted()
    since = performance.now()
  }
  return found
}

async function sortByAge(
  root: SearchRoot,
  paths: readonly string[],
  { abortSignal }: ToolContext,
): Promise<readonly string[]> {
  const ages: { readonly path: string; readonly changed: number }[] = []
  for (const [index, path] of paths.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) {
      await turn()
      abortSignal.throwIfAborted()
    }
    const stats = lstatSync(root.file.entry(path), { throwIfNoEntry: false })
    if (stats !== undefined) ages.push({ path, changed: stats.mtimeMs })
  }
  // Paths come in order: among files of one age it stays.
  return ages.toSorted((one, other) => other.changed - one.changed).map(({ path }) => path)
}

function showFiles(root: SearchRoot, paths: readonly string[], context: ToolContext, refused: number): ToolOutput {
  const files: string[] = []
  for (const path of paths) {
    if (files.length >= MOST_FILES) break
    const file = holdFound(root, path, context)
    file?.close()
    if (file !== null) files.push(root.shown(path))
  }
  const notes: string[] = []
  const isMore = paths.length > MOST_FILES
  if (files.length === 0)
    notes.push('no files found; those that .gitignore excludes are only listed with path leading to them')
  if (isMore)
    notes.push(`the newest ${String(files.length)} of ${String(paths.length)} files; narrow the pattern for others`)
  if (refused > 0) notes.push(`${String(refused)} files left out: the rules do not let this call read them`)
  const footer = notes.length === 0 ? '' : `${files.length === 0 ? '' : '\n\n'}[${notes.join('; ')}]`
  return {
    content: [{ type: 'text', text: files.map(showPath).join('\n') + footer }],
    structured: { files, total: paths.length, truncated: isMore, refused },
  }
}
