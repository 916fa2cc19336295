import { resolve } from 'node:path'
import type { PlannedCommand } from '@poundlock/policy'
import { drain } from './bound-files.ts'
import { conventionsOf } from './convention.ts'
import { FileCollector, type LookedAt } from './file-collector.ts'
import { followCommand } from './follow/follow-command.ts'
import { runsCode } from './innermost-command.ts'

/** The files that decide what a command runs, beyond its words. */
export interface CommandFiles {
  /** Absolute; files that are there. */
  readonly files: readonly string[]
  /** What cannot be listed, in words: `what make does when it runs`. */
  readonly open: readonly string[]
}

/**
 * The files that one command reads by convention, such as a `Makefile`, or the scripts that it is given, and what these run
 * in turn. None for a command that runs no code.
 *
 * @param scripts absolute paths of the scripts that it is given
 * @param cwd where it starts, absolute
 */
export function commandFiles(
  command: PlannedCommand,
  scripts: readonly string[],
  cwd: string,
  place: LookedAt,
): CommandFiles {
  if (!runsCode(command)) return { files: [], open: [] }
  const collector = new FileCollector(place)
  const words = command.argv.slice(1).filter((word) => word !== null)
  const folders = words.map((word) => resolve(cwd, word.replace(/^-[^=]*=/, '')))
  const given = [...new Set(folders.filter((folder) => folder !== cwd && collector.isFolder(folder)))]
  const places = [cwd, ...given]
  if (scripts.length === 0) followCommand(collector, command.argv, { places, given, runs: true, depth: 0 })
  for (const path of scripts) if (collector.isFile(path)) collector.pending.push({ path, depth: 0 })
  drain(collector, places)
  // A script of the workspace is no program that has conventions, whatever its name.
  const rows = scripts.length > 0 && command.name?.includes('/') !== true ? conventionsOf(command.argv) : []
  const open = new Set([...collector.open, ...rows.flatMap(({ unbound }) => unbound ?? [])])
  return { files: collector.followed.filter((path) => collector.isFile(path)), open: [...open] }
}
