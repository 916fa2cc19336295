import type { ProfileEffect } from '../model/result.ts'
import type { Invocation } from './invocation.ts'

/** Runs what the workspace defines. */
export function workspaceCode(note: string): ProfileEffect {
  return { kind: 'execute', target: null, origin: 'workspace', note }
}
/** As `evaluate` of a program: whatever it is asked for, its help and version too, it runs that first. */
export function loadsFirst(note: string) {
  return (call: Invocation): undefined => {
    call.effects.push(workspaceCode(note))
  }
}
/** Reads the folder it is in and all below. */
export const READS_HERE: ProfileEffect = { kind: 'file-read', target: '.', recursive: true }
/** The same for what tells no content of it, or none but of its own kind of files. */
export const LISTS_HERE: ProfileEffect = { ...READS_HERE, lists: true }
/** Writes somewhere below the folder it is in. */
export const WRITES_HERE: ProfileEffect = { kind: 'file-write', target: '.', recursive: true }
/** Deletes some of what is below the folder it is in, and not the folder itself. */
export const DELETES_HERE: ProfileEffect = { kind: 'file-delete', target: './?*.*', glob: true, recursive: true }
/** Talks to hosts that are not in the arguments. */
export const CONTACTS_SOME: ProfileEffect = { kind: 'network', target: null }
