import { readFileSync } from 'node:fs'
import type { SandboxLimits } from '@poundlock/sandbox'

/** The lines of `/proc/PID/limits`, proc_pid_limits(5), that a limit of ours must not be above. */
const lines: Readonly<Record<keyof SandboxLimits, string>> = {
  cpuSeconds: 'Max cpu time',
  fileBytes: 'Max file size',
  memoryBytes: 'Max data size',
  processes: 'Max processes',
  openFiles: 'Max open files',
}

/** Limits, none above what this process may set: a hard limit can be lowered, never raised, without privileges. */
export function withinHardLimits(limits: SandboxLimits, table: string = ownLimits()): SandboxLimits {
  const entries = Object.entries(limits).map(([name, value]: [string, number]): [string, number] => {
    const line = lines[name as keyof SandboxLimits]
    const hard = new RegExp(`^${line} +\\S+ +(\\d+)\\b`, 'm').exec(table)?.[1]
    return [name, hard === undefined ? value : Math.min(value, Number(hard))]
  })
  return Object.fromEntries(entries)
}

function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
