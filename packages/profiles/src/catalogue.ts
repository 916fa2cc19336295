import type { CommandTable } from './engine/table.ts'
import { coreutilsFiles } from './tables/coreutils-files.ts'
import { coreutilsSystem } from './tables/coreutils-system.ts'
import { coreutilsText } from './tables/coreutils-text.ts'
import { git } from './tables/git.ts'
import { search } from './tables/search.ts'
import { textLanguages } from './tables/text-languages.ts'

/** All tables by the name of the program. */
export const commandTables: ReadonlyMap<string, CommandTable> = new Map(
  [coreutilsText, coreutilsFiles, coreutilsSystem, search, textLanguages, git].flatMap((family) =>
    Object.entries(family).flatMap(([names, table]) => names.split(' ').map((name) => [name, table] as const)),
  ),
)

/** The commands that something is known about. */
export const PROFILED_COMMANDS: readonly string[] = [...commandTables.keys()].toSorted()
