import { resolve } from 'node:path'
import type { CommandProfile, PlannedCommand } from '@poundlock/policy'
import { isBashBuiltin, type ShellCommand } from '@poundlock/shell/analysis'
import type { Input } from '../archive/unpacked-paths.ts'
import type { LineTree } from '../line/line-tree.ts'
import { realFiles } from '../links/real-file.ts'
import { bodyOf, readsUnseen } from '../names/input-text.ts'
import { looksAtDisk, type PlanOptions } from '../plan-options.ts'
import { withOpenAddresses } from '../repository/open-addresses.ts'
import { withRepository } from '../repository/with-repository.ts'
import { type ProfiledCommand, profileOf } from './command-profile.ts'
import { isHarmlessSetting, namesPath } from './harmless-environment.ts'
import { namedAround, namedCode, namesAround, setsCommands } from './named-code.ts'
import { namedScript, possibleScripts } from './named-script.ts'
import { onlyLooks, PASSIVE_BUILTINS, PRINTING_BUILTINS, showsVariables } from './passive-builtins.ts'
import { addExecuted, addPossible, addPossibleFile } from './possible-commands.ts'
import { onlyStartsTool, projectTool } from './project-tools.ts'
import { onlyRunsText } from './shell-text.ts'
import { addStarted, forStarted } from './started-commands.ts'

/** The name of what starts a command, at its depth: by that the analysis has claimed what it starts. */
const starterKey = (name: string | null | undefined, depth: number) => `${depth} ${name ?? ''}`

/** What starts the commands that were found through wrappers; `null` when none was. */
export function startersAmong(commands: readonly ShellCommand[]): ReadonlySet<string> | null {
  let starters: Set<string> | null = null
  for (const { wrappers } of commands) {
    if (wrappers.length > 0) (starters ??= new Set()).add(starterKey(wrappers.at(-1), wrappers.length))
  }
  return starters
}

/** A command of a line while it is planned. */
interface CommandInLine {
  readonly command: ShellCommand
  readonly line: LineTree
  readonly options: PlanOptions
  /** Where it starts, absolute; `null` when that is only known at run time. */
  readonly where: string | null
  /** The same where the disk may be looked at, else `null`. */
  readonly onDisk: string | null
  readonly builtin: boolean
  /** Whether the analysis has claimed the commands that it starts. */
  readonly claimed: boolean
  /** What the commands that it starts share with it. */
  readonly base: Pick<PlannedCommand, 'span' | 'readsPipe' | 'environment' | 'settings' | 'cwd'>
  /** Finds a program as the command would. */
  readonly find: (program: string) => string | null
}

/** Adds a command with what is known of it, and the commands that it starts where the analysis has not claimed them. */
export function addCommand(
  command: ShellCommand,
  starters: ReadonlySet<string> | null,
  line: LineTree,
  options: PlanOptions,
  into: PlannedCommand[],
): void {
  const { words, span } = command
  const inLine = locate(command, starters, line, options)
  const { where, claimed, find } = inLine
  const looks = looksAtDisk(options)
  const input = inputOf(command, line)
  const profiled = profileOf(words, where, options.home, span, line, looks, input, options.dialect)
  const profile = saysNoNames(command, line)
    ? { ...profiled.profile, names: 'filters' as const }
    : withRepository(profiled, options, span, line)
  const planned = plannedCommand(inLine, profiled, looks ? withOpenAddresses(profile, options.home) : profile)
  into.push(planned)
  addNamedCode(inLine, planned, profile, into)
  if (claimed) return
  const target = { ...options, where: profiled.startsIn, line, resolved: find }
  for (const started of profiled.runs) addStarted(started, forStarted(inLine.base, profile), target, into)
}

function locate(
  command: ShellCommand,
  starters: ReadonlySet<string> | null,
  line: LineTree,
  options: PlanOptions,
): CommandInLine {
  const { name, span, environment, wrappers } = command
  const { cwd, findExecutable } = options
  const where = command.cwd === null ? null : command.cwd === '.' ? cwd : resolve(cwd, command.cwd)
  const base = { span, readsPipe: readsUnseen(command, line), ...variablesOf(environment, name) }
  return {
    command,
    line,
    options,
    where,
    onDisk: looksAtDisk(options) ? where : null,
    base: where === cwd ? base : { ...base, cwd: where },
    builtin: name !== null && wrappers.length === 0 && isBashBuiltin(name),
    claimed: starters !== null && starters.has(starterKey(name && programOf(name), wrappers.length + 1)),
    find: (program) =>
      where === null && !program.startsWith('/') && program.includes('/')
        ? null
        : findExecutable(program, where ?? '/'),
  }
}

function plannedCommand(inLine: CommandInLine, profiled: ProfiledCommand, profile: CommandProfile): PlannedCommand {
  const { command, line, options, where, onDisk, builtin, base, find } = inLine
  const { name, argv, span, wrappers } = command
  const starter = wrappers.at(-1)
  const tool =
    onDisk === null || name === null || starter === undefined ? null : projectTool(programOf(starter), name, onDisk)
  const program = name === null || builtin ? null : (tool ?? find(name))
  const script = name === null || argv.length < 2 || builtin ? null : namedScript(name, argv, where, program)
  const passive = isPassive(inLine, profiled, profile)
  const planned: Writable<PlannedCommand> = { ...base, name, argv, builtin, resolved: program }
  if (script !== null) planned.script = script
  if (tool !== null) planned.tool = true
  if (looksAtDisk(options)) Object.assign(planned, realFiles(planned))
  if (!(isUnprofiled(inLine, profile) || (passive && !profile.known))) planned.profile = profile
  if (profile.names === 'takes' && line.isLast(span)) planned.last = true
  if (passive) planned.passive = true
  return planned
}

/** A builtin of which no table says what it does. */
const isUnprofiled = ({ builtin }: CommandInLine, { code }: CommandProfile) => builtin && code === 'UNKNOWN_COMMAND'

/** Whether there is nothing to decide about a command: it starts commands that the plan lists, or changes only its shell. */
function isPassive(inLine: CommandInLine, { onlyStarts }: ProfiledCommand, profile: CommandProfile): boolean {
  const { command, line, onDisk, builtin, claimed } = inLine
  const { name, argv, span } = command
  if (onlyStarts) return true
  if (name !== null && builtin) {
    if (onlyLooks(name, argv)) return true
    if (PASSIVE_BUILTINS.has(name) && !showsVariables(name, argv)) return true
    if (PRINTING_BUILTINS.has(name) && profile.known) return true
  }
  if (!claimed) return false
  if (onDisk !== null && name !== null && !line.mayChangeBefore(span) && onlyStartsTool(name, argv, onDisk)) return true
  return onlyRunsText(name, argv) || (builtin && (isUnprofiled(inLine, profile) || name === 'exec'))
}

/** Adds the code that the words of a command name, and that it may run. */
function addNamedCode(
  { command, options, where }: CommandInLine,
  { script }: PlannedCommand,
  profile: CommandProfile,
  into: PlannedCommand[],
): void {
  const { name, argv, span, environment } = command
  if (name === null) return
  if (namesAround(name, environment)) {
    for (const code of namedAround(name, argv, environment)) addPossible(code, span, options, into)
  }
  if (argv.length < 2) return
  if (!profile.known || setsCommands(argv)) {
    for (const code of namedCode(name, argv)) addPossible(code, span, options, into)
  }
  if (script === undefined) {
    for (const file of possibleScripts(name, argv, where)) addPossibleFile(file, span, options, into)
  }
  addExecuted(profile, span, options, into)
  const begun = begunCode(command)
  if (begun !== null) addPossible(begun, span, options, into)
}

const programOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** Where a command reads its input from: the last redirection of it. */
function inputOf({ redirections }: ShellCommand, line: LineTree): Input | null {
  if (redirections.length === 0) return null
  const given = redirections.findLast(({ operator, fd }) => operator.startsWith('<') && (fd === null || fd === 0))
  if (given?.operator === '<' && given.target !== null) return { file: given.target }
  if (given?.operator !== '<<') return null
  const body = bodyOf(given, line)
  return body === null ? null : { text: body }
}

/** What echo prints reaches nothing that takes it for names of files: no pipe, redirection or substitution takes it. */
function saysNoNames({ name, redirections, span }: ShellCommand, line: LineTree): boolean {
  return (name === 'echo' || name === 'printf') && redirections.length === 0 && line.printsUnread(span)
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
  const names = counting.map(({ name, value }) => (namesPath(name, value) ? `${name}=${value}` : name))
  if (names.length === 0) return NO_VARIABLES
  if (counting.some(({ value }) => value === null)) return { environment: names }
  return { environment: names, settings: counting.map(({ name, value }) => `${name}=${value}`) }
}
