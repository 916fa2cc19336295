import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

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
  const { pid, start, boot, namespace, host } = own()
  acquired++
  instance ??= randomBytes(3).toString('hex')
  return [pid, start, boot, namespace, host, `${instance}${acquired.toString(36)}`].join(':')
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

/** Field 22 of proc_pid_stat(5); a zombie has ended. */
function startOf(pid: number): string {
  const text = read(`/proc/${pid}/stat`)
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
  return fields[19] ?? ''
}

function ownNamespace(): string {
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
