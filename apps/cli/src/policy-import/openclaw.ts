import { escapeArguments } from '@poundlock/policy/commands'
import { isObject, parseStrictJson } from '@poundlock/spec'
import { linearPattern } from '@poundlock/spec/patterns'
import { commandText } from './command-pattern.ts'
import {
  type ForeignLine,
  type Mapping,
  mapped,
  type PolicyChange,
  refused,
  settled,
  tightened,
} from './foreign-line.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * OpenClaw's `exec-approvals.json`, version 1. Entries of agent `*` are for every agent.
 *
 * Source: OpenClaw's documentation of exec approvals, 2026: `pattern` is a path with wildcards or a bare name, and
 * `argPattern` a regular expression that is looked for in the arguments, joined by blanks or by NUL.
 */
export function readOpenclaw(text: string): readonly ForeignLine[] {
  const document = parseStrictJson(text)
  if (!isObject(document) || document['version'] !== 1) throw new TypeError('"version" is not 1')
  const { defaults, agents = {} } = document
  if (!isObject(agents)) throw new TypeError('"agents" is not an object')
  const lines: ForeignLine[] = []
  if (isObject(defaults)) lines.push(...limitsOf(defaults, 'defaults'))
  for (const [id, agent] of Object.entries(agents)) {
    if (!isObject(agent)) throw new TypeError(`"agents.${id}" is not an object`)
    const owner = id === '*' ? {} : { agent: id === 'default' ? 'main' : id }
    lines.push(...limitsOf(agent, `agents.${id}`, owner))
    const { allowlist = [] } = agent
    if (!Array.isArray(allowlist)) throw new TypeError(`"agents.${id}.allowlist" is not a list`)
    for (const [index, entry] of (allowlist as readonly unknown[]).entries()) {
      const at = `agents.${id}.allowlist[${index}]`
      if (!isObject(entry) || typeof entry['pattern'] !== 'string') throw new TypeError(`"${at}" has no "pattern"`)
      lines.push(entryLine(entry, entry['pattern'].trim(), at, owner))
    }
  }
  return lines
}

const LIMITS: Readonly<Record<string, readonly string[]>> = {
  security: ['deny', 'allowlist'],
  ask: ['on-miss', 'always'],
  askFallback: ['deny', 'allowlist'],
}

function limitsOf(limits: Values, at: string, owner: { readonly agent?: string } = {}): readonly ForeignLine[] {
  return Object.entries(limits).flatMap(([key, value]): readonly ForeignLine[] => {
    if (key === 'allowlist') return []
    const text = `${key} ${JSON.stringify(value)}`
    const allowed = LIMITS[key]
    if (allowed === undefined) {
      return [settled(text, `${at}.${key}`, refused('it is not taken over: set it in the approvals of this host'))]
    }
    if (typeof value === 'string' && allowed.includes(value)) {
      const ours = `tools.exec.${key === 'ask' ? 'askMode' : key}`
      return [settled(text, `${at}.${key}`, mapped([{ key: ours, set: value, ...owner }]))]
    }
    if (key === 'ask' && value === 'off' && limits['security'] !== 'full') {
      return [settled(text, `${at}.${key}`, mapped([{ key: 'tools.exec.askMode', set: 'off', ...owner }]))]
    }
    return [settled(text, `${at}.${key}`, refused('it would let commands run that no rule and no person allowed'))]
  })
}

function entryLine(entry: Values, pattern: string, at: string, owner: { readonly agent?: string }): ForeignLine {
  const { argPattern, source, commandText: written } = entry
  const text =
    argPattern === undefined ? pattern : `${pattern} ${JSON.stringify(argPattern).replaceAll('\\u0000', '\\x00')}`
  const say = (mapping: Mapping) => settled(text, at, mapping, { action: 'allow' })
  if (pattern === '*') return say(refused('it allows every command; here they run contained without a rule'))
  if (pattern.startsWith('=')) return say(refused('it stands for one command by a code that cannot be read back'))
  if (!/^[\w@%+=:,./~*?-]+$/.test(pattern)) return say(refused('its pattern is no path and no name of a program'))
  if (/[*?/]/.test(pattern) && !/^(?:\/|~\/)/.test(pattern)) {
    return say(refused('a pattern on programs begins at the root here, or below ~'))
  }
  const add = (rule: unknown): readonly PolicyChange[] => [{ key: 'tools.exec.allow', add: rule, ...owner }]
  if (argPattern === undefined || argPattern === '') {
    if (source !== 'allow-always') return say(mapped(add(pattern)))
    // What a person approved was one command.
    const exact = typeof written === 'string' ? commandText(written, 'exact') : undefined
    if (exact?.form !== 'exact') return say(refused('a person approved one command, and the entry does not say which'))
    const args = escapeArguments(exact.words.slice(1))
    return say(tightened(add({ command: pattern, args }), `only for the approved command: ${exact.words.join(' ')}`))
  }
  if (typeof argPattern !== 'string') return say(refused('its "argPattern" is not text'))
  const args = argumentsOf(argPattern)
  return say('problem' in args ? refused(args.problem) : mapped(add({ command: pattern, args: args.pattern })))
}

/**
 * A pattern for the whole of the arguments from one that is looked for in them. One without both ends would fit whatever
 * else is there; one whose alternatives are not in brackets has ends for the first and the last alone.
 */
function argumentsOf(pattern: string): { readonly pattern: string } | { readonly problem: string } {
  if (!/^\^.*[^\\]\$$|^\^\$$/s.test(pattern))
    return { problem: 'without ^ and $ its "argPattern" fits any longer command too' }
  const inner = pattern.slice(1, -1)
  if (hasOpenEnd(inner))
    return { problem: 'its "argPattern" has an alternative outside of brackets, or another ^ or $' }
  const isSeparated = /\0|\\x00/.test(inner)
  const words = inner.replaceAll(/\0|\\x00/g, ' ')
  if (isSeparated) {
    // A blank or a wildcard could stand for the end of a word here, and not there.
    const literal = inner.replaceAll(/\0|\\x00/g, '').replaceAll(/\\[^A-Za-z0-9]/g, '')
    if (/[\s\\.*+?()[\]{}|]/.test(literal)) return { problem: 'its "argPattern" is more than plain words' }
    if (!words.endsWith(' ')) return { problem: 'its "argPattern" does not say where the last word ends' }
  }
  const ours = asReadThere(isSeparated ? words.slice(0, -1) : words)
  if (ours === null) return { problem: 'its "argPattern" has an escape that means something else here' }
  try {
    linearPattern(ours)
    return { pattern: ours }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { problem: `its "argPattern" cannot be matched here: ${error.message}` }
  }
}

/** Characters that end a line: `.` is none of them there, and any character here. */
const NOT_THE_END_OF_A_LINE = '[^\\n\\r\\u2028\\u2029]'

/**
 * The pattern with the characters that it stands for there: a `.` that ends with the line, and no `\S`, `\p` or `\u{…}`,
 * which stand for other characters in a pattern without the flag `u`.
 */
function asReadThere(pattern: string): string | null {
  if (/(?<!\\)(?:\\\\)*\\(?:[SpP]|u\{)/.test(pattern)) return null
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (part) => (part === '.' ? NOT_THE_END_OF_A_LINE : part))
}

/** Whether a `|`, `^` or `$` stands outside of brackets and classes, unescaped. */
function hasOpenEnd(pattern: string): boolean {
  let depth = 0
  let inClass = false
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index]!
    if (character === '\\') index++
    else if (inClass) inClass = character !== ']'
    else if (character === '[') inClass = true
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '^' || character === '$' || (character === '|' && depth === 0)) return true
  }
  return depth !== 0
}
