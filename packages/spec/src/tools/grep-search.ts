import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'
import { LONGEST_GLOB, LONGEST_PATH, LONGEST_PATTERN } from './text-limits.ts'

const lines = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description }))

/** Input of the `grep_search` tool. Options are named as those of ripgrep. */
export const GrepSearchInput = closedObject({
  pattern: Type.String({
    minLength: 1,
    maxLength: LONGEST_PATTERN,
    description: 'A regular expression in the syntax of ripgrep: "log.*Error", "fn\\s+\\w+", "interface\\{\\}".',
  }),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_PATH,
      description: 'A file or a folder; the working directory when absent.',
    }),
  ),
  glob: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_GLOB,
      description: 'Only files whose paths below the folder fit: "*.ts", "src/**/*.{c,h}", "!*.test.ts".',
    }),
  ),
  type: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only files of a type: "ts", "py", "rust".' }),
  ),
  '-A': lines('Lines to show after each match, with output_mode "content".'),
  '-B': lines('Lines to show before each match, with output_mode "content".'),
  '-C': lines('Lines to show before and after each match, with output_mode "content".'),
  '-i': Type.Optional(Type.Boolean({ default: false, description: 'Take small letters and capitals for the same.' })),
  '-n': Type.Optional(Type.Boolean({ default: true, description: 'Show line numbers, with output_mode "content".' })),
  multiline: Type.Optional(
    Type.Boolean({ default: false, description: 'Let a match span lines, and "." match line feeds.' }),
  ),
  output_mode: Type.Optional(
    Type.Enum(['content', 'files_with_matches', 'count'], {
      default: 'files_with_matches',
      description: 'The matching lines, the files that have one, or how many each file has.',
    }),
  ),
  head_limit: Type.Optional(
    Type.Integer({ minimum: 0, default: 250, description: 'So many lines or files at most; 0 for as many as fit.' }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, default: 0, description: 'So many lines or files are left out at the beginning.' }),
  ),
})
export type GrepSearchInput = Static<typeof GrepSearchInput>

/** Finds text in files. */
export const GREP_SEARCH_TOOL: ToolSpec = {
  name: 'grep_search',
  description:
    'Finds text in files by a regular expression, in the order of their paths. It shows the files that match unless output_mode is "content" or "count". Files that .gitignore excludes, hidden files and binary ones are left out; a path that names one searches it.',
  inputSchema: GrepSearchInput,
  requiredPermission: 'read-only',
  groups: ['group:fs', 'group:builtin'],
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true },
  summary: 'Search file contents',
}
