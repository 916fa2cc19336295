import type { ToolContent } from '@poundlock/spec'
import type { Tool } from 'ai'

type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>

/** The result of a call in the parts of the AI SDK. */
export const modelOutput = (content: readonly ToolContent[]): ModelOutput => ({
  type: 'content',
  value: content.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'file', mediaType: part.mediaType, data: { type: 'data', data: part.data } },
  ),
})
