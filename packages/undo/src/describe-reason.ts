import type { LeftReason } from './restore/plan-undo.ts'

/** Why something is not kept, or not brought back, in words that follow its name. */
export const describeReason = (reason: LeftReason): string => REASONS[reason]

const REASONS: Readonly<Record<LeftReason, string>> = {
  ignored: 'undo.ignore names its folder',
  mount: 'it is another file system, or the state folder',
  unreadable: 'it could not be read',
  special: 'it is neither a file, nor a folder, nor a link',
  'too-large': 'undo.maxBytes had no room for it',
  'disk-full': 'the disk of the state folder was full',
  moving: 'it changed while it was copied',
  guarded: 'git or an editor obeys it, and another command could have written it',
  'changed-since': 'it was changed since',
  'folder-changed': 'a folder above it was replaced since',
  'not-empty': 'it holds what was made since',
  failed: 'the system refused it',
  lost: 'its kept content is gone or damaged',
}
