import type { ToolSpec } from '../tool-spec.ts'
import { TOOL_GROUPS } from './built-in-tools.ts'
import { findBuiltInTool } from './tool-name.ts'

/** Why something does not name tools; `null` when it does. What names none would be a gate that is never shut. */
export function toolPatternProblem(pattern: string): string | null {
  if (pattern.startsWith('group:')) {
    return TOOL_GROUPS.includes(pattern)
      ? null
      : `there is no group ${JSON.stringify(pattern)}; known: ${TOOL_GROUPS.join(', ')}`
  }
  if (!/^[\w*-]+$/.test(pattern)) {
    return `${JSON.stringify(pattern)} is no name of a tool; expected letters, digits, _, - and *`
  }
  if (pattern.includes('*') || /^mcp__/i.test(pattern) || findBuiltInTool(pattern) !== null) return null
  return `there is no tool ${JSON.stringify(pattern)}; those of MCP servers are named mcp__server__tool, others by a pattern with *`
}

/** Whether a pattern names a tool: by its name or an alias, by a group, or by a pattern in which `*` is anything. */
export function coversTool(pattern: string, { name, groups }: Pick<ToolSpec, 'name' | 'groups'>): boolean {
  const entry = findBuiltInTool(name)
  if (pattern.startsWith('group:')) {
    return groups.includes(pattern) || (entry?.groups.includes(pattern) ?? false) || isOfServer(pattern, name)
  }
  if (!pattern.includes('*')) {
    const meant = findBuiltInTool(pattern)
    return meant === null ? pattern.toLowerCase() === name.toLowerCase() : meant.name === name
  }
  const parts = pattern.toLowerCase().split('*')
  return [name, ...(entry?.aliases ?? [])].some((known) => fitsParts(known.toLowerCase(), parts))
}

/** Each part at the first place where it fits: no number of stars makes it try places again. */
function fitsParts(name: string, parts: readonly string[]): boolean {
  const first = parts[0]!
  const last = parts.at(-1)!
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

const isOfServer = (pattern: string, name: string) => pattern === 'group:mcp' && name.startsWith('mcp__')
