import { McpError } from '../mcp-error.ts'
import type { McpContent, McpToolResult } from './mcp-result.ts'
import { spillText } from './spill-text.ts'

/** Base64 characters of one image; larger ones no provider takes. */
const LARGEST_IMAGE = 8_000_000
const MOST_PARTS = 10_000
const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** How much of a result is kept. */
export interface ResultLimits {
  /** UTF-16 units of all text together. */
  readonly maxResultCharacters: number
  /** Where the whole is kept when it is longer; without it the rest is lost. */
  readonly spillDirectory?: string
}

/**
 * Reads a server's result of a call. Structured content is shown only where there is no other content.
 *
 * @throws McpError `MCP_RESULT` when it is not a result
 */
export async function readResult(server: string, value: unknown, limits: ResultLimits): Promise<McpToolResult> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw noResult(server, 'no object')
  const { content = [], structuredContent, isError } = value as Record<string, unknown>
  if (!Array.isArray(content)) throw noResult(server, 'no list of content')
  if (content.length > MOST_PARTS) throw noResult(server, `more than ${MOST_PARTS} parts`)
  const parts = content.map(readPart)
  if (parts.length === 0 && structuredContent !== undefined) {
    parts.push({ type: 'text', text: JSON.stringify(structuredContent, null, 2) })
  }
  const limited = await limitText(parts, limits)
  return {
    ...limited,
    ...(structuredContent !== undefined && limited.spillFile === undefined && { structured: structuredContent }),
    isError: isError === true,
  }
}

function readPart(part: unknown): McpContent {
  const { type, text, data, mimeType, resource, uri, name } = (part ?? {}) as Record<string, unknown>
  const media = typeof mimeType === 'string' ? mimeType.slice(0, 100) : 'unknown type'
  if (type === 'text' && typeof text === 'string') return { type, text }
  if (type === 'image' && typeof data === 'string') {
    const isShown = IMAGE_TYPES.includes(media) && data.length <= LARGEST_IMAGE && /^[A-Za-z0-9+/]*={0,2}$/.test(data)
    return isShown ? { type, mediaType: media, data } : note(`an image (${media}, ${data.length} characters of Base64)`)
  }
  if (type === 'audio' && typeof data === 'string') return note(`audio (${media}, ${data.length} characters of Base64)`)
  if (type === 'resource_link') return { type: 'text', text: `${textOf(name)} ${textOf(uri)}`.trim() }
  if (type === 'resource' && typeof resource === 'object' && resource !== null) {
    const { uri: at, text: embedded, blob } = resource as Record<string, unknown>
    if (typeof embedded === 'string') return { type: 'text', text: `${textOf(at)}\n${embedded}`.trim() }
    return note(`the resource ${textOf(at)} (${typeof blob === 'string' ? blob.length : 0} characters of Base64)`)
  }
  return note(`content of the kind ${JSON.stringify(String(type).slice(0, 50))}`)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 2000) : '')
const note = (content: string): McpContent => ({ type: 'text', text: `[${content}, which cannot be shown]` })

async function limitText(
  parts: readonly McpContent[],
  { maxResultCharacters, spillDirectory }: ResultLimits,
): Promise<Pick<McpToolResult, 'content' | 'spillFile'>> {
  const texts = parts.filter((part) => part.type === 'text').map((part) => part.text)
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length <= maxResultCharacters) return { content: parts }
  const spillFile = spillDirectory === undefined ? undefined : await spillText(spillDirectory, texts.join('\n'))
  let room = maxResultCharacters
  const content = parts.flatMap((part): readonly McpContent[] => {
    if (part.type !== 'text') return [part]
    if (room <= 0) return []
    const text = part.text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '')
    room -= part.text.length
    return [{ type: 'text', text }]
  })
  const rest = spillFile === undefined ? 'the rest is lost' : `the whole is in ${spillFile}, which read_file shows`
  const mark = `… (truncated: ${length} characters, of which ${maxResultCharacters} are shown; ${rest})`
  return { content: [...content, { type: 'text', text: mark }], ...(spillFile !== undefined && { spillFile }) }
}

function noResult(server: string, content: string): McpError {
  return new McpError(
    `The server ${JSON.stringify(server)} answered the call with something that is not a result: ${content}.`,
    {
      code: 'MCP_RESULT',
      details: { server },
    },
  )
}
