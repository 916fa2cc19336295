import { visibleText } from '@poundlock/spec'
import { type BytePath, textOfPath } from './byte-path.ts'
import {
  type Change,
  type ChangeSet,
  countChanges,
  type EntryAfter,
  type EntryBefore,
  kindOfChange,
} from './change-set.ts'
import { asText, differenceOf, LARGEST_TEXT, SHOWN_LINES } from './text-difference.ts'

/** The start of a file before and after the run; `null` where it is missing or cannot be read. */
export interface Contents {
  /** The content of a file before the try. */
  before(path: BytePath, most: number): Uint8Array | null
  /** The content of a file after the try. */
  after(path: BytePath, most: number): Uint8Array | null
}

/** How much of each change is shown. */
export interface FormatOptions {
  /** Lines of all differences together; the rest is counted. 2000 unless set. */
  readonly lines?: number
  /** Paths that are named; the rest is counted. 500 unless set. */
  readonly paths?: number
}

/** One line of a change set for a person; a terminal can colour it by its kind. */
export interface FormattedLine {
  /** How a terminal may colour the line. */
  readonly kind: 'heading' | 'added' | 'removed' | 'context' | 'hunk' | 'note'
  /** The line without its end; what is hidden in it is escaped. */
  readonly text: string
}

/** A change set as text: created, changed and deleted paths, with differences of text files. */
export function formatChanges(
  { changes, notes }: ChangeSet,
  contents: Contents,
  options: FormatOptions = {},
): readonly FormattedLine[] {
  const lines: FormattedLine[] = []
  let left = options.lines ?? 2000
  const named = changes.slice(0, options.paths ?? 500)
  for (const change of named) {
    lines.push({ kind: 'heading', text: heading(change) })
    if (change.refused !== undefined) lines.push(note(`never applied: ${change.refused}`))
    for (const line of body(change, contents, Math.min(left, SHOWN_LINES))) {
      left -= 1
      lines.push(line)
    }
  }
  const rest = changes.slice(named.length)
  if (rest.length > 0) lines.push(note(`and ${String(rest.length)} more: ${summaryOf(rest)}`))
  for (const text of notes) lines.push(note(text))
  return lines
}

/** For example `2 created, 1 deleted`. */
export function summaryOf(changes: readonly Change[]): string {
  const counts = Object.entries(countChanges(changes)).filter(([, count]) => count > 0)
  if (counts.length === 0) return 'nothing changed'
  return counts.map(([kind, count]) => `${String(count)} ${kind === 'mode' ? 'with another mode' : kind}`).join(', ')
}

const note = (text: string): FormattedLine => ({ kind: 'note', text: `  (${visibleText(text)})` })

function heading(change: Change): string {
  const { path, before, after } = change
  const name = path === '' ? '.' : shownPath(path)
  const kind = kindOfChange(change)
  const entry = after ?? before!
  const shown = `${name}${entry.kind === 'folder' && path !== '' ? '/' : ''}`
  const details = [
    kind === 'replaced' ? `a ${before!.kind} is now a ${after!.kind}` : '',
    linkDetail(before, after),
    modeDetail(before, after),
  ].filter((detail) => detail !== '')
  return `${kind.padEnd(9)} ${shown}${details.length === 0 ? '' : `  ${details.join(', ')}`}`
}

/** Quoted where its end could not be seen otherwise. */
function shownPath(path: BytePath): string {
  const text = visibleText(textOfPath(path))
  return /^\s|\s$|^"|\u2192/.test(text) ? JSON.stringify(text) : text
}

function linkDetail(before: EntryBefore | null, after: EntryAfter | null): string {
  if (after?.kind === 'link') return `→ ${shownPath(after.target ?? '')}`
  return before?.kind === 'link' && after === null ? `→ ${shownPath(before.target ?? '')}` : ''
}

const octal = (mode: number): string => (mode & 0o7777).toString(8).padStart(3, '0')

function modeDetail(before: EntryBefore | null, after: EntryAfter | null): string {
  if (after === null || after.kind === 'link') return ''
  const special = (after.mode & 0o7000) === 0 || after.kind === 'folder' ? '' : ', special bits never applied'
  if (before === null || before.kind !== after.kind) {
    const usual = after.kind === 'folder' ? 0o755 : 0o644
    return after.mode === usual ? '' : `mode ${octal(after.mode)}${special}`
  }
  return (before.mode & 0o7777) === after.mode ? '' : `mode ${octal(before.mode)} → ${octal(after.mode)}${special}`
}

function body({ path, before, after }: Change, contents: Contents, most: number): readonly FormattedLine[] {
  const [old, fresh] = [before?.kind === 'file' ? before : null, after?.kind === 'file' ? after : null]
  if (old === null && fresh === null) return []
  if (old !== null && fresh !== null && old.hash !== undefined && old.hash === fresh.hash) return []
  const left = textOf(old, (bytes) => contents.before(path, bytes))
  const right = textOf(fresh, (bytes) => contents.after(path, bytes))
  if (left === null || right === null) return [summary(old, fresh)]
  if (most <= 0) return left === '' && right === '' ? [] : [note('too many lines in all to show these')]
  const difference = differenceOf(left, right, most)
  if (difference === null) return [summary(old, fresh)]
  const lines = difference.lines.map((text): FormattedLine => ({ kind: lineKind(text), text }))
  return difference.omitted === 0 ? lines : [...lines, note(`and ${String(difference.omitted)} more lines`)]
}

function textOf(entry: { readonly size: number } | null, read: (most: number) => Uint8Array | null): string | null {
  if (entry === null) return ''
  if (entry.size > LARGEST_TEXT) return null
  const bytes = read(LARGEST_TEXT)
  return bytes === null || bytes.length !== entry.size ? null : asText(bytes)
}

function summary(before: EntryBefore | null, after: EntryAfter | null): FormattedLine {
  const side = (entry: EntryBefore | EntryAfter | null): string =>
    entry === null
      ? 'nothing'
      : `${String(entry.size)} bytes${entry.hash === undefined ? '' : `, SHA-256 ${entry.hash.slice(0, 16)}…`}`
  return note(`not shown as text: ${side(before)} → ${side(after)}`)
}

function lineKind(text: string): FormattedLine['kind'] {
  if (text.startsWith('@@')) return 'hunk'
  if (text.startsWith('+')) return 'added'
  return text.startsWith('-') ? 'removed' : 'context'
}
