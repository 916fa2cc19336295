import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time that a process has used, of all its threads (proc_pid_stat(5), in hundredths). */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Bytes of memory that a process holds. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}

export const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
