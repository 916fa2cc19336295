import { compileCommandRule, escapeArguments } from '@poundlock/policy/commands'
import { PoundlockError } from '@poundlock/spec'
import { mayMeet } from './command-pattern.ts'
import {
  type CommandSubject,
  type ForeignLine,
  type ImportedLine,
  type Mapping,
  mapped,
  type PolicyChange,
  refused,
  type Subject,
  tightened,
} from './foreign-line.ts'

/**
 * Maps each line to rules of ours, and takes back what a line that could not be mapped would have narrowed: the result
 * lets nothing through that the other agent would not.
 */
export function mapLines(lines: readonly ForeignLine[]): readonly ImportedLine[] {
  const all = lines.map((line) => ({ line, ...mapLine(line) }))
  return all.map((one) => {
    if (one.line.action !== 'allow' || one.changes.length === 0) return one
    const limit = all.find((other) => narrows(other, one.line))
    if (!limit) return one
    return {
      ...refused(
        `"${limit.line.text}" narrows it there, and cannot be written here: with this rule alone more would pass`,
      ),
      line: one.line,
    }
  })
}

/** Whether a line that became no rule decides there about calls that an allow line covers. */
function narrows({ line, changes }: ImportedLine, allow: ForeignLine): boolean {
  if (line.action === 'allow' || line.action === 'setting' || changes.length > 0 || line.rank < allow.rank) return false
  return meets(line.subject, allow.subject)
}

function meets(limit: Subject, allow: Subject): boolean {
  if (limit.kind === 'settled') return limit.reach === 'everything' || limit.reach === allow.kind
  if (limit.kind === 'command' && allow.kind === 'command') return mayMeet(limit, allow)
  if (limit.kind === 'path' && allow.kind === 'path') return limit.access === allow.access
  return limit.kind === allow.kind && limit.kind === 'host'
}

function mapLine(line: ForeignLine): Mapping {
  const one = mapSubject(line)
  if (line.agent === undefined || line.action === 'allow' || one.changes.length === 0) return one
  return tightened(one.changes, [one.note, 'for every agent'].filter(Boolean).join(', '))
}

function mapSubject(line: ForeignLine): Mapping {
  const { subject } = line
  switch (subject.kind) {
    case 'settled':
      return subject.mapping
    case 'command':
      return line.action === 'allow' ? allowCommand(subject, line) : limitCommand(subject, line)
    case 'path':
      return mapPath(subject, line)
    case 'host':
      return mapHost(subject, line)
    case 'tool':
      return mapTool(subject, line)
  }
}

const ALLOW = 'tools.exec.allow'

function allowCommand({ words, form }: CommandSubject, line: ForeignLine): Mapping {
  const [program, ...rest] = words
  switch (form) {
    case 'unreadable':
      return refused('quotes, variables, operators or wildcards in it may stand for other words than a rule would name')
    case 'inner':
      return refused('what a wildcard between words stands for may be an option that runs something else')
  }
  if (program === undefined) return refused('it allows every command; here they run contained without a rule')
  const text = words.join(' ')
  const problem = ruleProblem(text)
  if (problem !== null) return refused(problem)
  const add = (rule: unknown): readonly PolicyChange[] => [{ key: ALLOW, add: rule, ...ofAgent(line) }]
  const { reason } = line
  const more = reason === undefined ? {} : { reason }
  if (form === 'exact') return mapped(add({ command: program, args: escapeArguments(rest), ...more }))
  const rule =
    rest.length > 0
      ? { command: text, asWritten: true, ...more }
      : reason === undefined
        ? text
        : { command: text, ...more }
  return form === 'prefix'
    ? mapped(add(rule))
    : tightened(add(rule), `not for longer words that begin with "${words.at(-1)}"`)
}

/** `NAME=value` before a command. */
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/

/** A rule that denies or asks may cover more than the line, never less. */
function limitCommand({ words, form }: CommandSubject, line: ForeignLine): Mapping {
  const begin = words.findIndex((word) => !ASSIGNMENT.test(word))
  // Whatever variables a command has, it is the same command.
  const whole = (form === 'partial' ? words.slice(0, -1) : words).slice(Math.max(begin, 0))
  if (begin > 0 && form === 'exact' && whole.length === 0) return refused('it only sets variables')
  if (whole.length === 0) {
    if (form === 'prefix') return mapTool({ kind: 'tool', tools: ['exec'], named: 'commands' }, line)
    return refused('no whole word stands before its wildcard or quote, so that it would be about every command')
  }
  const text = whole.join(' ')
  const problem = ruleProblem(text)
  if (problem !== null) return refused(problem)
  const rule = line.reason === undefined ? text : { command: text, reason: line.reason }
  const changes = [{ key: `tools.exec.${line.action}`, add: rule }]
  if (begin > 0) return tightened(changes, 'with other variables too')
  if (form === 'prefix') return mapped(changes)
  return tightened(changes, form === 'exact' ? 'with any further arguments too' : `for all that begins with "${text}"`)
}

function ruleProblem(text: string): string | null {
  try {
    compileCommandRule(text, 'allow', 'import', '/home')
    return null
  } catch (error) {
    if (!PoundlockError.isInstance(error)) throw error
    return error.message.replace(/^import: the allow rule /, '')
  }
}

const ofAgent = ({ agent }: ForeignLine) => (agent === undefined ? {} : { agent })

function mapPath(subject: Extract<Subject, { kind: 'path' }>, { action }: ForeignLine): Mapping {
  const { access, pattern, note, problem } = subject
  if (action === 'allow' && problem !== undefined) return refused(problem)
  if (pattern === '') return refused(problem ?? 'it names no path')
  const changes = [{ key: `tools.fs.${access}.${action}`, add: pattern }]
  const notes = [problem === undefined ? undefined : 'for more paths than the pattern names', note].filter(Boolean)
  return notes.length > 0 ? tightened(changes, notes.join('; ')) : mapped(changes)
}

function mapHost({ host, problem }: Extract<Subject, { kind: 'host' }>, { action }: ForeignLine): Mapping {
  if (problem !== undefined && (action === 'allow' || host === '')) return refused(problem)
  if (action === 'allow' && host === '*') return refused('it allows every host: name those that are needed')
  if (action === 'allow') return mapped([{ key: 'tools.web.allowDomains', add: host }])
  const name = host.replace(/^\*\./, '')
  const wider = problem === undefined ? 'for every host below it too' : 'for the whole host, and every host below it'
  if (action === 'deny') {
    return name === '*'
      ? mapTool({ kind: 'tool', tools: ['WebFetch'], named: 'WebFetch' }, { action: 'deny' })
      : tightened([{ key: 'tools.web.denyDomains', add: name }], wider)
  }
  const rules = name === '*' ? ['net.egress'] : [`net.egress:${name}`, `net.egress:*.${name}`]
  return tightened(
    rules.map((rule) => ({ key: 'tools.exec.ask', add: rule })),
    'for commands too',
  )
}

const READS: readonly string[] = ['read_file', 'glob_search', 'grep_search']
const WRITES: readonly string[] = ['write_file', 'edit_file', 'apply_patch', 'NotebookEdit']

function mapTool(
  { tools, named }: Extract<Subject, { kind: 'tool' }>,
  { action }: Pick<ForeignLine, 'action'>,
): Mapping {
  if (tools.length === 0) return refused(`there is no tool like ${named} here`)
  const deny = tools.map((tool) => ({ key: 'tools.deny', add: tool }))
  if (action === 'deny') return mapped(deny)
  const only = (some: readonly string[]) => tools.every((tool) => some.includes(tool))
  if (action === 'allow') {
    if (tools.some((tool) => tool.startsWith('mcp__'))) {
      return refused('what a tool of a server may do is set by "permissions" of the server, in mcpServers')
    }
    if (tools.includes('exec')) return refused('it allows every command; here they run contained without a rule')
    if (only(READS)) return tightened([], 'the workspace is read without a rule; other files ask')
    if (only(WRITES)) return tightened([], 'the workspace is written without a rule; other files ask')
    return tightened([], 'it needs no rule; what it touches is decided each time')
  }
  if (tools.includes('exec')) return mapped([{ key: 'tools.exec.askMode', set: 'always' }])
  if (only(READS)) return tightened([{ key: 'tools.fs.read.ask', add: '/**' }], 'for commands too')
  if (only(WRITES)) return tightened([{ key: 'tools.fs.write.ask', add: '/**' }], 'for commands too')
  if (only(['WebFetch'])) return tightened([{ key: 'tools.exec.ask', add: 'net.egress' }], 'for commands too')
  return tightened(deny, 'denied, since nothing asks for this tool alone here')
}
