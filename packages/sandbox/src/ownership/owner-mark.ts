import { readFileSync, readlinkSync } from 'node:fs'

const pattern = /\bof-(?<place>\d+)-(?<pid>\d+)-(?<start>\d+)\b/

let own: string | null = null

/**
 * Tells in the name of something temporary whose it is: this process, in its place of process ids, since its start. What
 * is left behind by one that was killed can be known and removed.
 */
export function ownerMark(): string {
  return (own ??= `of-${place()}-${String(process.pid)}-${startOf(process.pid) ?? '0'}`)
}

/**
 * True when a name has the mark of a process that is not there any more. False for names without a mark, and for what
 * was made where other process ids are counted: who that was cannot be seen from here.
 */
export function isAbandoned(name: string): boolean {
  const owner = pattern.exec(name)?.groups
  // A mark that was made where starts cannot be read says nothing.
  if (owner === undefined || owner['start'] === '0') return false
  return owner['place'] === place() && startOf(Number(owner['pid'])) !== owner['start']
}

/** The number of the namespace in which process ids are counted. */
function place(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}

/** When a process started, in ticks since the machine did; process ids are used again. Source: proc_pid_stat(5). */
function startOf(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
    // The name of the program comes second, in parentheses, and may hold anything.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
