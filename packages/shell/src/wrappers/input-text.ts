import type { ShellCommand } from '../model/analysis.ts'
import type { ExpandedCommand } from '../model/invocation.ts'
import type { WordPart } from '../syntax/tree.ts'
import { isAmong } from '../syntax/word-list.ts'

/** The text of a here-document or here-string that is the standard input, where nothing in it is expanded; else `null`. */
export function inputText(invocation: ExpandedCommand): string | null {
  const { tree, outer, stdin } = invocation
  if (stdin !== 'here-document' && stdin !== 'here-string') return null
  const redirections = (tree ?? outer)?.redirections ?? []
  const inputs = redirections.filter(
    ({ descriptor, operator }) => descriptor === 0 || (descriptor === null && operator.startsWith('<')),
  )
  const [only] = inputs
  if (inputs.length !== 1 || only === undefined) return null
  const { parts } = only.target
  if (only.hereDocument !== null) return textOf(parts)
  if (only.operator !== '<<<') return null
  // A tilde in front stands for a folder.
  const text = parts[0]?.type === 'literal' && parts[0].text.startsWith('~') ? null : textOf(parts)
  return text === null ? null : `${text}\n`
}

/** Commands that leave what they could read alone, so that a shell goes on reading its script where they stood. */
const READS_NOTHING =
  ': [ basename cd chmod chown date dirname echo exit export false local ls mkdir printf pwd return rmdir set shift sleep test touch true umask uname unset which whoami'

/** From here on the shell reads something else: its standard input is where its script comes from. */
function replacesScript({ name, redirections }: ShellCommand): boolean {
  return (
    name === 'exec' && redirections.some(({ fd, operator }) => fd === 0 || (fd === null && operator.startsWith('<')))
  )
}

/**
 * True when a command may take lines of the script for its own input, after which the shell goes on in the middle: a
 * shell reads its standard input line by line. `reopens`: a redirection opens what is open already.
 */
export function mayReadScript(text: string, commands: readonly ShellCommand[], reopens: boolean): boolean {
  if (commands.some(replacesScript)) return true
  if (!text.trimEnd().includes('\n')) return false
  // The loop reads its answers by itself.
  if (reopens || /\bselect\b/.test(text)) return true
  return commands.some(({ name, stdin }) => {
    return (stdin === 'here-document' || stdin === 'here-string') && (name === null || !isAmong(READS_NOTHING, name))
  })
}

function textOf(parts: readonly WordPart[]): string | null {
  let text = ''
  for (const part of parts) {
    // `$"…"` is looked up in a catalogue of translations.
    const piece =
      part.type === 'double' ? (part.translated ? null : textOf(part.parts)) : 'text' in part ? part.text : null
    if (piece === null) return null
    text += piece
  }
  return text
}
