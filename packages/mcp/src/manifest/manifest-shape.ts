import { isObject } from '@poundlock/spec'
import type { ListedMcpTool } from '../tools/mcp-tool.ts'
import type { McpManifest } from './manifest.ts'

export const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[\da-f]{64}$/.test(value)

/** Whether a value is a complete manifest; any other is treated as missing. */
export function isManifest(value: unknown): value is McpManifest {
  if (!isObject(value)) return false
  const { launch, listedAt, info, tools, quarantined, problem } = value
  return (
    isText(launch) &&
    isText(listedAt) &&
    !Number.isNaN(Date.parse(listedAt)) &&
    (problem === null || isText(problem)) &&
    isInfo(info) &&
    Array.isArray(quarantined) &&
    quarantined.every((tool: unknown) => isObject(tool) && isText(tool['name']) && isText(tool['reason'])) &&
    Array.isArray(tools) &&
    tools.every(isTool)
  )
}

function isInfo(info: unknown): boolean {
  if (!isObject(info)) return false
  const { name, version, protocolVersion, instructions } = info
  return [name, version, protocolVersion].every(isText) && (instructions === undefined || isText(instructions))
}

/** Whether a value is a tool as it was listed. */
export function isTool(tool: unknown): tool is ListedMcpTool {
  if (!isObject(tool)) return false
  const { name, title, description, inputSchema, annotations, digest } = tool
  return (
    isText(name) &&
    isDigest(digest) &&
    isText(description) &&
    (title === undefined || isText(title)) &&
    isObject(annotations) &&
    Object.values(annotations).every((hint) => typeof hint === 'boolean') &&
    // Reading all of them takes longer than everything else that is done with a manifest.
    isText(inputSchema) &&
    inputSchema.startsWith('{') &&
    inputSchema.endsWith('}')
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
