import type { CommandRule } from '../commands/command-rule.ts'
import { foldName, isWithin, normalisePath, protectedPlace } from '../commands/protected-paths.ts'
import { rulesForName } from '../commands/rules-for-name.ts'
import { isSafeBin, type SafeBins } from '../commands/safe-bins.ts'
import { grantCovers } from '../grants/derive-grant.ts'
import type { Grant } from '../grants/grant.ts'
import type { CommandPlan, PlannedCommand } from '../request.ts'
import { effectProblem, type Scope } from './effect-problem.ts'
import { profileProblem } from './profile-problem.ts'

/** What stands in the place of a rule for a command that was allowed for good. */
export const GRANTED = 'granted before'

/** What allowing goes by, besides the rules. */
export interface GrantContext {
  /** `null` where the sandbox sees to what a command touches. */
  readonly scope: Scope | null
  /** Names of tools that may run on a pipe without a rule. */
  readonly safeBins: SafeBins
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
  { scope, safeBins, grants }: GrantContext,
): { readonly rule: string | null } | string {
  if (command.passive === true) {
    const problem = scope === null ? null : profileProblem(command, null, plan, scope)
    return problem ?? { rule: null }
  }
  if (isSafeBin(command, safeBins) && !(scope && isOwnProgram(command, scope.context))) return { rule: null }
  let problem = ''
  for (const rule of rulesForName(allow, command.name)) {
    if (!rule.covers(command)) continue
    const against =
      scope === null ? null : (placeProblem(command, rule, scope) ?? profileProblem(command, rule, plan, scope, allow))
    if (against === null) return { rule: rule.text }
    problem ||= against
  }
  // What a script runs can have changed since.
  if (plan.onlyScripts === true && command.script !== undefined) return problem
  if (grants === undefined) return problem
  const granted = grants.list.filter((grant) => grantCovers(grant, command, grants.cwd))
  const crossing = granted.length === 0 || scope === null ? null : crossingProblem(command, scope.context)
  if (crossing !== null) return problem || crossing
  // Exactly these words were allowed, with all that they do; what the repository names by now may be something else.
  if (granted.some((grant) => grant.kind === 'exact') && !runsWhatRepositoryNames(command)) {
    const moved = scope === null ? null : reachedByMoving(command, scope)
    if (moved === null) return { rule: GRANTED }
    return problem || moved
  }
  if (granted.length > 0) {
    const against = scope === null ? null : profileProblem(command, null, plan, scope, [], true)
    if (against === null || command.profile?.known !== true) return { rule: GRANTED }
    problem ||= against
  }
  return problem
}

/**
 * A protected file that the same words reach only from another folder: who granted `wget https://x/y` has not seen
 * `cd .git/hooks`.
 */
function reachedByMoving({ argv, profile }: PlannedCommand, scope: Scope): string | null {
  const { context, protectedPaths } = scope
  const workspace = normalisePath(context.workspace)
  const names = (word: string | null) =>
    word !== null && protectedPlace(foldName(normalisePath(`${workspace}/${word}`)), workspace, protectedPaths) !== null
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
function placeProblem(command: PlannedCommand, rule: CommandRule, { context }: Scope): string | null {
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

/** What the agent may have written itself, whatever it is called. */
const isOwnProgram = ({ resolved, real }: PlannedCommand, context: Scope['context']) =>
  [resolved, real].some((path) => path && isInside(path, context))

function linkProblem(command: PlannedCommand, context: Scope['context']): string | null {
  return throughLinks(command, 'which the rule does not name', (from, to) =>
    [from, to, command.place].some((path) => path && isInside(path, context)),
  )
}

/** Who granted a program of the system, or of the workspace, has not seen that a link leads to the other side. */
function crossingProblem(command: PlannedCommand, context: Scope['context']): string | null {
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

const isInside = (path: string, context: Scope['context']) =>
  isWithin(normalisePath(path), normalisePath(context.workspace))
