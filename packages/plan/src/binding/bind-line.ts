import { isAbsolute, resolve } from 'node:path'
import type { CommandPlan, PlannedCommand } from '@poundlock/policy'
import type { Script } from '@poundlock/shell'
import { isPattern } from './expand-pattern.ts'
import type { FileCollector } from './file-collector.ts'
import { followCommand } from './follow/follow-command.ts'
import { feedsNothing, innermost, runsCode } from './innermost-command.ts'
import { lineNames, spellings, textNames, type LineName } from './line-names.ts'

/** A line, and where it would run. */
export interface BoundLine {
  readonly plan: CommandPlan
  /** Absent where the line could not be read, or is none. */
  readonly tree?: Script | undefined
  /** Absolute. */
  readonly cwd: string
  /** The variables that the call itself sets. */
  readonly sets: Readonly<Record<string, string>>
}

/** One that goes through more folders cannot be bound. */
const MAX_FOLDERS = 128
/** Folders that words name, in which programs may be made to work. */
const MAX_GIVEN = 32

/** How a line is bound: what is typed by the one who asks must be kept, what files say is kept as far as can be. */
export interface Naming {
  /** Through how many files the line was found. */
  readonly depth: number
  /** A path that the line names where it may run it. */
  readonly name: (path: string) => void
}

/** @returns the folders that it may work in; `null` where there are too many */
export function bindLine(
  { plan, tree, cwd, sets }: BoundLine,
  collector: FileCollector,
  { depth, name }: Naming,
): readonly string[] | null {
  const { commands } = plan
  const folders = foldersOf(commands, cwd)
  if (folders === null) return null
  const isOpen = plan.refusal !== null || !plan.complete
  const runs = commands.filter(runsCode)
  const written =
    tree === undefined
      ? { names: textNames(plan.text), programFolders: [] }
      : lineNames(tree, { HOME: collector.context.home, PWD: cwd })
  const given = new Set<string>()
  const places = () => [...folders, ...given]
  const names = [...written.names, ...commands.flatMap(wordsOf)]
  for (const one of names) {
    for (const spelling of spellings(one)) {
      for (const folder of given.size < MAX_GIVEN ? folders : []) {
        const path = resolve(folder, spelling)
        if (!folders.includes(path) && collector.isFolder(path)) given.add(path)
      }
    }
  }
  if (runs.length > 0 || isOpen) {
    const values = Object.values(sets).flatMap(textNames)
    for (const one of [...names, ...values]) {
      const within = isOpen || values.includes(one) ? [] : innermost(commands, one.span)
      if (within.length > 0 && within.every(feedsNothing)) continue
      // What is only handed on as data is kept as far as can be.
      const isData = within.length > 0 && !within.some(runsCode)
      const add = isData ? (path: string) => collector.addPresent(path, depth + 1) : name
      for (const path of pathsOf(one, places())) add(path)
      if (isPattern(one.text)) for (const place of places()) collector.addMatches(one.text, place, depth + 1)
    }
    for (const { script, name: program, profile } of runs) {
      if (script !== undefined) name(script)
      if (program?.includes('/')) for (const place of places()) name(resolve(place, program))
      for (const { kind, path } of profile?.effects ?? []) {
        if ((kind === 'execute' || kind === 'file-read') && path !== null) name(resolve(cwd, path))
      }
    }
    // What is redirected into an interpreter is its script.
    for (const { kind, path } of plan.effects) if (kind === 'file-read' && path !== null) name(resolve(cwd, path))
  }
  for (const folder of written.programFolders) {
    for (const place of isAbsolute(folder) ? [cwd] : folders) shadow(resolve(place, folder), commands, collector, depth)
  }
  for (const command of commands) {
    followCommand(collector, command.argv, {
      places: places(),
      given: [...given],
      runs: runsCode(command) || isOpen,
      depth,
    })
  }
  return places()
}

/** The words of a command as the analysis knows them: with variables of the line, and what wrappers add. */
const wordsOf = ({ argv, span }: PlannedCommand): readonly LineName[] =>
  argv.flatMap((text) => (text === null || text.includes('\0') ? [] : [{ text, span }]))

function pathsOf(name: LineName, places: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const spelling of spellings(name)) for (const place of places) found.add(resolve(place, spelling))
  return [...found]
}

/** Programs that would be found in a folder that the line puts before the others. */
function shadow(folder: string, commands: readonly PlannedCommand[], collector: FileCollector, depth: number): void {
  for (const { name, builtin } of commands) {
    if (name !== null && !builtin && !name.includes('/')) collector.add(resolve(folder, name), depth + 1)
  }
}

/** Where the line may be when it runs a command: it can change its folder on the way, or fail to. `null`: anywhere. */
function foldersOf(commands: readonly PlannedCommand[], cwd: string): readonly string[] | null {
  const folders = new Set([cwd])
  for (const { name, argv, cwd: start } of commands) {
    if (typeof start === 'string') folders.add(start)
    if (name === 'cd' || name === 'pushd') {
      const to = argv.slice(1).findLast((word) => word !== null && !word.startsWith('-'))
      if (typeof to !== 'string') continue
      for (const folder of isAbsolute(to) ? [to] : [...folders]) folders.add(resolve(folder, to))
    }
    if (folders.size > MAX_FOLDERS) return null
  }
  return [...folders]
}
