import type { AgentEvent } from '@poundlock/agent'
import { visibleText } from '@poundlock/spec'
import { paint, printJson } from '../output/print.ts'
import { TerminalText } from '../output/terminal-text.ts'
import { writeOutput } from '../output/write-output.ts'
import type { PromptedAgent } from './gateway-agent.ts'

/** Characters of an input or a result in one line. */
const LONGEST_LINE = 160

interface PrintOptions {
  readonly json: boolean
  /** Called when the end of a prompt stands on the screen. */
  readonly onPromptEnded?: () => void
}

/**
 * Prints the events of a session until it is closed: as JSON, one a line, or for a person: what the model says on
 * standard output, and its calls, with what was decided and why, on standard error.
 */
export async function printEvents(
  loop: Pick<PromptedAgent, 'subscribe'>,
  { json, onPromptEnded }: PrintOptions,
): Promise<void> {
  const text = new TerminalText()
  let atLineStart = true
  const note = (line: string) => {
    // On a terminal both go to one screen.
    const lead = !atLineStart && process.stdout.isTTY && process.stderr.isTTY ? '\n' : ''
    if (lead !== '') atLineStart = true
    process.stderr.write(`${lead}${line}\n`)
  }
  for await (const event of loop.subscribe()) {
    if (json) await printJson(event)
    else if (event.type === 'text-delta') {
      const shown = process.stdout.isTTY ? text.next(Buffer.from(event.text)) : event.text
      await writeOutput(process.stdout, shown)
      atLineStart = event.text.endsWith('\n')
    } else {
      if (event.type === 'turn-ended' && !atLineStart) {
        await writeOutput(process.stdout, '\n')
        atLineStart = true
      }
      for (const line of linesOf(event)) note(line)
    }
    if (event.type === 'prompt-ended') onPromptEnded?.()
  }
}

/** What a person reads of an event besides what the model says. */
function linesOf(event: AgentEvent): readonly string[] {
  const { bold, dim, bad, decisions } = paint(process.stderr)
  switch (event.type) {
    case 'tool-called':
      return [`${bold(visibleText(event.tool))} ${oneLine(JSON.stringify(event.input))}`]
    case 'tool-started': {
      const why = event.reasons[0] === undefined ? '' : `: ${oneLine(event.reasons[0])}`
      return [`  ${decisions[event.decision](event.decision)}${dim(why)}`]
    }
    case 'asked':
      return event.request === undefined ? [] : [dim(`  waits for approval ${visibleText(event.request).slice(0, 8)}`)]
    case 'answered':
      return [dim(`  ${event.answer}${event.by === null ? '' : ` by ${visibleText(event.by)}`}`)]
    case 'tool-ended':
      return [event.isError ? `  ${bad(event.status)} ${oneLine(event.text)}` : dim(`  ${oneLine(event.text)}`)]
    case 'retrying':
      return [dim(`the model is asked again in ${event.delayMs} ms: ${oneLine(event.message)}`)]
    case 'compacted':
      return [dim(`the conversation was compacted: ${event.messages} messages`)]
    case 'tools-left-out':
      return event.tools.map(({ name, reason }) => dim(`${visibleText(name)} is not offered: ${oneLine(reason)}`))
    case 'events-skipped':
      return [dim(`(${event.count} events were too fast to be shown)`)]
    case 'prompt-ended':
      return endLines(event)
    default:
      return []
  }
}

function endLines({ reason, error }: Extract<AgentEvent, { type: 'prompt-ended' }>): readonly string[] {
  const { bad } = paint(process.stderr)
  if (reason === 'answered') return []
  const ended = reason === 'failed' && error ? [] : [`${bad('poundlock:')} ended: ${reason}`]
  if (error === undefined) return ended
  const remedy = error.remedy === undefined ? [] : [visibleText(error.remedy)]
  return [...ended, `${bad('poundlock:')} ${visibleText(error.message)}`, ...remedy]
}

function oneLine(text: string): string {
  const line = visibleText(
    text
      .slice(0, LONGEST_LINE * 4)
      .trim()
      .split('\n', 1)[0]
      ?.replaceAll('\t', ' ') ?? '',
  )
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line
}
