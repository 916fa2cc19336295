import type { ServedResult } from '@poundlock/mcp'
import type { CallResult } from '@poundlock/protocol'

/** The outcome of a call as clients of MCP show it. A refusal is an error with its reason. */
export function servedResult(result: CallResult): ServedResult {
  const { status, message, content, exit, omittedBytes, job } = result
  if (status !== 'ran') return { content: [text(message)], isError: true }
  const hasFailed = exit !== undefined && (exit.code !== 0 || exit.timedOut)
  const notes = [
    ...(hasFailed || job !== undefined ? [message] : []),
    ...(omittedBytes === undefined ? [] : [`(${omittedBytes} bytes of output are left out)`]),
  ].filter((note) => note !== '')
  const parts = [...content, ...notes.map((note) => text(note))]
  return { content: parts.length === 0 ? [text('(no output)')] : parts, isError: hasFailed }
}

const text = (value: string) => ({ type: 'text' as const, text: value })
