import { findBuiltInTool, isObject } from '@poundlock/spec'
import { commandGlob } from './command-pattern.ts'
import { type ForeignLine, mapped, refused, settled, type Subject, tightened } from './foreign-line.ts'
import { urlSubject } from './hosts.ts'
import { globPath } from './paths.ts'
import { readDocument } from './read-document.ts'

type Action = 'allow' | 'ask' | 'deny'

const TOOLS: Readonly<Record<string, readonly string[]>> = {
  bash: ['exec'],
  edit: ['write_file', 'edit_file', 'apply_patch'],
  read: ['read_file'],
  glob: ['glob_search'],
  grep: ['grep_search'],
  list: ['glob_search'],
  webfetch: ['WebFetch'],
  websearch: ['WebSearch'],
  task: ['Agent'],
  todowrite: ['TodoWrite'],
  skill: ['Skill'],
}

/**
 * The `permission` of `opencode.json`, and of its agents, and the tools that `tools` switches off. Of the entries that fit, the last decides there; here the
 * strictest.
 *
 * Source: OpenCode's documentation of permissions, 2026.
 */
export function readOpencode(text: string, file: string): readonly ForeignLine[] {
  const config = readDocument(text, file)
  const lines = [...permissionLines(config['permission'], 'permission'), ...switchedOff(config['tools'], 'tools')]
  const agents = isObject(config['agent']) ? config['agent'] : {}
  for (const [id, agent] of Object.entries(agents)) {
    if (!isObject(agent)) continue
    const own = [
      ...permissionLines(agent['permission'], `agent.${id}.permission`),
      ...switchedOff(agent['tools'], `agent.${id}.tools`),
    ]
    // What one agent must not do is denied to all; what one may do is not.
    lines.push(
      ...own.map((line) =>
        line.action === 'allow'
          ? settled(line.text, line.at, refused(`it is for the agent ${id} alone`))
          : { ...line, agent: id, rank: Number.POSITIVE_INFINITY },
      ),
    )
  }
  return lines
}

function permissionLines(permission: unknown, at: string): ForeignLine[] {
  if (permission === undefined) return []
  const entries = typeof permission === 'string' ? { '*': permission } : permission
  if (!isObject(entries)) throw new TypeError(`"${at}" is neither an action nor an object`)
  let rank = 0
  return Object.entries(entries).flatMap(([key, value]) => {
    const patterns = isObject(value) ? value : { '*': value }
    return Object.entries(patterns).map(([pattern, action]) => {
      const place = isObject(value) ? `${at}.${key}[${JSON.stringify(pattern)}]` : `${at}.${key}`
      return lineOf({ key, pattern, action, place, rank: rank++ })
    })
  })
}

/** Tools that a configuration switches off: its older way to deny, which counts in any case. */
function switchedOff(tools: unknown, at: string): readonly ForeignLine[] {
  if (tools === undefined) return []
  if (!isObject(tools)) throw new TypeError(`"${at}" is not an object`)
  return Object.entries(tools).flatMap(([key, value]): readonly ForeignLine[] => {
    if (value === true) return []
    const line = {
      text: `${key} ${String(value)}`,
      at: `${at}.${key}`,
      action: 'deny',
      rank: Number.POSITIVE_INFINITY,
    } as const
    return [{ ...line, subject: subjectOf(key, '*', 'deny') }]
  })
}

interface Entry {
  readonly key: string
  readonly pattern: string
  readonly action: unknown
  readonly place: string
  readonly rank: number
}

function lineOf({ key, pattern, action, place, rank }: Entry): ForeignLine {
  const text = `${key} ${pattern === '*' ? '' : `${pattern} `}${String(action)}`
  if (action !== 'allow' && action !== 'ask' && action !== 'deny') {
    const why = refused('its action is none of allow, ask, deny')
    return settled(text, place, why, { action: 'deny', reach: 'everything', rank })
  }
  if (action === 'ask' && (key === '*' || (key === 'bash' && pattern === '*'))) {
    const why = tightened([], 'what no rule allows asks here too, where it does not run contained')
    return settled(text, place, why, { action, reach: key === '*' ? 'everything' : 'command', rank })
  }
  return { text, at: place, action, rank, subject: subjectOf(key, pattern, action) }
}

function subjectOf(key: string, pattern: string, action: Action): Subject {
  if (key === '*') {
    const why = action === 'allow' ? 'it allows everything' : 'it is about every tool'
    return { kind: 'settled', mapping: refused(why), reach: 'everything' }
  }
  if (pattern === '*') return wholeTool(key)
  switch (key) {
    case 'bash':
      return commandGlob(pattern, { one: true })
    case 'read':
    case 'glob':
    case 'grep':
    case 'list':
      return globPath('read', pattern, action)
    case 'edit':
      return globPath('write', pattern, action)
    case 'external_directory':
      return action === 'allow'
        ? { ...globPath('read', pattern, action), note: 'reads pass; writes there ask' }
        : globPath('read', pattern, action)
    case 'webfetch':
      return urlSubject(pattern)
    default:
      return {
        kind: 'settled',
        mapping: refused(`patterns of "${key}" have no counterpart here`),
        reach: 'nothing',
      }
  }
}

function wholeTool(key: string): Subject {
  if (key === 'external_directory') {
    return { kind: 'settled', mapping: mapped([], 'what lies outside of the workspace asks here too'), reach: 'path' }
  }
  if (key === 'doom_loop') {
    return { kind: 'settled', mapping: mapped([], 'tools.loopDetection denies calls that repeat'), reach: 'nothing' }
  }
  if (key.includes('*') || key.includes('?')) {
    return { kind: 'settled', mapping: refused('it is about tools by a pattern'), reach: 'everything' }
  }
  // A tool of a server is SERVER_TOOL there, and mcp__SERVER__TOOL here.
  const ours = TOOLS[key] ?? [findBuiltInTool(key)?.name].filter((one) => one !== undefined)
  return { kind: 'tool', tools: ours, named: key }
}
