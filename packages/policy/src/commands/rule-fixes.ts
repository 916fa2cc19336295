import type { CommandDecision, Fix } from '../decision.ts'
import { saysByVerb } from '../grants/subcommand-verbs.ts'
import type { Scope } from '../judges/effect-problem.ts'
import type { CommandPlan, PlannedCommand } from '../request.ts'
import { HARMLESS_ENVIRONMENT, isListed } from './environment-names.ts'
import { runsOtherCode } from './programs.ts'
import { isWithin, normalisePath } from './protected-paths.ts'
import { startedBy } from './started-by-rule.ts'

/**
 * What would cover the commands that no rule covers: command and subcommand, with the options where they are what the
 * rule has to mean, and the files outside the workspace. Never for what runs other code, and nothing at all where a
 * command is left for which no rule would help.
 *
 * @param helps whether an allow rule of this text would let the command through; with `null`, the rules that there are
 */
export function suggestRuleFixes(
  commands: readonly CommandDecision[],
  plan: CommandPlan,
  { context }: Scope,
  helps: (command: PlannedCommand, rule: string | null) => boolean,
): readonly Fix[] {
  const exported = plan.effects.flatMap(({ kind, path }) => (kind === 'environment' && path !== null ? [path] : []))
  const fixes: Fix[] = variableFix(exported)
  for (const [index, command] of commands.entries()) {
    const planned = plan.commands[index]
    if (planned === undefined || command.rule !== null) continue
    if (planned.passive === true) {
      // It needs no rule; what it touches can need one.
      if (helps(planned, null)) continue
      if (!helps(nearOnly(planned, context.workspace), null)) return []
      fixes.push(...farFiles(planned, context.workspace))
      continue
    }
    const variables = variableFix(planned.environment)
    if (variables.length > 0) {
      fixes.push(...variables)
      continue
    }
    const meant = fixes.flatMap(({ value }) => (typeof value === 'string' ? startedBy(value) : []))
    if (meant.some((text) => helps(planned, text))) continue
    // A tool of the project is meant by a rule for what starts it.
    const rules = planned.tool ? [`npx ${planned.name}`] : candidates(planned, plan.commands[index + 1])
    const rule = rules.find((text) => helps(planned, text))
    if (rule !== undefined) fixes.push(ruleFix(rule))
    else {
      const inside = nearOnly(planned, context.workspace)
      if (!helps(inside, null)) {
        const near = rules.find((text) => helps(inside, text))
        if (near === undefined) return []
        fixes.push(ruleFix(near))
      }
      fixes.push(...farFiles(planned, context.workspace))
    }
  }
  return fixes
}

const ruleFix = (value: string): Fix => ({
  message: `add "${value}" to tools.exec.allow`,
  key: 'tools.exec.allow',
  value,
})

function variableFix(names: readonly string[]): Fix[] {
  const set = names.filter((name) => !isListed(name, HARMLESS_ENVIRONMENT))
  if (set.length === 0) return []
  const message = `leave out ${set.join(', ')}, or name it in tools.exec.environment`
  return [{ message, key: 'tools.exec.environment' }]
}

/** From the widest to the narrowest that a person would write; none for what runs other code or was not found. */
function candidates(
  { name, argv, resolved, builtin, profile }: PlannedCommand,
  next: PlannedCommand | undefined,
): readonly string[] {
  // A goal of make(1) is named by its rule.
  const runs = (program: string) => runsOtherCode(program) && !isJudgedByItself(program, profile)
  const runner = resolved === null || next?.profile?.known !== true ? null : runnerRule(argv, next.name)
  if (runner !== null) return [runner]
  if (name === null || runs(name) || (resolved === null && !builtin)) return []
  const program = name.includes('/') ? resolved : name
  if (program === null || runs(program) || !/^[\w@%+,./:][\w@%+,./:-]*$/.test(program)) return []
  const start = program.includes('/') ? program : [program, ...leadingWords(program, argv)].join(' ')
  const words = argv.slice(1)
  if (!words.every((word) => word !== null && /^[\w@%+,./:=-]+$/.test(word))) return [start]
  const end = words.findLastIndex((word) => word!.startsWith('-')) + 1
  const withOptions = [program, ...words.slice(0, end)].join(' ')
  // Of a program of which nothing is known, a rule has to say each word that may be more than it seems.
  const whole = [program, ...words].join(' ')
  // What is sent to whom is all that a rule should say of it.
  if (profile?.effects.some(({ sends }) => sends === true) === true) return [start, whole]
  return [...new Set([start, withOptions, ...(profile?.code === 'UNKNOWN_COMMAND' ? [whole] : [])])]
}

/** A runner of the project's tools, with the tool that it starts: `npx tsc`, `uv run pytest`, `python3 -m pytest`. */
function runnerRule(argv: readonly (string | null)[], started: string | null): string | null {
  for (const count of [2, 3]) {
    const text = argv.slice(0, count).join(' ')
    if (started !== null && startedBy(text)[0] === started && argv[count - 1] === started) return text
  }
  return null
}

/** Its profile tells what only looks, so that a rule for the program, or its subcommand, lets through no more. */
const isJudgedByItself = (program: string, profile: PlannedCommand['profile']) =>
  /(?:^|\/)g?make$/.test(program) ||
  (/(?:^|\/)(?:docker|podman|kubectl|psql|mysql|mariadb)$/.test(program) && profile?.known === true)

const SUBCOMMAND = /^[a-z][a-z0-9:.-]*$/

/** `git diff`; `npm run build` where it is the word behind that says what is done. */
function leadingWords(program: string, argv: readonly (string | null)[]): readonly string[] {
  const [, first, second] = argv
  if (typeof first !== 'string' || !/^[a-z][a-z0-9-]*$/.test(first)) return []
  return saysByVerb(program, first) && typeof second === 'string' && SUBCOMMAND.test(second) ? [first, second] : [first]
}

const isFar = (path: string | null, workspace: string) =>
  path !== null && path.startsWith('/') && !isWithin(normalisePath(path), normalisePath(workspace))

/** The same command, if it touched no file outside the workspace. */
function nearOnly(command: PlannedCommand, workspace: string): PlannedCommand {
  const { profile } = command
  if (!profile) return command
  const effects = profile.effects.filter(({ kind, path }) => !kind.startsWith('file-') || !isFar(path, workspace))
  return { ...command, profile: { ...profile, effects } }
}

function farFiles({ profile }: PlannedCommand, workspace: string): readonly Fix[] {
  return (profile?.effects ?? []).flatMap(({ kind, path }): Fix[] => {
    if (!kind.startsWith('file-') || path === null || !isFar(path, workspace)) return []
    const key = kind === 'file-read' ? 'tools.fs.read.allow' : 'tools.fs.write.allow'
    return [{ message: `add ${JSON.stringify(path)} to ${key}`, key, value: path }]
  })
}
