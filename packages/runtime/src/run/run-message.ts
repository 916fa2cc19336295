import type { RunReport } from '../call/outcome.ts'

/**
 * How a command went, in words for whoever called it. What POSIX has a shell answer with 126 and 127 is said in full
 * (Shell Command Language, 2.8.2), and a time-out with how long it was.
 */
export function runMessage({ reason, exitCode, exitText, error }: RunReport, timeoutMs: number): string {
  if (reason === 'timeout') {
    return `Command timed out after ${timeoutMs / 1000} seconds. If it needs longer, give it a longer timeout, up to tools.exec.timeout.`
  }
  const because = error === undefined ? '' : `: ${error.message}`
  const code = `[exit_code:${exitCode}]`
  if (exitCode === 127) return `Command not found${because} ${code}`
  if (exitCode !== 126) return error?.remedy === undefined ? exitText : `${exitText}\n${error.remedy}`
  const isPermission = error === undefined || /\((?:EACCES|EPERM)\)/.test(error.message)
  return `Command not executable${isPermission ? ' (permission denied)' : ''}${because} ${code}`
}
