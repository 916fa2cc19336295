import type { ToolContent } from '@poundlock/spec'
import type { ContentBlock } from 'langchain'

/** The result of a call in the content blocks of LangChain. */
export const contentBlocks = (content: readonly ToolContent[]): ContentBlock[] =>
  content.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image', mimeType: part.mediaType, data: part.data },
  )
