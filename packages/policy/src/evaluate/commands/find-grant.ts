import { isWithin } from '@poundlock/spec'
import { RULE_STEPS, spend } from '../../model/budget.ts'
import type { CommandPlan, PlannedCommand } from '../../model/command-plan.ts'
import type { Grant } from '../../model/grant.ts'
import type { ProvenLevel } from '../../model/layer.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import type { CommandRule } from '../../rules/commands/command-rule.ts'
import { rulesForName } from '../../rules/commands/rules-for-name.ts'
import { grantCovers } from '../../rules/grants/derive-grant.ts'
import { protectionReason } from '../../rules/paths/protected-paths.ts'
import { holdsSecret } from '../../rules/paths/secret-files.ts'
import { type SafeBins, isSafeBin } from '../../rules/programs/safe-bins.ts'
import { showsSecretVariable } from '../../rules/programs/secret-variables.ts'
import { type LineScope, effectProblem } from '../effects/effect-problem.ts'
import { handsSecret, namesFile, secretsOf } from './names-secret.ts'
import { profileProblem } from './profile-problem.ts'
import { lineTouchesSecret, provenWork, type ProvenWork } from './proven-work.ts'

/** What lets a command through: a rule by its text, an approval that was given for good, or nothing being needed. */
export interface FoundGrant {
  readonly rule: string | null
  readonly granted?: true
  /** Where the rule stands in the allowlist of the host's own document. */
  readonly entry?: number
  /** What it is proven to do at most, so that no rule is needed. */
  readonly proven?: ProvenWork
}

/** `rule` is what people read; programs go by `granted`, since a rule can have any text. */
const GRANTED: FoundGrant = { rule: 'granted before', granted: true }

/** What allowing goes by, besides the rules. */
export interface GrantContext {
  /** `null` where the sandbox sees to what a command touches. */
  readonly scope: LineScope | null
  /** Names of tools that may run on a pipe without a rule. */
  readonly safeBins: SafeBins
  readonly proven: ProvenLevel
  /** What was allowed for good before, and where the line starts. */
  readonly grants?: { readonly list: readonly Grant[]; readonly cwd: string }
}

/**
 * What lets a command through: a rule, or nothing at all being needed. Else why nothing does, as the text for a person;
 * empty when simply no rule covers it.
 */
export function findGrant(
  command: PlannedCommand,
  plan: CommandPlan,
  allow: readonly CommandRule[],
  context: GrantContext,
): FoundGrant | string {
  const found = findRule(command, plan, allow, context)
  if (typeof found !== 'string' || context.scope === null) return found
  const proven = provenWork(command, plan, context.scope, context.proven)
  return proven === null ? found : { rule: null, proven }
}

/** The same, by rules and earlier approvals alone. */
function findRule(
  command: PlannedCommand,
  plan: CommandPlan,
  allow: readonly CommandRule[],
  { scope, safeBins, proven, grants }: GrantContext,
): FoundGrant | string {
  if (command.passive === true) {
    const problem =
      scope === null ? null : (ownProgramProblem(command, scope) ?? profileProblem(command, null, plan, scope))
    if (problem === null && scope !== null && proven !== 'off' && lineTouchesSecret(plan, scope)) {
      return HANDS_SECRET
    }
    // Builtins show their words: by purpose, in errors (`exit $TOKEN`), under `set -x`.
    if (problem === null && command.builtin && showsSecretVariable(command, plan)) return SHOWS_SECRET
    return problem ?? { rule: null }
  }
  if (isSafeBin(command, safeBins) && !(scope && isOwnProgram(command, scope.context))) {
    const touches = scope !== null && (lineTouchesSecret(plan, scope) || showsSecretVariable(command, plan))
    if (proven === 'off' || !touches) return { rule: null }
  }
  const handed = () => (scope !== null && handsSecret(plan, scope) ? HANDS_SECRET : null)
  let problem = ''
  for (const rule of rulesForName(allow, command.name)) {
    spend(RULE_STEPS)
    if (!rule.covers(command)) continue
    const against =
      scope === null
        ? null
        : (pathProblemOf(command, rule, scope) ??
          (meansAnyFile(command, rule) ? null : (handed() ?? movedToSecret(command, plan, scope))) ??
          profileProblem(command, rule, plan, scope, allow))
    if (against === null) return { rule: rule.text, ...(rule.entry !== undefined && { entry: rule.entry }) }
    problem ||= against
  }
  // What a script runs can have changed since.
  if (plan.onlyScripts === true && command.script !== undefined) return problem
  if (grants === undefined) return problem
  const granted = grants.list.filter((grant) => grantCovers(grant, command, grants.cwd))
  const given = granted.length === 0 ? null : handed()
  if (given !== null) return problem || given
  const crossing = granted.length === 0 || scope === null ? null : crossingProblem(command, scope.context)
  if (crossing !== null) return problem || crossing
  // Exactly these words were allowed, with all that they do; what the repository names by now may be something else.
  if (granted.some((grant) => grant.kind === 'exact') && !runsWhatRepositoryNames(command)) {
    const moved = scope === null ? null : reachedByMoving(command, scope)
    if (moved === null) return GRANTED
    return problem || moved
  }
  if (granted.length > 0) {
    const against = scope === null ? null : profileProblem(command, null, plan, scope, [], true)
    if (against === null || command.profile?.known !== true) return GRANTED
    problem ||= against
  }
  return problem
}

const SHOWS_SECRET = 'the line may show a variable that is named as those of secrets are'
const HANDS_SECRET = 'the line reads or writes a file that may hold secrets'

/** A rule for all that a program does: for `*`, or for a program whose arguments are known and say the files. */
const meansAnyFile = ({ profile }: PlannedCommand, { text, words, bindsArguments }: CommandRule): boolean =>
  text === '*' ||
  (words.length === 0 &&
    !bindsArguments &&
    profile?.known === true &&
    profile.effects.every(({ kind }) => kind === 'file-read'))

/**
 * A file of secrets that a command reaches from the folder where it starts, where that is not the workspace: who wrote
 * the rule `head -5 config` has not seen `cd secrets`. A path from the root says where it is.
 */
function movedToSecret(command: PlannedCommand, plan: CommandPlan, scope: LineScope): string | null {
  const { context } = scope
  const start = command.cwd === undefined ? context.cwd : command.cwd
  if (start === null) return command.profile?.known === true ? null : entersSecret(plan, scope)
  if (normalisePath(start) === normalisePath(context.workspace)) return null
  if (command.profile?.known !== true) {
    const problem = effectProblem({ kind: 'file-write', path: `${start}/x` }, scope)
    if (problem?.code === 'EFFECT_PROTECTED') return problem.message
  }
  const isSaid = (path: string) => command.argv.includes(path) || namesFile(path, scope)
  const secret = secretsOf(command, plan, context).find((path) => !isSaid(path))
  return secret === undefined ? null : `${secret} may hold secrets, and the rule does not say that folder`
}

/** Where it is not known whether the line moved, a folder that it may have moved to counts. */
function entersSecret({ commands, holdsPassword }: CommandPlan, { context }: LineScope): string | null {
  const entered = commands.flatMap(({ name, profile }) =>
    name === 'cd' || name === 'pushd' ? (profile?.effects.flatMap(({ path }) => path ?? []) ?? []) : [],
  )
  const secret = entered.find((path) => holdsSecret(normalisePath(`${path}/x`), context, holdsPassword))
  return secret === undefined ? null : `${secret} may hold secrets, and the rule does not say that folder`
}

/**
 * A protected file that the same words reach only from another folder: who granted `wget https://x/y` has not seen
 * `cd .git/hooks`.
 */
function reachedByMoving({ argv, profile }: PlannedCommand, scope: LineScope): string | null {
  const { context, protectedPaths } = scope
  const workspace = normalisePath(context.workspace)
  const names = (word: string | null) =>
    word !== null &&
    protectionReason(foldName(normalisePath(`${workspace}/${word}`)), workspace, protectedPaths) !== null
  for (const effect of profile?.effects ?? []) {
    const problem = effectProblem(effect, scope)
    if (problem?.code === 'EFFECT_PROTECTED' && !argv.some(names)) return problem.message
  }
  return null
}

const runsWhatRepositoryNames = ({ profile }: PlannedCommand) =>
  profile?.effects.some((effect) => effect.kind === 'execute' && effect.repository === true) === true

/**
 * A name that was looked up must not lead to where an earlier command can have put a program of its own. Nor must a link:
 * what it leads to is what runs, so that the rule has to be for that file, unless neither of both lies in the workspace.
 */
function pathProblemOf(command: PlannedCommand, rule: CommandRule, { context }: LineScope): string | null {
  const { name, resolved, real, realScript } = command
  // Who allows `npx tsc` means the tool of the project.
  if (name === null || (command.tool && rule.only !== null && rule.text.split(' ')[0] !== rule.only)) return null
  if (resolved !== null && !name.includes('/') && isInside(resolved, context)) {
    return `PATH leads to ${resolved}, in the workspace`
  }
  // Most programs are no links.
  if (real === undefined && realScript === undefined) return null
  if (rule.coversReal(command)) return null
  return linkProblem(command, context)
}

/** A wrapper that PATH finds in the workspace is an unknown program, whatever its name is. */
function ownProgramProblem({ name, resolved, builtin, tool }: PlannedCommand, { context }: LineScope): string | null {
  if (name === null || name.includes('/') || resolved === null || builtin || tool === true) return null
  return isInside(resolved, context) ? `PATH leads to ${resolved}, in the workspace` : null
}

/** A program that the agent may have written itself, whatever its name is. */
const isOwnProgram = ({ resolved, real }: PlannedCommand, context: LineScope['context']) =>
  [resolved, real].some((path) => path && isInside(path, context))

function linkProblem(command: PlannedCommand, context: LineScope['context']): string | null {
  return throughLinks(command, 'which the rule does not name', (from, to) =>
    [from, to, command.place].some((path) => path && isInside(path, context)),
  )
}

/** Who granted a program of the system, or of the workspace, has not seen that a link leads to the other side. */
function crossingProblem(command: PlannedCommand, context: LineScope['context']): string | null {
  return throughLinks(command, 'which was not granted', (from, to) => isInside(from, context) !== isInside(to, context))
}

/** What speaks against one of the links by which a command is reached. */
function throughLinks(
  { resolved, real, script, realScript }: PlannedCommand,
  why: string,
  counts: (from: string, to: string) => boolean | undefined,
): string | null {
  for (const [from, to] of [
    [resolved, real],
    [script, realScript],
  ]) {
    if (from && to && counts(from, to)) return `${from} leads to ${to}, ${why}`
  }
  return null
}

const isInside = (path: string, context: LineScope['context']) =>
  isWithin(normalisePath(path), normalisePath(context.workspace))
