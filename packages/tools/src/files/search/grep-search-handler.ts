import { GREP_SEARCH_TOOL, type GrepSearchInput } from '@poundlock/spec/tools'
import type { ToolHandler, ToolOutput } from '../../tool-handler.ts'
import { serveFileCall } from '../serve-file-call.ts'
import { showPath } from '../show-path.ts'
import { findRipgrep, type FindProgram } from './find-ripgrep.ts'
import { ContentWriter, OutputLines } from './grep-output.ts'
import { ripgrepEngine } from './ripgrep-engine.ts'
import { patternError } from './run-ripgrep.ts'
import type { FileMatches, SearchedFiles, SearchEngine } from './search-engine.ts'
import { openSearchRoot, type SearchRoot } from './search-root.ts'
import { takesLineFeed } from './takes-line-feed.ts'

const HEAD_LIMIT = 250

/**
 * Makes the handler of `grep_search`.
 *
 * @param findProgram finds ripgrep
 */
export function createGrepSearch(findProgram: FindProgram = findRipgrep): ToolHandler<GrepSearchInput> {
  return {
    spec: GREP_SEARCH_TOOL,
    holdsFilesOpen: true,
    run(input, context) {
      return serveFileCall(input.path ?? '.', async () => {
        const root = openSearchRoot(input.path, context)
        try {
          return await search(ripgrepEngine(await findProgram(context), root, context), root, input)
        } finally {
          root.file.close()
        }
      })
    },
  }
}

/** Serves `grep_search`. */
export const grepSearchHandler = createGrepSearch()

async function search(engine: SearchEngine, root: SearchRoot, input: GrepSearchInput): Promise<ToolOutput> {
  const { output_mode: mode = 'files_with_matches', offset = 0, head_limit: limit = HEAD_LIMIT } = input
  if ([input.pattern, input.glob, input.type].some((text) => text?.includes('\0'))) {
    throw patternError(String.raw`a NUL character is given; \x00 in the pattern stands for one`)
  }
  const query = {
    pattern: input.pattern,
    ignoresCase: input['-i'] === true,
    isMultiline: input.multiline === true,
    spansLines: input.multiline === true && takesLineFeed(input.pattern),
    glob: input.glob ?? null,
    type: input.type ?? null,
    before: mode === 'content' ? (input['-B'] ?? input['-C'] ?? 0) : 0,
    after: mode === 'content' ? (input['-A'] ?? input['-C'] ?? 0) : 0,
    mode,
  } as const
  const found = await engine.find(query)
  const output = new OutputLines(offset, limit)
  const hasContext = query.before + query.after > 0
  const shown = (path: string) => root.shown(path)
  const writer = new ContentWriter(output, { hasNumbers: input['-n'] !== false, hasContext, shown })
  const write = (file: FileMatches) => {
    // A named file is searched even if it is binary; other binary files are left out.
    if (mode === 'content') return writer.write(file)
    const isShown =
      root.isFile || (mode === 'count' ? file.binaryAt === null : file.lines.length > 0 || file.unread === true)
    if (!isShown) return true
    const name = showPath(root.shown(file.path))
    return output.add(mode === 'count' ? `${name}:${String(file.count)}` : name)
  }
  await engine.read(query, found.paths, limit === 0 ? Infinity : offset + limit, write)
  return showFound(output, found, input)
}

function showFound(output: OutputLines, found: SearchedFiles, input: GrepSearchInput): ToolOutput {
  const { lines, isMore } = output
  const { output_mode: mode = 'files_with_matches', offset = 0 } = input
  const notes: string[] = []
  if (lines.length === 0) notes.push(offset > 0 ? 'no matches after the offset' : 'no matches')
  if (lines.length === 0 && found.searched === 0) {
    notes.push('no file was searched: glob or type fit none, or .gitignore excludes them, or they are hidden')
  }
  if (isMore) {
    const of = mode === 'content' ? '' : ` of about ${String(found.paths.length)} files`
    notes.push(`${String(lines.length)} shown${of}; go on with offset ${String(offset + lines.length)}`)
  }
  if (found.refused > 0) notes.push(`${String(found.refused)} files left out: the rules do not let this call read them`)
  if (found.unreadable > 0) notes.push(`${String(found.unreadable)} files left out: their names are not UTF-8`)
  const footer = notes.length === 0 ? '' : `${lines.length === 0 ? '' : '\n\n'}[${notes.join('; ')}]`
  return {
    content: [{ type: 'text', text: lines.join('\n') + footer }],
    structured: {
      mode,
      lines,
      truncated: isMore,
      refused: found.refused,
      ...(found.searched !== null && { searched: found.searched }),
    },
  }
}
