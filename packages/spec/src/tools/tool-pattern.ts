import type { ToolSpec } from '../tool-spec.ts'
import { TOOL_GROUPS } from './built-in-tools.ts'
import { compileMcpPattern, fitsParts, isMcpName } from './mcp-pattern.ts'
import { findBuiltInTool } from './tool-name.ts'

/** Why something does not name tools; `null` when it does. What names none would be a gate that is never shut. */
export function toolPatternProblem(pattern: string): string | null {
  if (pattern.startsWith('group:')) {
    return TOOL_GROUPS.includes(pattern)
      ? null
      : `there is no group ${JSON.stringify(pattern)}; known: ${TOOL_GROUPS.join(', ')}`
  }
  if (isMcpName(pattern)) {
    return compileMcpPattern(pattern) === null
      ? `${JSON.stringify(pattern)} names no tool of a server; expected mcp__SERVER__TOOL, or mcp__SERVER__*`
      : null
  }
  if (!/^[\w*-]+$/.test(pattern)) {
    return `${JSON.stringify(pattern)} is not a name of a tool; expected letters, digits, _, - and *`
  }
  if (pattern.includes('*') || findBuiltInTool(pattern) !== null) return null
  return `there is no tool ${JSON.stringify(pattern)}; those of MCP servers are named mcp__server__tool, others by a pattern with *`
}

/** Whether a pattern names a tool: by its name or an alias, by a group, or by a pattern in which `*` is anything. */
export function coversTool(pattern: string, { name, groups }: Pick<ToolSpec, 'name' | 'groups'>): boolean {
  const entry = findBuiltInTool(name)
  if (pattern.startsWith('group:')) {
    return groups.includes(pattern) || (entry?.groups.includes(pattern) ?? false) || isOfServer(pattern, name)
  }
  if (isMcpName(pattern)) return compileMcpPattern(pattern)?.(name) === true
  if (!pattern.includes('*')) {
    const tool = findBuiltInTool(pattern)
    return tool === null ? pattern.toLowerCase() === name.toLowerCase() : tool.name === name
  }
  const parts = pattern.toLowerCase().split('*')
  return [name, ...(entry?.aliases ?? [])].some((known) => fitsParts(known.toLowerCase(), parts))
}

const isOfServer = (pattern: string, name: string) => pattern === 'group:mcp' && name.startsWith('mcp__')
