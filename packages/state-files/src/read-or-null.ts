import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  type Dirent,
  type Stats,
} from 'node:fs'

/** For callers to which a file that is missing and one that they cannot read are the same. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** The entry at a path, links not followed; `null` where it is missing or out of reach. */
export const lstatOrNull = (path: string): Stats | null =>
  orNull(() => lstatSync(path, { throwIfNoEntry: false }) ?? null)

/** The file or folder that a path leads to; `null` where it is missing or out of reach. */
export const statOrNull = (path: string): Stats | null =>
  orNull(() => statSync(path, { throwIfNoEntry: false }) ?? null)

/** The names in a folder; none where it is missing or closed to this user. */
export const namesIn = (folder: string): readonly string[] => orNull(() => readdirSync(folder)) ?? []

/** The entries of a folder; none where it is missing or closed to this user. */
export const entriesIn = (folder: string): readonly Dirent[] =>
  orNull(() => readdirSync(folder, { withFileTypes: true })) ?? []

/** The text of a file; `null` where it is missing or closed to this user. */
export const textOrNull = (path: string): string | null => orNull(() => readFileSync(path, 'utf8'))

/** The target of a symbolic link; `null` where there is no link. */
export const linkTarget = (path: string): string | null => orNull(() => readlinkSync(path))

/** A path without links; `null` where nothing is there. The error of a missing path is slow: it is looked for first. */
export const realPathOrNull = (path: string): string | null =>
  lstatOrNull(path) && orNull(() => realpathSync.native(path))
