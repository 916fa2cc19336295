import type { CommandPlan, PlannedCommand } from '../../model/command-plan.ts'

/** As variables of secrets are named in an environment: `GITHUB_TOKEN`, `PGPASSWORD`, `STRIPE_KEY`. */
const SECRET =
  /TOKEN|SECRET|PASSW|PASSPHRASE|PRIVATE|CREDENTIAL|APIKEY|_PWD|(?<![A-Z0-9])(?:PASS|PW|PAT|KEY|AUTH|COOKIE|DSN|CREDS?)(?![A-Z0-9])/
const CAPITALS = /^[A-Z0-9_]+$/
const isSecret = (name: string): boolean => CAPITALS.test(name) && SECRET.test(name)

/**
 * `$NAME` and `${NAME…}`, but for its length and whether it is set (`${#NAME}`, `${NAME:+x}`), which say no value;
 * zsh expands `$=NAME`, `$~NAME` and `$^NAME` too.
 */
const VALUE = /\$(?:[=~^]?(\w+)|\{[=~^]*(\w+)(?!\w|:?\+))/g
/** A variable that another one names, in zsh `${(P)n}`: it may be any. */
const INDIRECT = /\$\{[!(]|\b(?:declare|local|typeset)\s+-\w*n/g

/** What takes a bare word for a variable, and says its value where that is no number. bash(1), "Arithmetic Evaluation" */
const COMPUTES = /\(\(|\[\[|\$\{#?\w*(?:\[|:(?![-+=?]))|\$\[|\blet\b|\b(?:declare|local|typeset)\s+-\w*i/
const WORD = /\w+/g

interface Places {
  /** Where the line may show such a variable, in UTF-16 units. */
  readonly all: readonly number[]
  /** Whether one of them is in the words of no command: `X=$TOKEN; echo $X`. */
  readonly hasStray: boolean
}

/** Each line is read once, for all of its commands. */
const read = new WeakMap<CommandPlan, Places>()

/**
 * Whether a command may show a variable that is named as those of secrets are: one in its own words, or one that the line
 * puts somewhere else than into the words of another command.
 */
export function showsSecretVariable(command: PlannedCommand, plan: CommandPlan): boolean {
  let places = read.get(plan)
  if (places === undefined) read.set(plan, (places = placesOf(plan)))
  return places.hasStray || places.all.some((at) => stands(at, command))
}

function placesOf({ text, commands }: CommandPlan): Places {
  // The shell joins lines before it looks for names.
  const joined = text.replaceAll('\\\n', '')
  const all = placesIn(joined)
  const speaking = commands.filter(({ passive }) => passive !== true)
  const isStray = (at: number) => joined !== text || !speaking.some((command) => stands(at, command))
  return { all, hasStray: all.some(isStray) }
}

function placesIn(text: string): readonly number[] {
  const values = [...text.matchAll(VALUE)].filter(([, plain, braced]) => isSecret(plain ?? braced ?? ''))
  const words = COMPUTES.test(text) ? [...text.matchAll(WORD)].filter(([word]) => isSecret(word)) : []
  return [...values, ...text.matchAll(INDIRECT), ...words].map(({ index }) => index)
}

const stands = (at: number, { span: [start, end] }: PlannedCommand): boolean => at >= start && at < end
