import type { TranscriptEntry } from '@poundlock/agent'
import { visibleText, type ToolContent } from '@poundlock/spec'
import { paint } from '../output/print.ts'

/** Lines of a result that are shown; `--json` has all of it. */
const MOST_LINES = 20

/** An entry of a transcript for a person. */
export function transcriptLines(entry: TranscriptEntry): readonly string[] {
  const { bold, dim, bad } = paint()
  switch (entry.type) {
    case 'session':
      return [dim(visibleText(`${entry.createdAt}  ${entry.agent}, ${entry.model}, ${entry.workspace}`))]
    case 'prompt':
      return ['', ...shown(entry.content).map((line) => bold(`> ${line}`))]
    case 'answer':
      return entry.parts.flatMap((part) => {
        if (part.type === 'call')
          return [`${bold(visibleText(part.call.name))} ${visibleText(JSON.stringify(part.call.input))}`]
        const lines = shown([{ type: 'text', text: part.text }])
        return part.type === 'text' ? lines : lines.map(dim)
      })
    case 'call-started':
      return []
    case 'result': {
      const lines = shown(entry.content)
      const rest = lines.length > MOST_LINES ? [dim(`  … ${lines.length - MOST_LINES} more lines`)] : []
      const mark = entry.isError ? [`  ${bad(entry.status)}`] : []
      return [...mark, ...lines.slice(0, MOST_LINES).map((line) => dim(`  ${line}`)), ...rest]
    }
    case 'compaction':
      return [dim(`(${entry.messages} messages are summarised)`)]
    case 'prompt-ended':
      return entry.reason === 'answered' ? [] : [dim(`(ended: ${entry.reason})`)]
  }
}

const shown = (content: readonly ToolContent[]): readonly string[] =>
  content.flatMap((part) =>
    part.type === 'text' ? visibleText(part.text, { newlines: 'keep' }).split('\n') : [`(${part.mediaType})`],
  )
