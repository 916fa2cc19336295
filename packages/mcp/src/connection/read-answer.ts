import { McpError } from '../mcp-error.ts'
import type { McpServerInfo, ToolPage } from './mcp-connection.ts'
import { HANDSHAKE_REVISIONS } from './protocol.ts'

type Values = Readonly<Record<string, unknown>>

const LONGEST_NAME = 200
/** Up to a thousand of them are remembered. */
const LONGEST_CURSOR = 10_000
const LONGEST_INSTRUCTIONS = 100_000

const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}
const textOf = (value: unknown, longest: number) => (typeof value === 'string' ? value.slice(0, longest) : '')

/**
 * Reads a server's answer to `initialize`.
 *
 * @throws McpError `MCP_START` when it speaks no revision that is known here
 */
export function readIntroduction(
  server: string,
  answer: unknown,
): { readonly info: McpServerInfo; readonly hasTools: boolean } {
  const { protocolVersion, serverInfo, capabilities, instructions } = valuesOf(answer)
  if (typeof protocolVersion !== 'string' || !HANDSHAKE_REVISIONS.includes(protocolVersion)) {
    throw new McpError(
      `The server ${JSON.stringify(server)} speaks the revision ${JSON.stringify(protocolVersion ?? null)} of the protocol; known here: ${HANDSHAKE_REVISIONS.join(', ')}.`,
      { code: 'MCP_START', details: { server }, remedy: 'Use a version of the server that speaks one of them.' },
    )
  }
  const { name, version } = valuesOf(serverInfo)
  const shownInstructions = textOf(instructions, LONGEST_INSTRUCTIONS)
  return {
    info: {
      name: textOf(name, LONGEST_NAME),
      version: textOf(version, LONGEST_NAME),
      protocolVersion,
      ...(shownInstructions !== '' && { instructions: shownInstructions }),
    },
    hasTools: Object.hasOwn(valuesOf(capabilities), 'tools'),
  }
}

/** @throws McpError `MCP_RESULT` */
export function readToolPage(server: string, answer: unknown): ToolPage {
  const { tools, nextCursor } = valuesOf(answer)
  if (!Array.isArray(tools)) {
    throw new McpError(`The server ${JSON.stringify(server)} answered tools/list without a list of tools.`, {
      code: 'MCP_RESULT',
      details: { server },
    })
  }
  if (typeof nextCursor === 'string' && nextCursor.length > LONGEST_CURSOR) {
    throw new McpError(
      `The server ${JSON.stringify(server)} answered tools/list with a cursor of more than ${LONGEST_CURSOR} characters.`,
      { code: 'MCP_RESULT', details: { server } },
    )
  }
  // An empty cursor is how some servers say that there is no more.
  return { tools, ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }) }
}
