import type { ReadSchema } from '@poundlock/spec/validation'
import { McpError } from '../mcp-error.ts'
import { readUntrustedSchema } from '../schema/untrusted-schema.ts'
import type { ListedMcpTool } from './mcp-tool.ts'

const MOST_KEPT = 200
/** By digest, the last used at the end. */
const compiled = new Map<string, ReadSchema>()

/** The problems of a call's input; empty when it fits the tool's schema. */
export function findInputIssues(tool: ListedMcpTool, input: unknown): ReturnType<ReadSchema['check']> {
  let schema = compiled.get(tool.digest)
  compiled.delete(tool.digest)
  if (!schema) {
    const read = readUntrustedSchema(JSON.parse(tool.inputSchema))
    // It was valid when it was listed; the stored file has changed since.
    if ('fault' in read) return [{ pointer: '', message: `the schema of the tool cannot be used: ${read.fault}` }]
    schema = read
  }
  compiled.set(tool.digest, schema)
  if (compiled.size > MOST_KEPT)
    for (const oldest of compiled.keys()) if (compiled.size > MOST_KEPT) compiled.delete(oldest)
  return schema.check(input)
}

/** @throws McpError `MCP_INPUT` */
export function checkInput(server: string, tool: ListedMcpTool, input: unknown): Readonly<Record<string, unknown>> {
  const values = input ?? {}
  const issues = findInputIssues(tool, values)
  if (issues.length === 0) return values as Readonly<Record<string, unknown>>
  const lines = issues.map(({ pointer, message }) => `${pointer === '' ? 'the input' : pointer}: ${message}`)
  throw new McpError(`The input does not fit the tool ${JSON.stringify(tool.name)}:\n${lines.join('\n')}`, {
    code: 'MCP_INPUT',
    details: { server, tool: tool.name, issues },
    remedy: 'Correct the input; nothing was sent.',
  })
}
