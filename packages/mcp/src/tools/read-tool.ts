import { createHash } from 'node:crypto'
import { sortedJson, type ToolAnnotations, visibleText } from '@poundlock/spec'
import { headerParameterFault } from '../schema/header-parameters.ts'
import { readUntrustedSchema } from '../schema/untrusted-schema.ts'
import type { ListedMcpTool, QuarantinedTool } from './mcp-tool.ts'

const LONGEST_NAME = 256
/** Longer ones fill the model's memory with one tool. */
const LONGEST_DESCRIPTION = 50_000

const HINTS = ['readOnlyHint', 'destructiveHint', 'openWorldHint', 'idempotentHint'] as const

/** Reads a tool of a server's list. An unusable one is reported, so that the others can be used. */
export function readTool(value: unknown): ListedMcpTool | QuarantinedTool {
  if (typeof value !== 'object' || value === null) return { name: '', reason: 'it is not an object' }
  const { name, title, description, inputSchema, annotations } = value as Record<string, unknown>
  if (typeof name !== 'string' || name === '') return { name: '', reason: 'it has no name' }
  const quarantine = (reason: string) => ({ name: name.slice(0, LONGEST_NAME), reason })
  if (name.length > LONGEST_NAME) return quarantine(`its name has more than ${LONGEST_NAME} characters`)
  if (description !== undefined && typeof description !== 'string') return quarantine('its description is not text')
  if ((description?.length ?? 0) > LONGEST_DESCRIPTION) {
    return quarantine(`its description has more than ${LONGEST_DESCRIPTION} characters`)
  }
  const schema = readUntrustedSchema(inputSchema)
  if ('fault' in schema) return quarantine(`its schema cannot be used: ${visibleText(schema.fault)}`)
  const fault = headerParameterFault(inputSchema as Readonly<Record<string, unknown>>)
  if (fault !== null) return quarantine(`its schema cannot be used: ${visibleText(fault)}`)
  const tool = {
    name,
    ...(typeof title === 'string' && title !== '' && { title: title.slice(0, LONGEST_NAME) }),
    description: description ?? '',
    inputSchema: sortedJson(inputSchema),
    annotations: readAnnotations(annotations),
  }
  return { ...tool, digest: createHash('sha256').update(sortedJson(tool)).digest('hex') }
}

function readAnnotations(value: unknown): ToolAnnotations {
  if (typeof value !== 'object' || value === null) return {}
  const hints = value as Record<string, unknown>
  return Object.fromEntries(HINTS.flatMap((hint) => (typeof hints[hint] === 'boolean' ? [[hint, hints[hint]]] : [])))
}
