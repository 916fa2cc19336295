import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { CommandPlan, PlannedCommand, PlannedEffect } from '@poundlock/policy'
import {
  analyzeShell,
  type AnalyzedShell,
  type CommandRedirection,
  type ShellAnalysis,
  type ShellCommand,
} from '@poundlock/shell/analysis'
import { addCommand, startersAmong } from './commands/add-command.ts'
import type { FindExecutable } from './commands/executables.ts'
import { looseCommands } from './commands/loose-words.ts'
import { addPossible, MAX_COMMAND_LENGTH } from './commands/possible-commands.ts'
import { isRejected } from './commands/rejected-line.ts'
import { LineTree } from './line/line-tree.ts'
import { filesBelow } from './links/files-below.ts'
import { followLinks } from './links/follow-links.ts'
import { addLinkedReads } from './links/linked-reads.ts'
import { addMadeLinks } from './links/made-links.ts'
import { addGlobReads } from './names/glob-reads.ts'
import { inputTexts } from './names/input-text.ts'
import { KnownOutputs } from './names/known-outputs.ts'
import { asPattern, loopNames } from './names/loop-names.ts'
import { looksAtDisk, type PlanOptions } from './plan-options.ts'
import { markHistory } from './repository/history-paths.ts'
import { holdsPassword } from './repository/holds-password.ts'

/** A command line, read once: the analysis for the one that runs it, the plan for the one that decides. */
export interface PlannedLine {
  /** What the line would do. */
  readonly plan: CommandPlan
  /** How the shell reads the line. */
  readonly analysis: ShellAnalysis
}

export { MAX_COMMAND_LENGTH } from './commands/possible-commands.ts'

/** Reads a command line and lists what it would run and touch. */
export function planCommand(text: string, options: PlanOptions): PlannedLine {
  const { cwd, home, dialect = 'bash' } = options
  const outputs = new KnownOutputs(text, options)
  const isThere = options.isFolder ?? (looksAtDisk(options) ? isFolder : undefined)
  const how = {
    dialect,
    cwd,
    home,
    maxLength: MAX_COMMAND_LENGTH,
    isFolder: isThere && ((folder: string) => isThere(resolve(cwd, folder))),
  }
  const followed = analyzeShell(text, { ...how, outputOf: outputs.outputOf })
  if (outputs.allow(followed)) {
    return { analysis: followed, plan: outputs.withFailures(planAnalyzed(text, followed, options)) }
  }
  const analysis = analyzeShell(text, how)
  return { analysis, plan: planAnalyzed(text, analysis, options) }
}

/** The plan of a line that has been read. */
export function planAnalyzed(text: string, analysis: ShellAnalysis, options: PlanOptions): CommandPlan {
  const { cwd, home } = options
  const onDisk = looksAtDisk(options)
  if (!analysis.ok) {
    const { code, message } = analysis.refusal
    const rejected = isRejected(text, code, options.dialect) && { rejected: true as const }
    return { text, refusal: { code, message, ...rejected }, complete: false, unresolved: [], commands: [], effects: [] }
  }
  const starters = startersAmong(analysis.commands)
  const once =
    analysis.commands.length > 2 ? { ...options, findExecutable: remembering(options.findExecutable) } : options
  const line = new LineTree(text, analysis)
  const loops = loopNames(line)
  const commands: PlannedCommand[] = []
  const effects: PlannedEffect[] = []
  for (const { kind, path } of analysis.effects) {
    // The path of an effect on the environment is the name of a variable.
    const target = path === null || kind === 'environment' ? path : resolve(cwd, path)
    effects.push(kind === 'file-write' ? { kind, path: target, opens: true } : { kind, path: target })
    if (onDisk && path !== null && kind.startsWith('file-')) addReal(kind, cwd, path, line, effects)
  }
  if (onDisk && effects.length > 0) markHistory(effects)
  for (const claimed of analysis.commands) {
    const command =
      loops.length === 0 ? claimed : { ...claimed, words: claimed.words.map((word) => asPattern(word, loops, line)) }
    addCommand(command, starters, line, once, commands)
    for (const redirection of command.redirections) if (isUnusualDescriptor(redirection)) effects.push(WRITES_SOMEWHERE)
    addGlobReads(command, cwd, home, text, effects)
  }
  if (analysis.commands.length > 1 || text.includes('<<')) {
    for (const [{ span }, code] of inputTexts(line)) addPossible(code, span, once, commands)
  }
  const unnamed = analysis.commands.find(({ name }) => name === null)
  const dynamic = unnamed ?? (text.includes('eval') ? analysis.commands.find(({ name }) => name === 'eval') : undefined)
  if (dynamic !== undefined) {
    for (const code of looseCommands(analysis.commands, text)) addPossible(code, dynamic.span, once, commands)
  }
  const links = { cwd, workspace: options.workspace ?? cwd, onDisk }
  addLinkedReads(commands, line, links)
  addMadeLinks(commands, analysis.effects, effects, line, links)
  const onlyScripts = !analysis.complete && runsOnlyScripts(analysis.unresolved, analysis.commands, commands)
  const unresolved = analysis.unresolved.map((reason) => reason.message)
  for (const folder of options.path ?? []) if (!isAbsolute(folder)) unresolved.push(looseFolder(folder))
  const complete = unresolved.length === 0 && analysis.complete
  const loose = unresolved.length > analysis.unresolved.length
  // Not even a sandbox makes up for a line of which nobody has seen the end.
  const unread = analysis.unresolved.find(({ reason }) => reason === 'too-many-commands')
  const refusal = unread === undefined ? null : { code: 'TOO_MANY_COMMANDS', message: unread.message }
  const below = onDisk && { below: filesBelow(), holdsPassword }
  const plan = { text, refusal, complete, unresolved, commands, effects, ...below }
  return onlyScripts && !loose ? { ...plan, onlyScripts } : plan
}

function isFolder(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Adds what the path of a redirection leads to by way of links, where that is something else. */
function addReal(
  kind: PlannedEffect['kind'],
  cwd: string,
  path: string,
  { disk }: LineTree,
  into: PlannedEffect[],
): void {
  const real = followLinks(path.startsWith('/') ? path : `${cwd}/${path}`, disk)
  if (real === resolve(cwd, path)) return
  into.push(kind === 'file-write' ? { kind, path: real, opens: true } : { kind, path: real })
}

/** True when all that is not resolved are scripts of shells that the plan names. */
function runsOnlyScripts(
  unresolved: AnalyzedShell['unresolved'],
  claimed: readonly ShellCommand[],
  commands: readonly PlannedCommand[],
): boolean {
  // Each claim stands at the word that names the script.
  const named = claimed.flatMap(({ name, argv, words }) => {
    const isNamed = commands.some((command) => command.argv === argv && command.script !== undefined)
    return isNamed && /(?:^|\/)\w*sh$/.test(name ?? '') ? [words[1]!.span.join()] : []
  })
  return unresolved.every(({ reason, span }) => {
    if (reason !== 'script-file') return false
    const at = named.indexOf(span.join())
    if (at < 0) return false
    named.splice(at, 1)
    return true
  })
}

const looseFolder = (folder: string) =>
  `PATH has the folder ${JSON.stringify(folder)}, so that what a name runs depends on where it runs`

/**
 * `>&name` and `<&name` mean a descriptor or a file, depending on the shell and on what the name turns out to be.
 */
function isUnusualDescriptor({ operator, target }: CommandRedirection): boolean {
  return (operator === '<&' || operator === '>&') && (target === null || !/^(?:\d+-?|-)$/.test(target))
}

const WRITES_SOMEWHERE: PlannedEffect = { kind: 'file-write', path: null }

/** For one line, in which a name can stand thousands of times, and no longer than that. */
function remembering(find: FindExecutable): FindExecutable {
  const found = new Map<string, string | null>()
  return (name, cwd) => {
    const key = `${cwd}\0${name}`
    let path = found.get(key)
    if (path === undefined) found.set(key, (path = find(name, cwd)))
    return path
  }
}
