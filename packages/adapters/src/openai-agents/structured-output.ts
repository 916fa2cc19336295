import type { ToolOutputImage, ToolOutputText } from '@openai/agents'
import type { ToolContent } from '@poundlock/spec'

/** The result of a call in the parts of the OpenAI Agents SDK. */
export const structuredOutput = (content: readonly ToolContent[]): (ToolOutputImage | ToolOutputText)[] =>
  content.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image', image: { data: part.data, mediaType: part.mediaType } },
  )
