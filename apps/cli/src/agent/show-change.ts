import type { CallToApprove } from '@poundlock/runtime'
import { isObject, visibleText } from '@poundlock/spec'
import { paint } from '../output/print.ts'

/** Lines of a change that are shown; the whole call stands below, in the question. */
const MOST_LINES = 200

/** Shows what a call of a file tool would change, on standard error, before the person at the terminal is asked. */
export function showChange({ tool, input }: CallToApprove, workspace: string): void {
  if (!process.stdin.isTTY || !process.stderr.isTTY || !isObject(input)) return
  const lines = changeOf(tool, input)
  if (lines.length === 0) return
  const { good, bad, dim } = paint(process.stderr)
  const shown = lines.slice(0, MOST_LINES).map((line) => {
    const text = visibleText(line)
    return line.startsWith('+') ? good(text) : line.startsWith('-') ? bad(text) : dim(text)
  })
  const rest = lines.length > MOST_LINES ? [dim(`… ${lines.length - MOST_LINES} more lines`)] : []
  const path = typeof input['path'] === 'string' ? `${visibleText(input['path'])} in ` : ''
  process.stderr.write(`${[dim(`${path}${visibleText(workspace)}`), ...shown, ...rest].join('\n')}\n`)
}

/** The change as lines with `+` and `-`, as far as the input says it. */
export function changeOf(tool: string, input: Readonly<Record<string, unknown>>): readonly string[] {
  const { old_string: before, new_string: after, content, patch } = input
  if (tool === 'edit_file' && typeof before === 'string' && typeof after === 'string') {
    return [...marked('-', before), ...marked('+', after)]
  }
  if (tool === 'write_file' && typeof content === 'string') return marked('+', content)
  return tool === 'apply_patch' && typeof patch === 'string' ? patch.split('\n') : []
}

/** The end of the last line begins no other one. */
const marked = (mark: string, text: string): readonly string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${mark} ${line}`)
