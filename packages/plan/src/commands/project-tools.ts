import { dirname, join } from 'node:path'
import { isExecutable } from './executables.ts'

/** Where programs that start a tool of the project look for it before anywhere else, in the folder and those above it. */
const NODE = 'node_modules/.bin'
const PYTHON = '.venv/bin'

/**
 * Those programs, by the words that a line has before the name of the tool. Sources: libnpmexec (`localFileExists`),
 * pnpm-exec(1), classic.yarnpkg.com/docs/cli/exec, bun.sh/docs/cli/bunx; docs.astral.sh/uv, python-poetry.org (in-project).
 */
const STARTERS: Readonly<Record<string, { readonly tools: string; readonly subcommand?: RegExp }>> = {
  npx: { tools: NODE },
  bunx: { tools: NODE },
  npm: { tools: NODE, subcommand: /^(?:exec|x)$/ },
  pnpm: { tools: NODE, subcommand: /^exec$/ },
  yarn: { tools: NODE, subcommand: /^exec$/ },
  uv: { tools: PYTHON },
  poetry: { tools: PYTHON },
}

/** Options by which they fetch nothing and look nowhere else. npm-exec(1) */
const STAYS_HERE = /^(?:--|--no|--no-install)$/

/** The tool of the project that such a program starts by its name; `null` where it is not there. Absolute. */
export function projectTool(starter: string, tool: string, folder: string): string | null {
  const tools = Object.hasOwn(STARTERS, starter) ? STARTERS[starter]!.tools : undefined
  if (tools === undefined || !/^[\w][\w.-]*$/.test(tool)) return null
  for (let current = folder; ; current = dirname(current)) {
    const file = join(current, tools, tool)
    if (isExecutable(file)) return file
    if (current === dirname(current)) return null
  }
}

/**
 * Whether a command does nothing but start a tool of the project that is installed there, so that nothing is fetched in its
 * place: `npx tsc --noEmit`, `pnpm exec vitest`.
 */
export function onlyStartsTool(name: string, argv: readonly (string | null)[], folder: string): boolean {
  const starter = name.slice(name.lastIndexOf('/') + 1)
  const row = Object.hasOwn(STARTERS, starter) ? STARTERS[starter]! : undefined
  if (row === undefined || row.tools !== NODE) return false
  let at = 1
  if (row.subcommand !== undefined && !row.subcommand.test(argv[at++] ?? '')) return false
  while (STAYS_HERE.test(argv[at] ?? '')) at++
  const tool = argv[at]
  return typeof tool === 'string' && projectTool(starter, tool, folder) !== null
}
