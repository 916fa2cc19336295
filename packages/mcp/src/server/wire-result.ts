import type { McpContent } from '../results/mcp-result.ts'
import type { Values } from './client-request.ts'
import type { ServedResult } from './served.ts'

/** A result as the protocol has it. */
export function wireResult({ content, structured, isError }: ServedResult): Values {
  return {
    content: content.map(wireContent),
    ...(structured && { structuredContent: structured }),
    ...(isError && { isError }),
  }
}

const wireContent = (part: McpContent): Values =>
  part.type === 'text' ? { ...part } : { type: 'image', data: part.data, mimeType: part.mediaType }
