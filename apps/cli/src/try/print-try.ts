import {
  formatChanges,
  pathForJson,
  summaryOf,
  textOfPath,
  kindOfChange,
  type Change,
  type ChangeSet,
  type Conflict,
  type Contents,
  type EntryAfter,
  type EntryBefore,
  type FormattedLine,
} from '@poundlock/sandbox/try'
import { visibleText } from '@poundlock/spec'
import { paint } from '../output/print.ts'

/** What a try changed, for a person: differences of text, the rest named. */
export function tryText(
  tried: { readonly changeSet: ChangeSet; readonly contents: Contents },
  stream: NodeJS.WriteStream,
): string {
  const { bold, dim, good, bad } = paint(stream)
  const colours: Readonly<Record<FormattedLine['kind'], (text: string) => string>> = {
    heading: bold,
    added: good,
    removed: bad,
    context: (text) => text,
    hunk: dim,
    note: dim,
  }
  const lines = formatChanges(tried.changeSet, tried.contents).map(({ kind, text }) => colours[kind](text))
  return [bold(summaryOf(tried.changeSet.changes)), ...lines].join('\n')
}

export function conflictText(conflicts: readonly Conflict[]): string {
  return conflicts.map(({ path, reason }) => `  ${visibleText(textOfPath(path)) || '.'}: ${reason}`).join('\n')
}

/** A change set as JSON: paths as text, with their bytes where they are none. */
export function changeSetJson({ changes, notes }: ChangeSet) {
  return { changes: changes.map(changeJson), notes }
}

export const conflictsJson = (conflicts: readonly Conflict[]) =>
  conflicts.map(({ path, reason }) => ({ ...pathForJson(path), reason }))

function changeJson(change: Change) {
  const { path, before, after, refused } = change
  return {
    ...pathForJson(path),
    change: kindOfChange(change),
    before: before && entryJson(before),
    after: after && entryJson(after),
    ...(refused !== undefined && { refused }),
  }
}

function entryJson({ kind, mode, size, target, hash }: EntryBefore | EntryAfter) {
  return {
    kind,
    mode: mode.toString(8),
    ...(kind === 'file' && { size }),
    ...(target !== undefined && { target: pathForJson(target) }),
    ...(hash !== undefined && { sha256: hash }),
  }
}
