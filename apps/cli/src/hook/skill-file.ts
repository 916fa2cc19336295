/** The effects of launching a skill of Claude Code, besides its text for the model. code.claude.com/docs/en/skills */
export interface SkillFile {
  /** The name that it gives itself. */
  readonly name: string | null
  /** Commands that run before the model reads it: no hook is called for them. */
  readonly commands: readonly string[]
  /** Tools that are called without asking from then on. */
  readonly tools: readonly string[]
  /** What else it says that could run something, or that cannot be read with certainty. */
  readonly doubts: readonly string[]
}

/** Keys that only describe. Unknown keys are not harmless. */
const HARMLESS = new Set([
  'argument-hint',
  'author',
  'category',
  'compatibility',
  'description',
  'disable-model-invocation',
  'effort',
  'license',
  'metadata',
  'model',
  'name',
  'tags',
  'user-invocable',
  'version',
  'when_to_use',
])

/** Tools that only read what the agent may read anyway. */
const READ_TOOLS = new Set(['Glob', 'Grep', 'LS', 'Read', 'TodoWrite'])

/** Reads a skill, or a file of `commands`. */
export function readSkillFile(text: string): SkillFile {
  const { head, body } = splitHead(text)
  const keys = readKeys(head)
  const tools = (keys.values.get('allowed-tools') ?? '').split(/,|\s+(?![^(]*\))/).filter((tool) => /\w/.test(tool))
  return {
    name: unquoted(keys.values.get('name') ?? '') || null,
    commands: commandsOf(body),
    tools: tools.map((tool) => tool.replace(/^[\s[\]"'-]+|[\s[\]"']+$/g, '')).filter((tool) => !READ_TOOLS.has(tool)),
    doubts: [
      ...keys.doubts,
      ...[...keys.values.keys()]
        .filter((key) => key !== 'allowed-tools' && !HARMLESS.has(key))
        .map((key) => `"${key}"`),
    ],
  }
}

function splitHead(text: string): { readonly head: string; readonly body: string } {
  const found = /^\uFEFF?---[ \t]*\r?\n(?:([^]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text)
  return found ? { head: found[1] ?? '', body: text.slice(found[0].length) } : { head: '', body: text }
}

/** Keys at the margin, each with the lines below it. Whatever is not one of these shapes of YAML is a doubt. */
function readKeys(head: string) {
  const values = new Map<string, string>()
  const doubts: string[] = []
  let last: string | null = null
  for (const line of head.split(/\r?\n/)) {
    const own = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/.exec(line)
    if (own) {
      last = own[1]!.toLowerCase()
      if (values.has(last)) doubts.push(`"${last}" twice`)
      values.set(last, own[2] ?? '')
    } else if (/^[ \t]|^- |^-$/.test(line) && last !== null) {
      values.set(last, `${values.get(last)}\n${line}`)
    } else if (!/^\s*(?:#.*)?$/.test(line)) {
      doubts.push(`the line ${JSON.stringify(line)}`)
    }
  }
  return { values, doubts }
}

const unquoted = (value: string) => value.trim().replace(/^(["'])(.*)\1$/s, '$2')

/** More than Claude Code takes for commands: it wants a blank before the mark, and no name of a language. */
function commandsOf(body: string): readonly string[] {
  const inline = [...body.matchAll(/!`([^`]*)`?/g)].map((found) => found[1]!)
  const blocks = [...body.matchAll(/```[^\n`]*!([^\n]*)\n([^]*?)(?:```|$)/g)].map((found) => `${found[1]}\n${found[2]}`)
  return [...inline, ...blocks].map((command) => command.trim()).filter((command) => command !== '')
}
