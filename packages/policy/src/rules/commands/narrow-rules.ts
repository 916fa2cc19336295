import type { PlannedCommand } from '../../model/command-plan.ts'
import type { CommandRuleInput } from '../../model/request.ts'
import { saysByVerb } from '../grants/subcommand-verbs.ts'
import { isHarmlessVariant } from '../programs/harmless-variants.ts'
import { meansMoreThanReading } from '../programs/meant-effects.ts'
import { programName, runsOtherCode } from '../programs/programs.ts'
import { runningWord } from '../programs/running-word.ts'
import { escapeArguments } from './argument-text.ts'
import { startedBy } from './started-by-rule.ts'

/**
 * The rules that a person could add for a command, the shortest first, none of them wider than the command and its
 * like:
 *
 * - the program and its subcommand, where a rule for these means no more than to look: `git diff`;
 * - the program and the task, where that runs code of the workspace without further arguments: `npm run build`;
 * - else exactly these arguments.
 *
 * None for what runs other code, or was not found.
 *
 * @param next the command behind it in the plan, which a runner of tools starts
 */
export function narrowRules(command: PlannedCommand, next: PlannedCommand | undefined): readonly CommandRuleInput[] {
  const { name, argv, resolved, builtin, profile } = command
  const runner = resolved === null || next?.profile?.known !== true ? null : runnerOf(argv, next.name)
  if (runner !== null) return rulesOfTool(runner, next!)
  // A goal of make(1) is named by its rule.
  const runs = (program: string) => runsOtherCode(program) && !isJudgedByItself(program, profile)
  if (name === null || runs(name) || (resolved === null && !builtin)) return []
  const program = name.includes('/') ? resolved : name
  if (program === null || runs(program) || !/^[\w@%+,./:][\w@%+,./:-]*$/.test(program)) return []
  const lead = leadingWords(programName(program), profile?.words ?? argv)
  const short = [program, ...lead].join(' ')
  return isEnough(command, lead) ? [short, ...exactly(program, argv)] : exactly(program, argv)
}

/** For each command of a line that needs a rule, the rules that a person could add. */
export function narrowRulesOfLine(commands: readonly PlannedCommand[]): readonly (readonly CommandRuleInput[])[] {
  const found: (readonly CommandRuleInput[])[] = []
  for (const [index, command] of commands.entries()) {
    const before = commands[index - 1]
    // Who starts it says it too.
    if (command.passive === true || (before !== undefined && runnerOf(before.argv, command.name) !== null)) continue
    found.push(command.tool ? projectToolRules(command) : narrowRules(command, commands[index + 1]))
  }
  return found
}

/**
 * The rules for a line that let its tasks run with other arguments too: `go test` for `go test ./pkg`. Only for programs
 * that build and test with code of the workspace, and for what reads from a forge; what else arguments have them do is
 * asked about under such a rule as well. `null` where no command of the line is of that kind.
 *
 * @param familiar what `unknownTask` says of tasks that ran in several forms: of them too
 */
export function taskRulesOfLine(
  commands: readonly PlannedCommand[],
  familiar: ReadonlySet<string> = new Set(),
): readonly CommandRuleInput[] | null {
  let widened = false
  const rules: CommandRuleInput[] = []
  for (const [index, command] of commands.entries()) {
    const [narrow] = narrowRulesOfLine([command, ...commands.slice(index + 1, index + 2)])
    const before = commands[index - 1]
    if (command.passive === true || (before !== undefined && runnerOf(before.argv, command.name) !== null)) continue
    const unknown = unknownTask(command)
    const task = unknown !== null && familiar.has(unknown) ? unknown : taskRule(command)
    if (task !== null) widened = true
    const rule = task ?? narrow?.[0]
    if (rule === undefined) return null
    rules.push(rule)
  }
  return widened ? rules : null
}

/**
 * A program of which nothing is known and its first word, where that is no word for what runs, sends or deletes:
 * `tracker list`. A rule of these covers only further words that are plain in every program.
 */
export function unknownTask({ name, resolved, argv, profile }: PlannedCommand): string | null {
  const [, first] = argv
  if (name === null || resolved === null || name.includes('/') || profile?.code !== 'UNKNOWN_COMMAND') return null
  if (typeof first !== 'string' || !SUBCOMMAND.test(first) || runsOtherCode(name)) return null
  return runningWord([name, first, 'x'], []) === null ? `${name} ${first}` : null
}

function taskRule({ name, resolved, argv, profile }: PlannedCommand): string | null {
  const program = programName(name ?? '')
  if (name === null || resolved === null || name.includes('/') || profile?.known !== true) return null
  const words = profile.words ?? argv
  // A script of the package, not a file of code.
  const isScript = program === 'bun' && /^(?:run|test)$/.test(words[1] ?? '') && !words[2]?.includes('.')
  if (runsOtherCode(program) && !isScript) return null
  const lead = leadingWords(program, words)
  const task = [program, ...lead].join(' ')
  const isOfForge = program === 'gh'
  const isPlain = profile.effects.every(
    ({ kind, origin, path, sends }) =>
      kind === 'file-read' ||
      (kind === 'file-write' && path !== null) ||
      (kind === 'execute' && (origin === 'workspace' || origin === 'helper')) ||
      // It fetches what it depends on.
      (kind === 'network' && (path === null || isOfForge) && sends !== true),
  )
  const does = isOfForge ? 'network' : 'execute'
  const isTask = lead.length > 0 && profile.effects.some(({ kind }) => kind === does)
  return isTask && isPlain && !CHOOSES_PROGRAM.test(task) ? task : null
}

/** The rule for a tool of the project that stands by itself in a line: what starts it says the rest. */
export const projectToolRules = (command: PlannedCommand): readonly CommandRuleInput[] =>
  rulesOfTool(`npx ${command.name}`, command)

/** @param runner with the name of the tool: `npx tsc`, `uv run pytest` */
function rulesOfTool(runner: string, tool: PlannedCommand): readonly CommandRuleInput[] {
  const lead = leadingWords(tool.name ?? '', tool.profile?.words ?? tool.argv)
  const short = [runner, ...lead].join(' ')
  const before = runner.split(' ').slice(1)
  const whole = exactly(runner, [runner, ...before, ...tool.argv.slice(1)])
  return isEnough(tool, lead) ? [short, ...whole] : whole
}

/** Whether a rule of the program and these words lets through no more than the command and its like. */
function isEnough(command: PlannedCommand, lead: readonly string[]): boolean {
  const { argv, profile } = command
  if (profile?.known !== true) return false
  const reads = profile.effects.every(({ kind }) => kind === 'file-read')
  // What may show passwords in this form, others may in theirs: `ps aux`, `git config --list`.
  if (reads && !meansMoreThanReading(command, lead)) return isHarmlessVariant(command, false)
  // Code of the workspace does the same with any further arguments; another task is other code.
  const task = [programName(command.name ?? ''), ...lead].join(' ')
  const isTask = TASKS.has(programName(command.name ?? '')) && !CHOOSES_PROGRAM.test(task)
  const runsTask = isTask && lead.length > 0 && argv.length === lead.length + 1
  return runsTask && profile.effects.some(({ kind, origin }) => kind === 'execute' && origin === 'workspace')
}

/** Programs whose first words name a task, and which take no other one under a rule for that. */
const TASKS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun deno make gmake just task rake cargo go mvn gradle gradlew tox nox composer mix dotnet'.split(' '),
)

/** What other words of the line choose is another program: `cargo run --bin other`. */
const CHOOSES_PROGRAM = /^(?:cargo|go|dotnet) run$/

/** `null` where a word may be several words, or none. */
function exactly(program: string, argv: readonly (string | null)[]): readonly CommandRuleInput[] {
  const words = argv.slice(1)
  if (!words.every((word) => word !== null && word !== '' && !/[\s\p{C}]/u.test(word))) return []
  return [{ command: program, args: escapeArguments(words as readonly string[]) }]
}

/** A runner of the project's tools, with the tool that it starts: `npx tsc`, `uv run pytest`, `python3 -m pytest`. */
function runnerOf(argv: readonly (string | null)[], started: string | null): string | null {
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
function leadingWords(program: string, words: readonly (string | null)[]): readonly string[] {
  const [, first, second] = words
  if (typeof first !== 'string' || !/^[a-z][a-z0-9-]*$/.test(first)) return []
  return saysByVerb(program, first) && typeof second === 'string' && SUBCOMMAND.test(second) ? [first, second] : [first]
}
