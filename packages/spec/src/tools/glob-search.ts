import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'
import { LONGEST_GLOB, LONGEST_PATH } from './text-limits.ts'

/** Input of the `glob_search` tool. */
export const GlobSearchInput = closedObject({
  pattern: Type.String({
    minLength: 1,
    maxLength: LONGEST_GLOB,
    description:
      'What the path of a file below the folder looks like: "src/**/*.ts", "*.{js,ts}", "[A-Z]*.md". Without a slash it fits names at any depth.',
  }),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_PATH,
      description: 'The folder to look in; the working directory when absent.',
    }),
  ),
})
export type GlobSearchInput = Static<typeof GlobSearchInput>

/** Finds files by their names. */
export const GLOB_SEARCH_TOOL: ToolSpec = {
  name: 'glob_search',
  description:
    'Finds files by their paths, newest first, 100 at most; it says when there are more. Files that .gitignore excludes are left out, and hidden ones unless the pattern names them (".github/**").',
  inputSchema: GlobSearchInput,
  requiredPermission: 'read-only',
  groups: ['group:fs', 'group:builtin'],
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true },
  summary: 'Find files by name',
}
