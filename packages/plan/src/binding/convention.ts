import type { ConventionRow } from './convention-row.ts'
import { BUILD_TOOLS } from './conventions/build-tools.ts'
import { javascript } from './conventions/javascript.ts'
import { LANGUAGES } from './conventions/languages.ts'
import { PYTHON } from './conventions/python.ts'
import { SYSTEM_TOOLS } from './conventions/system-tools.ts'

let byProgram: ReadonlyMap<string, readonly ConventionRow[]> | undefined

/** Made when somebody is asked for the first time: most calls need nobody. */
function rowsByProgram(): ReadonlyMap<string, readonly ConventionRow[]> {
  const found = new Map<string, ConventionRow[]>()
  for (const row of [...BUILD_TOOLS, ...javascript, ...PYTHON, ...LANGUAGES, ...SYSTEM_TOOLS]) {
    for (const name of row.programs.split(' ')) found.set(name, [...(found.get(name) ?? []), row])
  }
  return found
}

/** Programs that start one of the programs that they are given by name. */
const STARTERS: ReadonlySet<string> = new Set(
  'npx bunx npm pnpm yarn bun python uv uvx pipx poetry pipenv pdm hatch bundle mise nix-shell direnv corepack rye'.split(
    ' ',
  ),
)
/** So many words behind such a program are looked at. */
const MAX_STARTED = 6

/** The rows of a command: of its program, and of those that it starts by name (`python3 -m pytest`). */
export function conventionsOf(argv: readonly (string | null)[]): readonly ConventionRow[] {
  const [first, ...words] = argv
  if (typeof first !== 'string') return []
  const program = programName(first)
  const started = STARTERS.has(program) ? words.slice(0, MAX_STARTED) : []
  byProgram ??= rowsByProgram()
  const rows = byProgram
  const names = new Set([program, ...started.flatMap((word) => (word === null ? [] : [programName(word)]))])
  return [...names].flatMap((name) =>
    (rows.get(name) ?? []).filter((row) => row.words === undefined || hasWord(words, row.words.split(' '))),
  )
}

/** Without its folder and its version: `/usr/bin/python3.12` is `python`. */
export function programName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd)$/, '')
  return name.replace(/(?<=[a-z])[\d.]+$/, '') || name
}

/** A word that is only known at run time may be any. */
const hasWord = (words: readonly (string | null)[], wanted: readonly string[]) =>
  words.some((word) => word === null || wanted.includes(word))
