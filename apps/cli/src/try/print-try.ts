import { visibleText } from '@poundlock/spec'
import {
  type Change,
  type ChangeSet,
  type Conflict,
  type Contents,
  type EntryAfter,
  type EntryBefore,
  formatChanges,
  type FormattedLine,
  type GuardedResult,
  kindOfChange,
  pathForJson,
  summaryOf,
  textOfPath,
} from '@poundlock/try'
import { paint } from '../output/print.ts'

/** The changes of a try, for a person: differences of texts, other files by name. */
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

/** Applied entries that were quarantined, a line each. */
export function guardedLines({ quarantined, complete }: GuardedResult): readonly string[] {
  const lines = quarantined.map(({ path, movedTo, reason }) => {
    const moved = movedTo === '' ? '' : `; it was moved to ${visibleText(movedTo)}`
    return `${visibleText(JSON.stringify(path))} is protected in the workspace: ${visibleText(reason)}${moved}`
  })
  const unsearched =
    'the workspace has more folders than are searched: a repository with hooks or a link that leads out may have been missed'
  return complete ? lines : [...lines, unsearched]
}

/** A change set as JSON: paths as text, with their bytes where they are not text. */
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
