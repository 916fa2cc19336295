import { spend } from '../../model/budget.ts'
import type { CommandPlan, PlannedCommand, PlannedEffect } from '../../model/command-plan.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import type { CommandRule } from '../../rules/commands/command-rule.ts'
import { protectionReason } from '../../rules/paths/protected-paths.ts'
import { isSecretFile } from '../../rules/paths/secret-files.ts'
import { beyondWords } from '../../rules/programs/beyond-words.ts'
import { isMeant, isSentAsWritten } from '../../rules/programs/meant-effects.ts'
import { beyondPlain } from '../../rules/programs/plain-arguments.ts'
import { runsOtherCode } from '../../rules/programs/programs.ts'
import { type LineScope, effectProblem } from '../effects/effect-problem.ts'

/**
 * Why an allow rule that covers a command does not let it through all the same: what it does with these arguments goes
 * beyond what the rule can have meant. `null` when the rule holds.
 */
export function profileProblem(
  command: PlannedCommand,
  rule: CommandRule | null,
  plan: CommandPlan,
  scope: LineScope,
  others: readonly CommandRule[] = [],
  granted = false,
): string | null {
  const { profile } = command
  const goal = rule === null ? null : unnamedGoal(command, rule, others)
  if (goal !== null) return `it would build ${goal}, which the rule does not name`
  if (!profile) return null
  // As if the script was started by its path: then the rule is all there is.
  if (rule !== null && rule.coversScript(command)) return placesProblem(command, rule, plan, scope)
  if (!profile.known) {
    return (
      unknownProblem(command, rule) ??
      placesProblem(command, rule, plan, scope) ??
      (profile.code === 'EXECUTES_CODE' ? null : protectedProblem(command, rule, scope))
    )
  }
  const words = rule?.words ?? []
  // A rule that names options or binds the arguments means what they do, and so does a grant, which holds for those alone.
  const namesArguments = granted || rule?.bindsArguments === true || words.some((word) => word.startsWith('-'))
  const unnamed = rule === null || rule.bindsArguments ? null : beyondNamed(command, words, scope)
  if (unnamed !== null) return unnamed
  for (const effect of profile.effects) {
    if (effect.kind === 'execute' && (effect.origin === 'argument' || effect.origin === 'download')) {
      return `it would run ${effect.path ?? 'a program that is only known at run time'}`
    }
    if (effect.kind === 'execute' && effect.origin === 'workspace' && isBareInterpreter(command, rule)) {
      return 'it runs code that the rule does not name'
    }
    if (effect.kind === 'execute' && effect.origin === 'workspace') {
      const elsewhere = rule?.text === '*' ? null : startsElsewhere(command, scope)
      if (elsewhere !== null) return `it would run code of ${elsewhere}, outside the workspace`
    }
    if (effect.sends === true && rule !== null && !rule.bindsArguments && !isSentAsWritten(effect, command, words)) {
      return `with these arguments it sends files or changes to ${effect.path ?? 'others'}, which the rule does not mention`
    }
    if (!namesArguments && !isMeant(effect, command, words)) {
      return `with these arguments it ${UNMEANT[effect.kind] ?? 'does more than read'}, which the rule does not mention`
    }
    if (effect.kind === 'environment' && command.passive !== true) return 'it would read secrets from the environment'
    if (effect.kind === 'file-read' && effect.path === null && namesAreFound(command, plan)) continue
    // A rule for kill(1) means what kill does.
    if (effect.kind === 'process') continue
    const problem = effectProblem(effect, scope)
    if (problem) return problem.message
  }
  return null
}

/** Where a command starts, outside of the workspace and what belongs to it: a rule that lets that be read lets no code of it run. */
function startsElsewhere({ cwd }: PlannedCommand, { context, protectedPaths }: LineScope): string | null {
  if (cwd === undefined || cwd === null) return null
  const problem = effectProblem({ kind: 'file-read', path: cwd }, { context, protectedPaths, readScope: 'workspace' })
  return problem === null ? null : cwd
}

/** Options that say what is done to what is there. curl(1), wget(1) */
const CHANGES_THERE = /^(?:-X|--request|--method|-T|--upload-file)$/

/**
 * What goes beyond a rule that says what it is about: one that names a host or a file to delete does not mean further
 * ones, one that names a host does not mean that secrets go there, and one for `git push` does not mean a forced one.
 */
function beyondNamed(command: PlannedCommand, words: readonly string[], { context }: LineScope): string | null {
  if (words.length === 0) return null
  const { profile } = command
  const effects = profile?.effects ?? []
  const isNamed = (path: string) => words.some((word) => word.includes(path) || path.endsWith(`/${word}`))
  for (const kind of ['network', 'file-delete'] as const) {
    const paths = effects.flatMap((effect) => (effect.kind === kind && effect.path !== null ? [effect.path] : []))
    const other = paths.some(isNamed) ? paths.find((path) => !isNamed(path)) : undefined
    if (other !== undefined)
      return `it would ${kind === 'network' ? 'contact' : 'delete'} ${other} too, which the rule does not name`
  }
  const isSent = effects.some(({ kind }) => kind === 'network')
  if (isSent || words.some((word) => !word.startsWith('-'))) {
    const { home, workspace } = context
    const isSecret = (path: string) => isSecretFile(foldName(normalisePath(path)), home, workspace)
    const secret = effects.find(
      ({ kind, path, lists, repository }) =>
        kind === 'file-read' && path !== null && lists !== true && !repository && isSecret(path) && !isNamed(path),
    )
    if (secret !== undefined)
      return `it would ${isSent ? 'send' : 'use'} ${secret.path}, which may hold secrets and which the rule does not name`
  }
  const changes = effects.some(({ sends }) => sends === true)
  const method = changes && profile?.options?.find((option) => CHANGES_THERE.test(option) && !words.includes(option))
  if (method) return `${method} changes what is there, and the rule does not mention it`
  const more = beyondWords(command, words)
  return more === null ? null : `it would do more than the rule says, with ${more}`
}

const UNMEANT: Partial<Readonly<Record<PlannedEffect['kind'], string>>> = {
  'file-write': 'writes',
  'file-delete': 'deletes',
  network: 'uses the network',
  process: 'acts on other processes',
  execute: 'starts another program',
}

/** Programs that do every one of the things that their operands name. */
const BUILDERS =
  /(?:^|\/)(?:g?make|ninja|just|rake|rails|task|mvnw?|gradlew?|nox|tox|mage|sbt|ant|gulp|grunt|inv|invoke|fab)$/
/** Options of theirs that take the next word. */
const MAKE_VALUES = /^-[oW]$/
const BUILDER_VALUES = /^(?:-[TxpP]|-pl|-rf|--tests|--projects|--exclude-task)$/

/** A rule of its own: with `make test` and `make lint`, `make test lint` is no more than both. */
const isForGoal = ({ only, words, bindsArguments }: CommandRule, name: string, goal: string) =>
  only === name && words.length === 1 && words[0] === goal && !bindsArguments

/** `make test deploy` is more than a rule for `make test` means. */
function unnamedGoal(
  { name, argv }: PlannedCommand,
  { words, bindsArguments }: CommandRule,
  others: readonly CommandRule[],
): string | null {
  if (name === null || words.length === 0 || bindsArguments || !BUILDERS.test(name)) return null
  const takesNext = name.endsWith('make') ? MAKE_VALUES : BUILDER_VALUES
  for (const [index, word] of argv.entries()) {
    if (word === null) return 'what is only known at run time'
    if (index === 0 || /^(?:-|\d+$)|=/.test(word) || words.includes(word)) continue
    spend(others.length)
    if (!takesNext.test(argv[index - 1] ?? '') && !others.some((rule) => isForGoal(rule, name, word))) return word
  }
  return null
}

/** `node --test` runs files as `node x.js` does; a rule for make(1) means the makefile. */
function isBareInterpreter({ name, profile }: PlannedCommand, rule: CommandRule | null): boolean {
  // What the workspace builds and tests by commands of their own.
  if (/(?:^|\/)swift$/.test(name ?? '') && /^(?:build|test|package)$/.test(profile?.words?.[1] ?? '')) return false
  const bare = rule !== null && rule.words.length === 0 && !rule.bindsArguments
  return bare && rule.text !== '*' && runsOtherCode(name ?? '') && !/(?:^|\/)g?make$/.test(name ?? '')
}

/**
 * Where the words of a program lead that nothing is known about, or that runs the code which the rule names: a rule for
 * a tool does not mean every file of the machine and every host. What the rule itself names it means.
 */
function placesProblem(
  command: PlannedCommand,
  rule: CommandRule | null,
  plan: CommandPlan,
  scope: LineScope,
): string | null {
  if (rule !== null && (rule.bindsArguments || rule.text === '*')) return null
  for (const effect of command.profile?.effects ?? []) {
    const { kind, path } = effect
    if (path !== null && (path === command.script || rule?.words.some((word) => word.includes(path)))) continue
    if (kind === 'network') return `it is given the address of ${path}, which the rule does not name`
    if (path === null && namesAreFound(command, plan)) continue
    const problem = effectProblem(effect, scope)
    if (problem !== null) return problem.message
  }
  return null
}

/** What a program of which nothing is known is given, it may write, and send. */
function protectedProblem({ name, argv }: PlannedCommand, rule: CommandRule | null, scope: LineScope): string | null {
  if (rule === null || rule.bindsArguments || rule.text === '*') return null
  const { home } = scope.context
  const workspace = normalisePath(scope.context.workspace)
  for (const word of argv.slice(1)) {
    // Most words name no place.
    if (word === null || !/[./]/.test(word)) continue
    for (const part of word.split(/[=:,@]/)) {
      const place = foldName(normalisePath(part.startsWith('/') ? part : `${workspace}/${part}`))
      const reason = protectionReason(place, workspace, scope.protectedPaths)
      if (reason !== null) return `${name} may change ${part}, but it is protected: ${reason}`
      if (part !== '' && !rule.words.includes(word) && isSecretFile(place, home, workspace)) {
        return `${name} may read ${part}, which may hold secrets and which the rule does not name`
      }
    }
  }
  return null
}

/**
 * Nothing is known of the program, or of a subcommand that the rule spells: then the rule is all there is, and means what
 * is plain in every program. It is known, but not what it does with these arguments: then the rule cannot have meant
 * them. It runs code: then only a rule that names the code means it.
 */
function unknownProblem({ name, argv, profile }: PlannedCommand, rule: CommandRule | null): string | null {
  const runsCode = runsOtherCode(name ?? '')
  const { code, doubt, message } = profile!
  const isSpelt = code === 'UNKNOWN_SUBCOMMAND' && doubt !== undefined && rule?.words.includes(doubt) === true
  if ((code === 'UNKNOWN_COMMAND' || isSpelt) && !runsCode) {
    if (rule === null || rule.bindsArguments || rule.takesAny || rule.text === '*') return null
    const word = beyondPlain(argv, rule.words)
    const what = isSpelt ? `${name} ${doubt}` : name
    if (word === null && profile!.hidesOption === true) {
      return `nothing is known about ${what}: a word that is only known at run time may be one of its options`
    }
    return word === null
      ? null
      : `nothing is known about ${what}: with ${word} it may run or change something that the rule does not name`
  }
  if (rule !== null && (code === 'EXECUTES_CODE' || code === 'UNKNOWN_COMMAND')) {
    const operand = argv.slice(1).find((word) => word === null || !word.startsWith('-'))
    const named = [operand, doubt ?? operand].every((word) => typeof word === 'string' && rule.words.includes(word))
    if (rule.bindsArguments || named) return null
  }
  return runsCode ? 'it runs code that the rule does not name' : (message ?? 'it is not known what it does')
}

/** Started others, or changed the shell: what it prints is no name that it was given. */
const isSilent = ({ passive, name, builtin }: PlannedCommand) =>
  passive === true && !(builtin && /^(?:echo|printf|type|command)$/.test(name ?? ''))

/**
 * True when every name that reaches the command at run time was found by a command of the line that lists files: then
 * the names are as harmless as the folders that were listed, which are evaluated by themselves.
 */
export function namesAreFound(command: PlannedCommand, plan: CommandPlan): boolean {
  if (command.profile?.names !== 'takes') return false
  // What only reads a pipe behind it hands on nothing.
  const isBehind = (other: PlannedCommand) => command.last === true && other.span[0] >= command.span[1]
  const others = plan.commands.filter((other) => other !== command && !isSilent(other) && !isBehind(other))
  // What an earlier command that takes names prints, is what lies in the files.
  const prints = (other: PlannedCommand) => other.profile?.names === 'takes' && other.span[0] < command.span[0]
  return (
    others.some((other) => other.profile?.names === 'finds') &&
    others.every((other) => other.profile?.names !== undefined && !prints(other))
  )
}
