import { ownNamespace } from './process-identity.ts'
import { readProcessStat } from './process-stat.ts'

const PATTERN = /\bof-(?<place>\d+)-(?<pid>\d+)-(?<start>\d+)\b/

let own: string | null = null

/**
 * Tells in the name of something temporary whose it is: this process, in its place of process ids, since its start. What
 * is left behind by one that was killed can be known and removed.
 */
export function ownerMark(): string {
  return (own ??= `of-${place()}-${String(process.pid)}-${readProcessStat(process.pid)?.startTime ?? '0'}`)
}

/**
 * True when a name has the mark of a process that is not there any more. False for names without a mark, and for what
 * was made where other process ids are counted: who that was cannot be seen from here.
 */
export function isAbandoned(name: string): boolean {
  const owner = PATTERN.exec(name)?.groups
  // A mark that was made where starts cannot be read says nothing.
  if (owner === undefined || owner['start'] === '0') return false
  return owner['place'] === place() && readProcessStat(Number(owner['pid']))?.startTime !== owner['start']
}

const place = (): string => ownNamespace() || '0'
