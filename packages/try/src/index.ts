export type { ApplyResult } from './apply-changes.ts'
export {
  type BytePath,
  bytesOf,
  foldersAbove,
  isBelow,
  joined,
  nameOf,
  parentOf,
  pathOfBytes,
  pathOfText,
  textOfPath,
} from './byte-path.ts'
export {
  kindOfChange,
  type Change,
  type ChangeKind,
  type ChangeSet,
  type ChangedKind,
  type EntryAfter,
  type EntryBefore,
} from './change-set.ts'
export type { Conflict } from './find-conflicts.ts'
export { FolderHandle, FolderTree } from './folder-handle.ts'
export { formatChanges, summaryOf, type Contents, type FormatOptions, type FormattedLine } from './format-changes.ts'
export type { GuardedResult } from './guard-apply.ts'
export { openTry, type OpenTry, type TryOptions } from './open-try.ts'
export { describeTried, pathForJson, takeTried, type Tried, type TriedApplyOptions } from './tried.ts'
export {
  TryStore,
  type GuardedPaths,
  type TryRecord,
  type TryState,
  type TryStoreOptions,
  type ViewKind,
} from './try-store.ts'
export { differenceOf, type TextDifference } from './text-difference.ts'
