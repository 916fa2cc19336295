import { BUILT_IN_TOOLS, TOOL_GROUPS, compileMcpPattern, fitsParts, isMcpName as isMcp, toolKey } from '@poundlock/spec'
import { refuseLayer } from '../../model/policy-error.ts'
import type { ServedTool } from '../../model/request.ts'
import { showValue } from '../../model/show-value.ts'

/** A tool as far as a list can name it. */
export interface ListedTool {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly groups?: readonly string[]
}

/** The tools that a policy knows, under every name. */
export interface ToolCatalogue {
  /** Built-in tools, and those that the app has added. */
  readonly tools: readonly ListedTool[]
  /** The tool of a name or an alias; `null` when there is none. */
  find(name: string): ListedTool | null
}

/**
 * The built-in tools and those that are added.
 *
 * @throws PolicyError `POLICY_LAYER` when a name is taken
 */
export function createCatalogue(added: readonly ListedTool[] = []): ToolCatalogue {
  return added.length === 0 ? (builtIn ??= catalogueOf([])) : catalogueOf(added)
}

/** Nearly every policy goes by the built-in tools alone. */
let builtIn: ToolCatalogue | undefined

function catalogueOf(added: readonly ListedTool[]): ToolCatalogue {
  const tools = [...BUILT_IN_TOOLS, ...added]
  const byKey = new Map<string, ListedTool>()
  for (const tool of tools) {
    for (const name of [tool.name, ...(tool.aliases ?? [])]) {
      const key = toolKey(name)
      if (key === '' || byKey.has(key))
        refuse(name, 'options.tools', 'is a name that is taken', 'Name the tool otherwise.')
      byKey.set(key, tool)
    }
  }
  return { tools, find: (name) => byKey.get(toolKey(name)) ?? null }
}

/** A list of tools, ready to match. */
export interface ToolList {
  /**
   * The entry that names the tool, or `null`.
   *
   * @param served what its MCP server and the tool call themselves, where `name` is made of that
   */
  entryFor(name: string, served?: ServedTool): { readonly text: string; readonly index: number } | null
}

/**
 * Compiles a list of names, groups and patterns.
 *
 * A denied tool is recognised in any spelling, with the hash that is in the names models use and without it, and
 * `mcp__github` denies all tools of that server. An allowed tool of an MCP server must be spelt as it is, since the names
 * of two servers can differ in nothing but a dash. Either can be named as the model knows it, or as the two call
 * themselves: `mcp__github.com__*`.
 *
 * @throws PolicyError `POLICY_LAYER` when an entry names nothing that there is
 */
export function compileToolList(
  entries: readonly string[],
  action: 'allow' | 'deny',
  catalogue: ToolCatalogue,
  locate: (index: number) => string,
): ToolList {
  // Most entries are plain names, which are looked up; only the others are tried one by one.
  const plain = new Map<string, number>()
  const others: { readonly at: number; readonly matches: (name: string) => boolean }[] = []
  const raw: { readonly at: number; readonly matches: (served: ServedTool) => boolean }[] = []
  for (const [at, entry] of entries.entries()) {
    const matches = compileEntry(entry, action, catalogue, locate(at))
    if (matches) others.push({ at, matches })
    else {
      const key = callKey(entry, action, catalogue)
      if (!plain.has(key)) plain.set(key, at)
    }
    if (isMcp(entry)) raw.push({ at, matches: compileRawEntry(entry, action) })
  }
  // What denies tools of servers matches no other tool.
  const ofNoServer = others.filter(({ at }) => action === 'allow' || !isMcp(entries[at]!))
  return {
    entryFor(name, served) {
      const known = plain.get(callKey(name, action, catalogue)) ?? Infinity
      const named =
        (isMcp(name) ? others : ofNoServer).find(({ at, matches }) => at < known && matches(name))?.at ?? known
      const index =
        served && raw.length > 0 ? (raw.find(({ at, matches }) => at < named && matches(served))?.at ?? named) : named
      return index === Infinity ? null : { text: entries[index]!, index }
    },
  }
}

function callKey(name: string, action: 'allow' | 'deny', catalogue: ToolCatalogue): string {
  if (isMcp(name)) return name.trim()
  return catalogue.find(name)?.name ?? toolKey(name)
}

/** Matches names, where an entry is a group or a pattern; `null` for a plain name. */
function compileEntry(
  entry: unknown,
  action: 'allow' | 'deny',
  catalogue: ToolCatalogue,
  source: string,
): ((name: string) => boolean) | null {
  if (typeof entry !== 'string' || toolKey(entry) === '') {
    return refuse(entry, source, 'is not a name of a tool', 'Write a tool, a group such as "group:fs", or a pattern.')
  }
  const text = entry.trim()
  if (/^group:/i.test(text)) {
    const group = text.toLowerCase()
    if (!TOOL_GROUPS.includes(group)) {
      refuse(entry, source, 'is not a group of tools', `Known groups: ${TOOL_GROUPS.join(', ')}.`)
    }
    return (name) => groupsOf(name, catalogue).includes(group)
  }
  if (isMcp(text)) {
    if (action === 'deny') {
      const problem = 'names no tool of a server'
      return (
        compileMcpPattern(text) ??
        refuse(entry, source, problem, 'Write mcp__SERVER__TOOL, or mcp__SERVER__* for all of them.')
      )
    }
    return text.includes('*') ? globOf(text, (name) => name.trim()) : null
  }
  if (text.includes('*')) {
    const matches = globOf(text, nameKey)
    const named = (tool: ListedTool) => [tool.name, ...(tool.aliases ?? [])].some(matches)
    if (text !== '*' && !catalogue.tools.some(named)) {
      refuse(entry, source, 'matches no tool', 'Write a pattern that matches a tool, or one that begins with mcp__.')
    }
    return (name) => {
      const tool = isMcp(name) ? null : catalogue.find(name)
      return tool ? named(tool) : matches(name)
    }
  }
  if (catalogue.find(text) === null) {
    refuse(entry, source, 'is not a tool', `Known tools: ${catalogue.tools.map(({ name }) => name).join(', ')}.`)
  }
  return null
}

/**
 * Matches what a server and its tool call themselves. What is denied may be read in more than one way; what is allowed
 * is parted at the first two underscores, so that `mcp__a__b__c` is one tool and not two.
 */
function compileRawEntry(entry: string, action: 'allow' | 'deny'): (served: ServedTool) => boolean {
  if (action === 'deny') {
    const matches = compileMcpPattern(entry)
    return ({ server, tool }) => matches?.(`mcp__${server}__${tool}`) === true
  }
  const text = entry.trim().slice('mcp__'.length)
  const at = text.indexOf('__')
  // Without a tool it must say by itself that all are meant.
  if (at < 0 && !text.endsWith('*')) return () => false
  const matchesServer = globOf(at < 0 ? text : text.slice(0, at), (name) => name)
  const matchesTool = globOf(at < 0 ? '*' : text.slice(at + 2), (name) => name)
  return ({ server, tool }) => matchesServer(server) && matchesTool(tool)
}

function groupsOf(name: string, catalogue: ToolCatalogue): readonly string[] {
  return isMcp(name) ? ['group:mcp'] : (catalogue.find(name)?.groups ?? [])
}

/** `toolKey`, with wildcards kept. */
const nameKey = (name: string) => name.split('*').map(toolKey).join('*')

/** `*` stands for any characters. Both sides are spelt alike first. */
function globOf(pattern: string, spell: (name: string) => string): (name: string) => boolean {
  const parts = spell(pattern).split('*')
  return (name) => fitsParts(spell(name), parts)
}

function refuse(entry: unknown, source: string, problem: string, remedy: string): never {
  refuseLayer(source, `${showValue(entry)} ${problem}`, remedy)
}
