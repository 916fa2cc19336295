import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { readProcessStat } from './process-stat.ts'

/** Who holds a lock: enough to tell, later and from another process, whether they still live. */
interface Identity {
  readonly pid: number
  /** Clock ticks from boot to the start of the process; empty where there is no /proc. */
  readonly start: string
  readonly boot: string
  /** Process ids of another namespace (a container) say nothing here. */
  readonly namespace: string
  readonly host: string
}

let ownIdentity: Identity | undefined
let acquired = 0
let instance: string | undefined

/** A text that no other holder, process or earlier acquisition has: short enough for a symbolic link within an inode. */
export function describeHolder(): string {
  acquired++
  instance ??= randomBytes(3).toString('hex')
  return `${textOf(own())}:${instance}${acquired.toString(36)}`
}

/**
 * A text that names a process of this process's namespace for good; `null` when it is gone, or the system has no table of
 * processes. `isGone` and `isRunning` read it.
 */
export function describeProcess(pid: number): string | null {
  const start = startOf(pid)
  return start === '' || start === ENDED ? null : textOf({ ...own(), pid, start })
}

/** Whether the process that a text describes runs for certain; any doubt is a no. */
export function isRunning(described: string): boolean {
  const [pid] = described.split(':', 1)
  const now = describeProcess(Number(pid))
  return now !== null && (described === now || described.startsWith(`${now}:`))
}

/** Whether the process that a holder's text describes is gone for certain; any doubt is a no. */
export function isGone(holder: string): boolean {
  const [pidText, start, boot, namespace, host] = holder.split(':')
  const pid = Number(pidText)
  const self = own()
  if (!Number.isSafeInteger(pid) || pid <= 0 || host === undefined) return false
  // Another boot of this machine ended all its processes; the boot of another machine says nothing.
  if (boot !== self.boot) return host === self.host && boot !== '' && self.boot !== ''
  if (namespace !== self.namespace) return false
  if (self.boot === '' && host !== self.host) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  // Alive, but the number may be somebody else's by now.
  const current = startOf(pid)
  return start !== '' && current !== '' && current !== start
}

function own(): Identity {
  ownIdentity ??= {
    pid: process.pid,
    start: startOf(process.pid),
    boot: short(read('/proc/sys/kernel/random/boot_id')),
    namespace: ownNamespace(),
    host: short(hostname()),
  }
  return ownIdentity
}

const textOf = ({ pid, start, boot, namespace, host }: Identity): string =>
  [pid, start, boot, namespace, host].join(':')

const ENDED = 'ended'

/** When a process started; a zombie has ended. */
function startOf(pid: number): string {
  const stat = readProcessStat(pid)
  if (stat === null) return ''
  return stat.isZombie ? ENDED : stat.startTime
}

/** The number of the namespace in which process ids are counted; empty where there is none. */
export function ownNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')
  } catch {
    return ''
  }
}

function short(text: string): string {
  return text === '' ? '' : createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
