import { type BytePath, parentOf } from './byte-path.ts'
import { type Change, type EntryAfter, PERMISSIONS } from './change-set.ts'

/** One step of an apply. Each can be undone, and done again when it is not known whether it was done. */
export type ApplyStep =
  | { readonly do: 'remove'; readonly path: BytePath }
  | { readonly do: 'remove-folder'; readonly path: BytePath }
  | { readonly do: 'make-folder'; readonly path: BytePath; readonly after: EntryAfter }
  | { readonly do: 'write'; readonly path: BytePath; readonly after: EntryAfter }
  | { readonly do: 'link'; readonly path: BytePath; readonly after: EntryAfter }
  | { readonly do: 'mode'; readonly path: BytePath; readonly mode: number }

/**
 * The order in which changes are applied: deletions first, the innermost first; then folders, files and links, the
 * outermost first; modes of folders last, since one may remove the right to write in it.
 *
 * @param modeOf the present mode of a folder of the workspace; `null` where there is none
 */
export function planApply(changes: readonly Change[], modeOf: (path: BytePath) => number | null): readonly ApplyStep[] {
  const wanted = changes.filter((change) => change.refused === undefined)
  const steps: ApplyStep[] = []
  const finalModes = new Map<BytePath, number>()
  for (const { path, before, after } of wanted) {
    if (after?.kind !== 'folder') continue
    if (before?.kind !== 'folder' || (before.mode & PERMISSIONS) !== (after.mode & PERMISSIONS)) {
      finalModes.set(path, after.mode & PERMISSIONS)
    }
  }
  for (const path of closedParents(wanted, modeOf)) {
    const mode = modeOf(path)!
    steps.push({ do: 'mode', path, mode: mode | 0o700 })
    if (!finalModes.has(path)) finalModes.set(path, mode & PERMISSIONS)
  }
  for (const { path, before, after } of wanted.toReversed()) {
    if (before === null || (after !== null && (after.kind === 'folder') === (before.kind === 'folder'))) continue
    steps.push({ do: before.kind === 'folder' ? 'remove-folder' : 'remove', path })
    if (before.kind === 'folder') finalModes.delete(path)
  }
  for (const { path, before, after } of wanted) {
    if (after === null) continue
    const onlyMode =
      before?.kind === 'file' && after.kind === 'file' && before.hash !== undefined && before.hash === after.hash
    if (onlyMode) steps.push({ do: 'mode', path, mode: after.mode & PERMISSIONS })
    else if (after.kind === 'file') steps.push({ do: 'write', path, after })
    else if (after.kind === 'link') steps.push({ do: 'link', path, after })
    else if (before?.kind !== 'folder') steps.push({ do: 'make-folder', path, after })
  }
  for (const [path, mode] of [...finalModes].toSorted(([left], [right]) => (left < right ? 1 : -1))) {
    steps.push({ do: 'mode', path, mode })
  }
  return steps
}

/** Folders that its owner cannot write in, where something is to change. */
function closedParents(changes: readonly Change[], modeOf: (path: BytePath) => number | null): readonly BytePath[] {
  const parents = new Set<BytePath>()
  for (const { path } of changes) {
    const parent = parentOf(path)
    if (parent !== null) parents.add(parent)
  }
  const closed = (path: BytePath): boolean => {
    const mode = modeOf(path)
    return mode !== null && (mode & 0o300) !== 0o300
  }
  return [...parents].filter(closed).toSorted()
}
