import { isAbsolute, resolve } from 'node:path'
import type { CommandPlan, CommandProfile, PlannedCommand, PlannedEffect } from '@poundlock/policy'
import type { Dialect } from '@poundlock/shell'
import {
  analyzeShell,
  type AnalyzedShell,
  type CommandRedirection,
  isBashBuiltin,
  type ShellAnalysis,
  type ShellCommand,
} from '@poundlock/shell/analysis'
import type { InspectRepository } from '../repository/inspect-repository.ts'
import { mayChangeFiles, profileOf, type ProfiledCommand } from './command-profile.ts'
import type { FindExecutable } from './executables.ts'
import { filesBelow } from './files-below.ts'
import { followLinks } from './follow-links.ts'
import { addGlobReads } from './glob-reads.ts'
import { isHarmlessSetting, namesPlace } from './harmless-environment.ts'
import { inputTexts, readsUnseen } from './input-text.ts'
import { asPattern, loopNames } from './loop-names.ts'
import { looseCommands } from './loose-words.ts'
import { namedAround, namedCode, namesAround, setsCommands } from './named-code.ts'
import { namedScript, possibleScripts } from './named-script.ts'
import { onlyLooks, PASSIVE_BUILTINS, showsVariables } from './passive-builtins.ts'
import { addExecuted, addPossible, addPossibleFile, MAX_COMMAND_LENGTH } from './possible-commands.ts'
import { onlyStartsTool, projectTool } from './project-tools.ts'
import { realFiles } from './real-file.ts'
import { addStarted, forStarted } from './started-commands.ts'
import type { Input } from './unpacked-paths.ts'

export interface PlanOptions {
  /** Absolute. */
  readonly cwd: string
  /** Absolute. */
  readonly home: string
  readonly dialect?: Dialect
  readonly findExecutable: FindExecutable
  /** The folders that it looks in, where they are not ours: one that is not absolute leaves open what a name means. */
  readonly path?: readonly string[]
  /** Absent where the file system is not to be touched; then links are not followed either. */
  readonly inspectRepository?: InspectRepository
}

/** A command line, read once: the analysis for the one that runs it, the plan for the one that decides. */
export interface PlannedLine {
  readonly plan: CommandPlan
  readonly analysis: ShellAnalysis
}

export { MAX_COMMAND_LENGTH } from './possible-commands.ts'

/** Reads a command line and lists what it would run and touch. */
export function planCommand(text: string, options: PlanOptions): PlannedLine {
  const { cwd, home, dialect = 'bash' } = options
  const analysis = analyzeShell(text, { dialect, cwd, home, maxLength: MAX_COMMAND_LENGTH })
  return { analysis, plan: planAnalyzed(text, analysis, options) }
}

/** The plan of a line that has been read. */
export function planAnalyzed(text: string, analysis: ShellAnalysis, options: PlanOptions): CommandPlan {
  const { cwd, home } = options
  if (!analysis.ok) {
    const { code, message } = analysis.refusal
    return { text, refusal: { code, message }, complete: false, unresolved: [], commands: [], effects: [] }
  }
  const starters = startersAmong(analysis.commands)
  const once =
    analysis.commands.length > 2 ? { ...options, findExecutable: remembering(options.findExecutable) } : options
  const loops = loopNames(analysis.tree, text)
  const commands: PlannedCommand[] = []
  const effects: PlannedEffect[] = []
  for (const { kind, path } of analysis.effects) {
    // The path of an effect on the environment is the name of a variable.
    effects.push({ kind, path: path === null || kind === 'environment' ? path : resolve(cwd, path) })
    if (options.inspectRepository && path !== null && kind.startsWith('file-')) addReal(kind, cwd, path, effects)
  }
  for (const claimed of analysis.commands) {
    const command =
      loops.length === 0 ? claimed : { ...claimed, words: claimed.words.map((word) => asPattern(word, loops, text)) }
    addCommand(command, starters, text, once, commands)
    for (const redirection of command.redirections) if (isOddDescriptor(redirection)) effects.push(WRITES_SOMEWHERE)
    addGlobReads(command, cwd, home, text, effects)
  }
  if (analysis.commands.length > 1 || text.includes('<<')) {
    for (const [{ span }, code] of inputTexts(analysis.commands, text)) addPossible(code, span, once, commands)
  }
  const unnamed = analysis.commands.find(({ name }) => name === null)
  const dynamic = unnamed ?? (text.includes('eval') ? analysis.commands.find(({ name }) => name === 'eval') : undefined)
  if (dynamic !== undefined) {
    for (const code of looseCommands(analysis.commands, text)) addPossible(code, dynamic.span, once, commands)
  }
  const onlyScripts = !analysis.complete && runsOnlyScripts(analysis.unresolved, analysis.commands, commands)
  const unresolved = analysis.unresolved.map((reason) => reason.message)
  for (const folder of options.path ?? []) if (!isAbsolute(folder)) unresolved.push(looseFolder(folder))
  const complete = unresolved.length === 0 && analysis.complete
  const loose = unresolved.length > analysis.unresolved.length
  // Not even a sandbox makes up for a line of which nobody has seen the end.
  const unread = analysis.unresolved.find(({ reason }) => reason === 'too-many-commands')
  const refusal = unread === undefined ? null : { code: 'TOO_MANY_COMMANDS', message: unread.message }
  const below = options.inspectRepository && { below: filesBelow() }
  const plan = { text, refusal, complete, unresolved, commands, effects, ...below }
  return onlyScripts && !loose ? { ...plan, onlyScripts } : plan
}

/** Adds what the path of a redirection leads to by way of links, where that is something else. */
function addReal(kind: PlannedEffect['kind'], cwd: string, path: string, into: PlannedEffect[]): void {
  const real = followLinks(path.startsWith('/') ? path : `${cwd}/${path}`)
  if (real !== resolve(cwd, path)) into.push({ kind, path: real })
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
  return unresolved.every(({ reason, message, span }) => {
    if (reason !== 'script' || message !== 'a shell runs a script') return false
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
function isOddDescriptor({ operator, target }: CommandRedirection): boolean {
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

/** The name of what starts a command, at its depth: by that the analysis has claimed what it starts. */
const starterKey = (name: string | null | undefined, depth: number) => `${depth} ${name ?? ''}`

/** What starts the commands that were found through wrappers; `null` when none was. */
function startersAmong(commands: readonly ShellCommand[]): ReadonlySet<string> | null {
  let starters: Set<string> | null = null
  for (const { wrappers } of commands) {
    if (wrappers.length > 0) (starters ??= new Set()).add(starterKey(wrappers.at(-1), wrappers.length))
  }
  return starters
}

/** Adds a command with what is known of it, and the commands that it starts where the analysis has not claimed them. */
function addCommand(
  command: ShellCommand,
  starters: ReadonlySet<string> | null,
  text: string,
  options: PlanOptions,
  into: PlannedCommand[],
): void {
  const { cwd, home, findExecutable, inspectRepository } = options
  const { name, argv, span, environment, wrappers } = command
  const builtin = name !== null && wrappers.length === 0 && isBashBuiltin(name)
  const where = command.cwd === null ? null : command.cwd === '.' ? cwd : resolve(cwd, command.cwd)
  const resolved = (program: string) =>
    where === null && !program.startsWith('/') && program.includes('/') ? null : findExecutable(program, where ?? '/')
  const readsPipe = readsUnseen(command, text)
  const base =
    where === cwd
      ? { span, readsPipe, ...variablesOf(environment, name) }
      : { span, readsPipe, ...variablesOf(environment, name), cwd: where }
  const claimed = starters !== null && starters.has(starterKey(name, wrappers.length + 1))
  const profiled = profileOf(command.words, where, home, text, inspectRepository !== undefined, inputOf(command, text))
  const { runs, onlyStarts, startsIn } = profiled
  const profile = saysNoNames(command, text)
    ? { ...profiled.profile, names: 'filters' as const }
    : withRepository(profiled, inspectRepository)
  const unprofiled = builtin && profile.code === 'UNKNOWN_COMMAND'
  const changesOnlyShell =
    builtin && (onlyLooks(name, argv) || (PASSIVE_BUILTINS.has(name) && !showsVariables(name, argv)))
  const onDisk = inspectRepository !== undefined && where !== null ? where : null
  const startsTool =
    onDisk !== null &&
    name !== null &&
    claimed &&
    !mayChangeFiles(text.slice(0, span[0])) &&
    onlyStartsTool(name, argv, onDisk)
  const passive =
    onlyStarts || changesOnlyShell || startsTool || (builtin && claimed && (unprofiled || name === 'exec'))
  const starter = wrappers.at(-1)
  const tool =
    onDisk === null || name === null || starter === undefined ? null : projectTool(programOf(starter), name, onDisk)
  const program = name === null || builtin ? null : (tool ?? resolved(name))
  const script = name === null || argv.length < 2 || builtin ? null : namedScript(name, argv, where, program)
  const planned: Writable<PlannedCommand> = { ...base, name, argv, builtin, resolved: program }
  if (script !== null) planned.script = script
  if (tool !== null) planned.tool = true
  if (inspectRepository !== undefined) Object.assign(planned, realFiles(planned))
  if (!(unprofiled || (passive && !profile.known))) planned.profile = profile
  if (passive) planned.passive = true
  into.push(planned)
  if (name !== null && namesAround(name, environment)) {
    for (const code of namedAround(name, argv, environment)) addPossible(code, span, options, into)
  }
  if (name !== null && argv.length > 1) {
    if (!profile.known || setsCommands(argv))
      for (const code of namedCode(name, argv)) addPossible(code, span, options, into)
    if (script === null)
      for (const file of possibleScripts(name, argv, where)) addPossibleFile(file, span, options, into)
    addExecuted(profile, span, options, into)
    const begun = begunCode(command)
    if (begun !== null) addPossible(begun, span, options, into)
  }
  if (claimed) return
  const place = { ...options, where: startsIn, text, resolved }
  for (const words of runs) addStarted(words, forStarted(base, profile), place, into)
}

const programOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** Where a command reads its input from, if that is the last that was said of it. */
function inputOf({ redirections }: ShellCommand, text: string): Input | null {
  if (redirections.length === 0) return null
  const given = redirections.findLast(({ operator, fd }) => operator.startsWith('<') && (fd === null || fd === 0))
  if (given?.operator === '<' && given.target !== null) return { file: given.target }
  // The rest of the line is as good as what stands in it, but for what the shell puts into it.
  const isPlain = given?.operator === '<<' && /^<<\s*(?:'|\\)/.test(text.slice(given.span[0]))
  return isPlain ? { text } : null
}

/** Adds the programs that the repository makes the command run, which its arguments do not show. */
function withRepository(
  { profile, obeys, folder }: ProfiledCommand,
  inspect: InspectRepository | undefined,
): CommandProfile {
  if (obeys.length === 0 || inspect === undefined) return profile
  const found = folder === null ? ['what the repository it works in names'] : inspect(folder, obeys)
  const effects = found.map((path): PlannedEffect => ({
    kind: 'execute',
    path,
    origin: 'argument',
    repository: true,
  }))
  return { ...profile, effects: [...profile.effects, ...effects] }
}

/** What echo says reaches nothing that takes it for names of files: behind it, no pipe and no substitution takes output. */
function saysNoNames({ name, context, redirections, span }: ShellCommand, text: string): boolean {
  if ((name !== 'echo' && name !== 'printf') || redirections.length > 0) return false
  if (context !== 'top' && context !== 'compound' && context !== 'subshell') return false
  return !/\b(?:exec|coproc)\b|[<>]\(/.test(text) && !/(?<!\|)\|(?!\|)|\$\(|[`>]/.test(text.slice(span[1]))
}

/** `sh -c 'rm {}'`: the beginning of a text that is only known in full at run time. */
function begunCode({ name, argv, words }: ShellCommand): string | null {
  if (argv[1] !== '-c' || argv[2] !== null || !/^(?:.*\/)?(?:ba|da|z|k)?sh$/.test(name ?? '')) return null
  return words[2]?.prefix || null
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

const NO_VARIABLES = { environment: [] } as const

/** The variables that are set for a command and count, with their values where all are known. */
function variablesOf(
  environment: ShellCommand['environment'],
  program: string | null,
): Pick<PlannedCommand, 'environment' | 'settings'> {
  if (environment.length === 0) return NO_VARIABLES
  const counting = environment.filter(({ name, value }) => !isHarmlessSetting(name, value, program))
  const names = counting.map(({ name, value }) => (namesPlace(name, value) ? `${name}=${value}` : name))
  if (names.length === 0) return NO_VARIABLES
  if (counting.some(({ value }) => value === null)) return { environment: names }
  return { environment: names, settings: counting.map(({ name, value }) => `${name}=${value}`) }
}
