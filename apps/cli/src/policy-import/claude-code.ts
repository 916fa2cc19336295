import { findBuiltInTool, isObject } from '@poundlock/spec'
import { commandGlob, commandText } from './command-pattern.ts'
import { type ForeignLine, mapped, refused, settled, type Subject, tightened } from './foreign-line.ts'
import { hostSubject } from './hosts.ts'
import { gitignorePath, isPlainFolder } from './paths.ts'
import { readDocument } from './read-document.ts'

const READING: ReadonlySet<string> = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead'])
const WRITING: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit'])

/** Its names of tools, where ours differ in more than spelling. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  Edit: ['edit_file', 'apply_patch'],
  MultiEdit: ['edit_file', 'apply_patch'],
  NotebookRead: ['read_file'],
  LS: ['glob_search'],
}

/**
 * The permissions of Claude Code's `settings.json`: `allow`, `ask`, `deny`, `defaultMode`, `additionalDirectories`, and
 * what its `sandbox` denies. A deny counts before an ask, and an ask before an allow, as here.
 *
 * Source: Claude Code's documentation of permissions, 2026.
 */
export function readClaudeCode(text: string, file: string): readonly ForeignLine[] {
  const { permissions, sandbox } = readDocument(text, file)
  const contained = isObject(sandbox) ? sandboxLines(sandbox) : []
  if (permissions === undefined) return contained
  if (!isObject(permissions)) throw new TypeError('"permissions" is not an object')
  const lines: ForeignLine[] = []
  for (const action of ['allow', 'ask', 'deny'] as const) {
    const rules = permissions[action] ?? []
    if (!Array.isArray(rules)) throw new TypeError(`"permissions.${action}" is not a list`)
    for (const [index, rule] of (rules as readonly unknown[]).entries()) {
      if (typeof rule !== 'string') throw new TypeError(`"permissions.${action}" has an entry that is not text`)
      lines.push({ text: rule, at: `permissions.${action}[${index}]`, action, rank: 0, subject: subjectOf(rule) })
    }
  }
  const modes = [...modeOf(permissions['defaultMode']), ...foldersOf(permissions['additionalDirectories'])]
  return [...lines, ...modes, ...contained]
}

function subjectOf(rule: string): Subject {
  const [, tool = rule.trim(), content] = /^([^()]+?)(?:\((.*)\))?$/s.exec(rule.trim()) ?? []
  if (rule.includes('(') && content === undefined) {
    return { kind: 'settled', mapping: refused('it is not written as TOOL(CONTENT)'), reach: 'everything' }
  }
  if (content === undefined || content === '' || content === '*') return wholeTool(tool)
  if (tool === 'Bash') {
    const pattern = content.replaceAll(/\\([()\\])/g, '$1')
    return pattern.endsWith(':*') && !pattern.slice(0, -2).includes('*')
      ? commandText(pattern.slice(0, -2), 'prefix')
      : commandGlob(pattern)
  }
  if (READING.has(tool)) return gitignorePath('read', content)
  if (WRITING.has(tool)) return gitignorePath('write', content)
  if (tool === 'WebFetch') {
    const host = /^domain:(.+)$/s.exec(content)?.[1]
    return host === undefined
      ? { kind: 'host', host: '', problem: 'it is not written as WebFetch(domain:NAME)' }
      : hostSubject(host)
  }
  return {
    kind: 'settled',
    mapping: refused(`what stands in the brackets of ${tool} has no counterpart here`),
    reach: 'nothing',
  }
}

function wholeTool(tool: string): Subject {
  if (tool === '*') return { kind: 'settled', mapping: refused('it is about every tool'), reach: 'everything' }
  if (tool.startsWith('mcp__')) {
    const [, server = '', name] = tool.split('__')
    return { kind: 'tool', tools: [name === undefined ? `mcp__${server}__*` : tool], named: tool }
  }
  const ours = TOOLS[tool] ?? [findBuiltInTool(tool)?.name].filter((name) => name !== undefined)
  return { kind: 'tool', tools: ours, named: tool }
}

function modeOf(mode: unknown): readonly ForeignLine[] {
  if (mode === undefined) return []
  const say = (mapping: Parameters<typeof settled>[2]) => [
    settled(`defaultMode ${JSON.stringify(mode)}`, 'permissions.defaultMode', mapping),
  ]
  switch (mode) {
    case 'plan':
      return say(mapped([{ key: 'mode', set: 'read-only' }]))
    case 'default':
      return say(mapped([], 'it is the default here too'))
    case 'acceptEdits':
      return say(tightened([], 'the workspace is written without a rule; other files ask'))
    case 'dontAsk':
      return say(mapped([{ key: 'tools.exec.askFallback', set: 'deny' }]))
    default:
      return say(refused('there is no such mode here, or one that asks less than this'))
  }
}

function foldersOf(folders: unknown): readonly ForeignLine[] {
  if (folders === undefined) return []
  if (!Array.isArray(folders)) throw new TypeError('"permissions.additionalDirectories" is not a list')
  return (folders as readonly unknown[]).map((folder, index) => {
    const at = `permissions.additionalDirectories[${index}]`
    return settled(
      String(folder),
      at,
      isPlainFolder(folder)
        ? tightened([{ key: 'tools.fs.read.allow', add: folder }], 'reads pass; writes there ask')
        : refused('expected a folder without wildcards, named from the root or below ~'),
    )
  })
}

/** What the sandbox denies to its commands is denied here to every tool; what it opens is not opened. */
function sandboxLines(sandbox: Readonly<Record<string, unknown>>): readonly ForeignLine[] {
  const { filesystem, network, ...others } = sandbox
  const lines = [
    ...denyLines(filesystem, 'sandbox.filesystem', {
      denyRead: (path) => gitignorePath('read', fromRoot(path)),
      denyWrite: (path) => gitignorePath('write', fromRoot(path)),
    }),
    ...denyLines(network, 'sandbox.network', { deniedDomains: hostSubject }),
  ]
  const opens = [...Object.keys(others), ...openKeys(filesystem), ...openKeys(network)].filter(
    (key) => key !== 'enabled',
  )
  if (opens.length > 0) {
    const why = 'what a contained command may reach is set here in "sandbox": see poundlock sandbox explain'
    lines.push(settled(`sandbox: ${opens.join(', ')}`, 'sandbox', refused(why)))
  }
  return lines
}

const openKeys = (part: unknown) => (isObject(part) ? Object.keys(part).filter((key) => !key.startsWith('den')) : [])

/** Here `/` is the root of the file system; in the rules of tools it is `//`. */
const fromRoot = (path: string) => (path.startsWith('/') ? `/${path}` : path)

function denyLines(
  part: unknown,
  at: string,
  subjects: Readonly<Record<string, (entry: string) => Subject>>,
): ForeignLine[] {
  if (!isObject(part)) return []
  return Object.entries(subjects).flatMap(([key, subjectFor]) => {
    const entries = part[key] ?? []
    if (!Array.isArray(entries)) throw new TypeError(`"${at}.${key}" is not a list`)
    return (entries as readonly unknown[]).map((entry, index): ForeignLine => {
      if (typeof entry !== 'string') throw new TypeError(`"${at}.${key}" has an entry that is not text`)
      return {
        text: `${key} ${entry}`,
        at: `${at}.${key}[${index}]`,
        action: 'deny',
        rank: 0,
        subject: subjectFor(entry),
      }
    })
  })
}
