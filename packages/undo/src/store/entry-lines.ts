import type { BytePath } from '@poundlock/try'
import type { WorkspaceEntry } from '../entry.ts'

/** A path and its entry; `null` where there is none. */
export type EntryRow = readonly [path: BytePath, entry: WorkspaceEntry | null]

/** One line of JSON each: short, since a workspace has many. */
export const entryLines = (rows: Iterable<EntryRow>): string =>
  Array.from(rows, ([path, entry]) => `${JSON.stringify([path, ...(entry === null ? [] : fieldsOf(entry))])}\n`).join(
    '',
  )

/** Reads lines; one that was cut off by a kill is left out. */
export function readEntryLines(text: string): readonly EntryRow[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return parsed(lines).map(([path, ...fields]) => [path as BytePath, readFields(fields)])
}

function parsed(lines: readonly string[]): readonly (readonly unknown[])[] {
  try {
    return JSON.parse(`[${lines.join(',')}]`) as readonly (readonly unknown[])[]
  } catch {
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as readonly unknown[]]
      } catch {
        return []
      }
    })
  }
}

export type EntryFields = readonly unknown[]

const KINDS = ['file', 'folder', 'link', 'other'] as const

/** An entry as a list of values, without those at the end that are not set. */
export function fieldsOf(entry: WorkspaceEntry): EntryFields {
  const { kind, mode, size, mtimeMs, ctimeMs, ino, uid, gid, target, kept, unkept, recent } = entry
  const fields: unknown[] = [KINDS.indexOf(kind), mode, size, mtimeMs, ctimeMs, ino, uid, gid]
  const more = [kept ?? null, target ?? null, unkept ?? null, recent ?? null]
  while (more.length > 0 && more.at(-1) === null) more.pop()
  return [...fields, ...more]
}

/** The entry of such a list; `null` of an empty one. */
export function readFields(fields: EntryFields): WorkspaceEntry | null {
  if (fields.length === 0) return null
  const [kind, mode, size, mtimeMs, ctimeMs, ino, uid, gid] = fields as readonly number[]
  const [kept, target, unkept, recent] = fields.slice(8) as readonly (string | null | undefined)[]
  return {
    kind: KINDS[kind!]!,
    mode: mode!,
    size: size!,
    mtimeMs: mtimeMs!,
    ctimeMs: ctimeMs!,
    ino: ino!,
    uid: uid!,
    gid: gid!,
    ...(kept != null && { kept }),
    ...(target != null && { target }),
    ...(unkept != null && { unkept: unkept as NonNullable<WorkspaceEntry['unkept']> }),
    ...(recent != null && { recent: true as const }),
  }
}
