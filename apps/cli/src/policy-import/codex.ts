import { isObject } from '@poundlock/spec'
import { commandWords } from './command-pattern.ts'
import { type ForeignLine, mapped, refused, settled, tightened } from './foreign-line.ts'
import { hostSubject } from './hosts.ts'
import { isPlainFolder } from './paths.ts'
import { type Call, type Literal, starlarkCalls } from './starlark-calls.ts'

const ACTIONS: Readonly<Record<string, 'allow' | 'ask' | 'deny'>> = { allow: 'allow', prompt: 'ask', forbidden: 'deny' }

/** The commands that the alternatives of a pattern make; more are not read. */
const MOST_COMMANDS = 256

/**
 * Codex's `.rules` (`prefix_rule`, `network_rule`): the strictest decision of all rules that fit, as here.
 *
 * Source: the README of codex-execpolicy, openai/codex.
 */
export const readCodexRules = (text: string): readonly ForeignLine[] => starlarkCalls(text).flatMap(linesOf)

function linesOf({ name, line, values }: Call): readonly ForeignLine[] {
  const at = `line ${line}`
  const text = `${name}(${Object.entries(values)
    .filter(([key]) => key === 'pattern' || key === 'host' || key === 'name' || key === 'decision')
    .map(([key, value]) => `${key} = ${show(value)}`)
    .join(', ')})`
  if (name === 'host_executable') {
    return [settled(text, at, refused('a rule by name covers a program that is found through PATH here'))]
  }
  const decision = values['decision'] ?? 'allow'
  const action =
    typeof decision === 'string' ? (ACTIONS[decision] ?? (decision === 'deny' ? 'deny' : undefined)) : undefined
  const unknown = (why: string) => [settled(text, at, refused(why), { action: 'deny', reach: 'everything' })]
  if (action === undefined) return unknown('its decision is none of allow, prompt, forbidden')
  const { justification } = values
  const reason = typeof justification === 'string' && justification !== '' ? { reason: justification } : {}
  if (name === 'network_rule') {
    const { host } = values
    if (typeof host !== 'string') return unknown('it names no host')
    return [{ text, at, action, rank: 0, subject: hostSubject(host), ...reason }]
  }
  if (name !== 'prefix_rule') return unknown('such a rule is not known here')
  const commands = commandsOf(values['pattern'])
  if (commands === null) return unknown(`its pattern is not a list of words, or makes over ${MOST_COMMANDS} commands`)
  return commands.map((words) => ({
    text: commands.length > 1 ? `${text}: ${words.join(' ')}` : text,
    at,
    action,
    rank: 0,
    subject: commandWords(words, 'prefix'),
    ...reason,
  }))
}

function commandsOf(pattern: Literal | undefined): readonly (readonly string[])[] | null {
  if (!Array.isArray(pattern) || pattern.length === 0) return null
  let commands: readonly (readonly string[])[] = [[]]
  for (const part of pattern as readonly Literal[]) {
    const words = Array.isArray(part) ? (part as readonly Literal[]) : [part]
    if (words.length === 0 || words.length * commands.length > MOST_COMMANDS) return null
    if (!words.every((word) => typeof word === 'string')) return null
    commands = commands.flatMap((command) => words.map((word) => [...command, word]))
  }
  return commands
}

const show = (value: Literal): string =>
  typeof value === 'string' ? JSON.stringify(value) : 'word' in value ? value.word : `[${value.map(show).join(', ')}]`

/** Codex's `config.toml`: `sandbox_mode`, `approval_policy`, `sandbox_workspace_write`. */
export async function readCodexConfig(text: string): Promise<readonly ForeignLine[]> {
  const { parse } = await import('smol-toml')
  const config = parse(text) as Readonly<Record<string, unknown>>
  const lines: ForeignLine[] = []
  const { sandbox_mode: mode, approval_policy: policy, sandbox_workspace_write: written } = config
  if (mode !== undefined) {
    const mapping =
      mode === 'read-only'
        ? mapped([{ key: 'mode', set: 'read-only' }])
        : mode === 'workspace-write'
          ? mapped([], 'it is the default here too')
          : refused('commands run contained here; one that has to leave the sandbox asks')
    lines.push(settled(`sandbox_mode = ${JSON.stringify(mode)}`, 'sandbox_mode', mapping))
  }
  if (policy !== undefined) {
    const mapping =
      policy === 'untrusted'
        ? tightened([{ key: 'tools.exec.askMode', set: 'always' }], 'for commands that are known as harmless too')
        : policy === 'on-request' || policy === 'on-failure'
          ? mapped([], 'what has to leave the sandbox asks here too')
          : refused('without a person to ask, what would ask is denied here')
    lines.push(settled(`approval_policy = ${JSON.stringify(policy)}`, 'approval_policy', mapping))
  }
  if (isObject(written)) lines.push(...workspaceWrite(written))
  for (const key of ['permissions', 'default_permissions']) {
    if (config[key] === undefined) continue
    lines.push(settled(key, key, refused('profiles of permissions have no counterpart: write what they deny by hand')))
  }
  if (isObject(config['mcp_servers'])) {
    lines.push(settled('[mcp_servers]', 'mcp_servers', refused('servers are imported by: poundlock mcp import')))
  }
  return lines
}

function workspaceWrite(written: Readonly<Record<string, unknown>>): readonly ForeignLine[] {
  const lines: ForeignLine[] = []
  const { network_access: network, writable_roots: roots } = written
  if (network === true) {
    lines.push(
      settled(
        'network_access = true',
        'sandbox_workspace_write.network_access',
        refused('it opens every host: name those that are needed in sandbox.egress'),
      ),
    )
  }
  for (const [index, root] of (Array.isArray(roots) ? (roots as readonly unknown[]) : []).entries()) {
    lines.push(
      settled(
        String(root),
        `sandbox_workspace_write.writable_roots[${index}]`,
        isPlainFolder(root)
          ? mapped([{ key: 'sandbox.writePaths', add: root }])
          : refused('expected a folder without wildcards, named from the root or below ~'),
      ),
    )
  }
  return lines
}
