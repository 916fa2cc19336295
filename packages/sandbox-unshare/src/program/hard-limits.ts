import type { SandboxLimits } from '@poundlock/sandbox'
import { textOrNull } from '@poundlock/state-files/node'

/** The lines of `/proc/PID/limits`, proc_pid_limits(5), that a limit of ours must not be above. */
const LINES: Readonly<Record<keyof SandboxLimits, string>> = {
  cpuSeconds: 'Max cpu time',
  fileBytes: 'Max file size',
  memoryBytes: 'Max data size',
  processes: 'Max processes',
  openFiles: 'Max open files',
}

/** The limits, each at most the hard limit of this process, which cannot be raised without privileges. */
export function withinHardLimits(limits: SandboxLimits, table = textOrNull('/proc/self/limits') ?? ''): SandboxLimits {
  const entries = Object.entries(limits).map(([name, value]: [string, number]): [string, number] => {
    const line = LINES[name as keyof SandboxLimits]
    const hard = new RegExp(`^${line} +\\S+ +(\\d+)\\b`, 'm').exec(table)?.[1]
    return [name, hard === undefined ? value : Math.min(value, Number(hard))]
  })
  return Object.fromEntries(entries)
}
