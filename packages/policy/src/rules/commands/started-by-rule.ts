import type { CommandRuleInput } from '../../model/request.ts'
import { runsOtherCode } from '../programs/programs.ts'
import { escapeArguments, literalArguments } from './argument-text.ts'

/** Programs that start a tool of the project by its name, with the words before that name. */
const RUNNERS: readonly string[] =
  'npx,bunx,npm exec,pnpm exec,yarn exec,uv run,poetry run,pdm run,pipenv run,bundle exec,python -m,python3 -m'.split(
    ',',
  )

/** What such a runner is there for, so that a rule for it alone means them: what a bundle brings along to look and to test. */
const BROUGHT_ALONG: Readonly<Record<string, readonly string[]>> = { 'bundle exec': ['rubocop', 'rspec'] }

/**
 * The rules that are meant by one that names a runner: `npx tsc` is for tsc, which npx starts and which is evaluated by
 * itself. Never for what runs other code in turn, such as `poetry run bash`.
 */
export function startedBy(rule: string): readonly string[] {
  const words = `${rule} `.replace(/ +/g, ' ')
  const runner = RUNNERS.find((start) => words.startsWith(`${start} `))
  if (runner === undefined) return NONE
  const [name = '', ...more] = words.slice(runner.length + 1, -1).split(' ')
  if (name === '') return BROUGHT_ALONG[runner] ?? NONE
  return /^[A-Za-z][\w.-]*$/.test(name) && !runsOtherCode(name) ? [[name, ...more].join(' ')] : NONE
}

/** The same of a rule that says exactly what the arguments are: `{ "command": "npx tsc", "args": "tsc --noEmit" }`. */
export function startedByRule(rule: CommandRuleInput): readonly CommandRuleInput[] {
  if (typeof rule === 'string') return startedBy(rule)
  const { command, args, asWritten } = rule
  if (asWritten === true) return NONE
  const words = args === undefined ? null : literalArguments(args)
  const lead = command.split(/ +/).slice(1)
  if (words === null || !lead.every((word, index) => words[index] === word)) return NONE
  return startedBy(command).map((text) => ({ command: text, args: escapeArguments(words.slice(lead.length)) }))
}

const NONE: readonly never[] = []
