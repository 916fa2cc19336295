import type { ChangeLine } from '@poundlock/approvals'
import { formatChanges } from '@poundlock/try'
import type { CallToApprove } from './approval.ts'

/** Lines and characters of all changes together: each waiting request is sent to each person who watches. */
const MOST_LINES = 200
const MOST_CHARACTERS = 12_000
/** Of one line. */
const LONGEST_LINE = 500

/**
 * How files would look: what a try run changed, or what a file tool is given to write. Nothing where neither is known.
 */
export function shownChanges({ effect, tool, input }: CallToApprove): readonly ChangeLine[] {
  const lines = effect
    ? formatChanges(effect.tried.changeSet, effect.tried.contents, { lines: MOST_LINES + 1 })
    : writtenBy(tool, (input ?? {}) as Readonly<Record<string, unknown>>)
  return bounded(lines)
}

/** What the input of a file tool would put into a file. The file itself is not read: it is the tool that looks. */
function writtenBy(tool: string, input: Readonly<Record<string, unknown>>): readonly ChangeLine[] {
  const { path, content, old_string: before, new_string: after, patch } = input
  const heading: ChangeLine = { kind: 'heading', text: String(path) }
  if (tool === 'write_file' && typeof content === 'string') return [heading, ...linesOf(content, 'added')]
  if (tool === 'edit_file' && typeof before === 'string' && typeof after === 'string')
    return [heading, ...linesOf(before, 'removed'), ...linesOf(after, 'added')]
  if (tool === 'apply_patch' && typeof patch === 'string') return patch.split('\n').map((line) => patchLine(line))
  return []
}

const SIGNS = { added: '+', removed: '-' } as const

const linesOf = (text: string, kind: 'added' | 'removed'): ChangeLine[] =>
  text === '' ? [] : text.split('\n').map((line) => ({ kind, text: `${SIGNS[kind]}${line}` }))

function patchLine(text: string): ChangeLine {
  if (text.startsWith('***') || text.startsWith('+++') || text.startsWith('---')) return { kind: 'heading', text }
  if (text.startsWith('@@')) return { kind: 'hunk', text }
  if (text.startsWith('+')) return { kind: 'added', text }
  return { kind: text.startsWith('-') ? 'removed' : 'context', text }
}

/** The first lines; a last one says that there are more. */
function bounded(lines: readonly ChangeLine[]): readonly ChangeLine[] {
  const shown: ChangeLine[] = []
  let characters = 0
  for (const { kind, text } of lines) {
    const line = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text
    characters += line.length
    if (shown.length === MOST_LINES || characters > MOST_CHARACTERS) {
      return [...shown, { kind: 'note', text: `(${lines.length - shown.length} more lines are not shown)` }]
    }
    shown.push({ kind, text: line })
  }
  return shown
}
