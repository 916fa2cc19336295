import { findBuiltInTool, isObject } from '@poundlock/spec'
import { commandText } from './command-pattern.ts'
import { type ForeignLine, mapped, refused, settled, type Subject, tightened } from './foreign-line.ts'
import { readDocument } from './read-document.ts'

type Values = Readonly<Record<string, unknown>>

/** Gemini CLI's names of tools. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  run_shell_command: ['exec'],
  ShellTool: ['exec'],
  read_file: ['read_file'],
  read_many_files: ['read_file'],
  list_directory: ['glob_search'],
  glob: ['glob_search'],
  grep_search: ['grep_search'],
  search_file_content: ['grep_search'],
  write_file: ['write_file'],
  replace: ['edit_file', 'apply_patch'],
  web_fetch: ['WebFetch'],
  google_web_search: ['WebSearch'],
  write_todos: ['TodoWrite'],
  activate_skill: ['Skill'],
}

const DECISIONS: Readonly<Record<string, 'allow' | 'ask' | 'deny'>> = { allow: 'allow', ask_user: 'ask', deny: 'deny' }

/**
 * The lists of Gemini CLI's `settings.json`: `tools.allowed`, `tools.exclude`, their older names, and what is excluded of
 * servers. An excluded tool is excluded in any case.
 */
export function readGeminiSettings(text: string, file: string): readonly ForeignLine[] {
  const settings = readDocument(text, file)
  const tools = isObject(settings['tools']) ? settings['tools'] : {}
  const list = (action: 'allow' | 'deny', at: string, value: unknown): readonly ForeignLine[] => {
    if (value === undefined) return []
    if (!Array.isArray(value)) throw new TypeError(`"${at}" is not a list`)
    return (value as readonly unknown[]).map((entry, index) => ({
      text: textOf(entry),
      at: `${at}[${index}]`,
      action,
      rank: action === 'deny' ? Number.POSITIVE_INFINITY : 0,
      subject: entrySubject(textOf(entry)),
    }))
  }
  const lines = [
    ...list('allow', 'tools.allowed', tools['allowed']),
    ...list('allow', 'allowedTools', settings['allowedTools']),
    ...list('deny', 'tools.exclude', tools['exclude']),
    ...list('deny', 'excludeTools', settings['excludeTools']),
  ]
  lines.push(...serverLines(settings))
  for (const [at, value] of [
    ['tools.core', tools['core']],
    ['coreTools', settings['coreTools']],
  ] as const) {
    if (value === undefined) continue
    const why = 'a list of the only tools would leave out tools of ours: write tools.allow by hand'
    lines.push(settled(`${at} ${JSON.stringify(value)}`, at, refused(why), { action: 'deny', reach: 'everything' }))
  }
  if (tools['autoAccept'] === true || settings['autoAccept'] === true) {
    lines.push(
      settled('autoAccept true', 'tools.autoAccept', mapped([], 'what only reads the workspace passes here too')),
    )
  }
  return lines
}

/** Servers, and tools of servers, that the settings leave out. */
function serverLines(settings: Values): readonly ForeignLine[] {
  const { excluded, allowed } = isObject(settings['mcp']) ? settings['mcp'] : ({} as Values)
  const servers = isObject(settings['mcpServers']) ? settings['mcpServers'] : {}
  const deny = (at: string, values: unknown, tool: (name: string) => string): readonly ForeignLine[] => {
    if (values === undefined) return []
    if (!Array.isArray(values)) throw new TypeError(`"${at}" is not a list`)
    return (values as readonly unknown[]).map((value, index) => {
      const subject: Subject = { kind: 'tool', tools: [tool(textOf(value))], named: textOf(value) }
      return { text: textOf(value), at: `${at}[${index}]`, action: 'deny', rank: Number.POSITIVE_INFINITY, subject }
    })
  }
  const only = (at: string) =>
    settled(at, at, refused('a list of the only ones has no counterpart: leave the others out of mcpServers'))
  return [
    ...deny('mcp.excluded', excluded, (name) => `mcp__${name}__*`),
    ...(allowed === undefined ? [] : [only('mcp.allowed')]),
    ...Object.entries(servers).flatMap(([name, server]) => {
      if (!isObject(server)) return []
      const left = deny(`mcpServers.${name}.excludeTools`, server['excludeTools'], (tool) => `mcp__${name}__${tool}`)
      return server['includeTools'] === undefined ? left : [...left, only(`mcpServers.${name}.includeTools`)]
    }),
  ]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))

/** `run_shell_command(git status)`: commands that begin with it. */
function entrySubject(entry: string): Subject {
  const [, tool = entry, content] = /^(\w+)\((.*)\)$/s.exec(entry.trim()) ?? []
  return content !== undefined && TOOLS[tool]?.[0] === 'exec' ? commandText(content, 'prefix') : toolSubject(tool)
}

function toolSubject(tool: string): Subject {
  const server = /^mcp_([A-Za-z0-9-]+)_(\*|[\w-]+)$/.exec(tool)
  if (server) return { kind: 'tool', tools: [`mcp__${server[1]}__${server[2]}`], named: tool }
  if (tool.includes('*'))
    return { kind: 'settled', mapping: refused('it is about tools by a pattern'), reach: 'everything' }
  return {
    kind: 'tool',
    tools: TOOLS[tool] ?? [findBuiltInTool(tool)?.name].filter((one) => one !== undefined),
    named: tool,
  }
}

/**
 * The rules of Gemini CLI's policy files (`policies/*.toml`). The rule with the highest priority that fits decides there;
 * here the strictest.
 *
 * Source: Gemini CLI's reference of the policy engine, 0.61.
 */
export async function readGeminiPolicy(text: string): Promise<readonly ForeignLine[]> {
  const { parse } = await import('smol-toml')
  const { rule: rules = [] } = parse(text) as { rule?: unknown }
  if (!Array.isArray(rules)) throw new TypeError('"rule" is not a list of tables: expected [[rule]]')
  return (rules as readonly unknown[]).flatMap((rule, index) => {
    if (!isObject(rule)) throw new TypeError(`rule ${index + 1} is not a table`)
    return ruleLines(rule, `rule ${index + 1}`)
  })
}

function ruleLines(rule: Values, at: string): readonly ForeignLine[] {
  const action = DECISIONS[textOf(rule['decision'])]
  const rank = typeof rule['priority'] === 'number' ? rule['priority'] : Number.POSITIVE_INFINITY
  const listed = (value: unknown) =>
    Array.isArray(value) ? (value as readonly unknown[]).map(String) : [String(value)]
  const tools = rule['toolName'] === undefined ? [] : listed(rule['toolName'])
  const prefixes = rule['commandPrefix'] === undefined ? [] : listed(rule['commandPrefix'])
  const about = [...tools, ...prefixes.map((one) => JSON.stringify(one)), rule['commandRegex'], rule['argsPattern']]
  const text = `${textOf(rule['decision'])} ${about
    .filter((one) => one !== undefined)
    .map(textOf)
    .join(' ')}`
  const refuse = (why: string, reach: 'everything' | 'command' = 'everything') => [
    settled(text, at, refused(why), { action: action ?? 'deny', reach, rank }),
  ]
  if (action === undefined) return refuse('its decision is none of allow, ask_user, deny')
  const narrowed = ['modes', 'interactive', 'subagent', 'toolAnnotations', 'argsPattern'].filter(
    (key) => rule[key] !== undefined && !(key === 'modes' && listed(rule[key]).includes('default')),
  )
  if (action === 'allow' && narrowed.length > 0) return refuse(`it holds only with ${narrowed.join(', ')}`)
  const { deny_message: message, denyMessage = message } = rule
  const reason = typeof denyMessage === 'string' && denyMessage !== '' ? { reason: denyMessage } : {}
  const line = (subject: Subject): ForeignLine => ({ text, at, action, rank, subject, ...reason })
  if (rule['commandRegex'] !== undefined) return [line(regexSubject(textOf(rule['commandRegex'])))]
  if (prefixes.length > 0) return prefixes.map((prefix) => line(commandText(prefix, 'prefix')))
  if (rule['argsPattern'] !== undefined)
    return refuse('a pattern on the whole of the arguments has no counterpart here')
  const { mcpName } = rule
  if (typeof mcpName === 'string') {
    if (mcpName === '*') return refuse('it is about every server')
    return (tools.length > 0 ? tools : ['*']).map((tool) =>
      line({ kind: 'tool', tools: [`mcp__${mcpName}__${tool}`], named: `${tool} of ${mcpName}` }),
    )
  }
  return tools.map((tool) => wholeTool(tool, line, { text, at, action, rank }))
}

/** That everything asks is what no rule says here too: what may run contained does, and all else asks. */
function wholeTool(
  tool: string,
  line: (subject: Subject) => ForeignLine,
  { text, at, action, rank }: Pick<ForeignLine, 'text' | 'at' | 'action' | 'rank'>,
): ForeignLine {
  const subject = toolSubject(tool)
  const isShell = subject.kind === 'tool' && subject.tools.includes('exec')
  if (action === 'ask' && (isShell || tool === '*')) {
    const why = 'what no rule allows asks here too, where it does not run contained'
    return settled(text, at, tightened([], why), { action, reach: isShell ? 'command' : 'everything', rank })
  }
  return line(subject)
}

/** The whole words that a regular expression begins with: enough to deny and to ask. */
function regexSubject(pattern: string): Subject {
  const start = /^[^\\^$.*+?()[\]{}|]*/.exec(pattern)![0]
  const isLiteral = start === pattern
  const subject = commandText(isLiteral ? start : start.replace(/\S*$/, ''), 'prefix')
  return subject.form === 'unreadable' ? subject : { ...subject, form: isLiteral ? 'partial' : 'inner' }
}
