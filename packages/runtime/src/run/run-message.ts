import type { RunReport } from '../call/outcome.ts'

/**
 * How a command ended, in words for the caller. Exit codes 126 and 127 of a shell are explained (POSIX, Shell Command
 * Language, 2.8.2), and a time-out with its length.
 */
export function runMessage({ reason, exitCode, exitText, error }: RunReport, timeoutMs: number): string {
  if (reason === 'timeout') {
    return `Command timed out after ${timeoutMs / 1000} ${timeoutMs === 1000 ? 'second' : 'seconds'}. If it needs longer, give it a longer timeout, up to tools.exec.timeout.`
  }
  const because = error === undefined ? '' : `: ${error.message}`
  const code = `[exit_code:${exitCode}]`
  if (exitCode === 127) return `Command not found${because} ${code}`
  if (exitCode !== 126) return error?.remedy === undefined ? exitText : `${exitText}\n${error.remedy}`
  const errno = error?.details['errno']
  const isPermission = error === undefined || errno === 'EACCES' || errno === 'EPERM'
  return `Command not executable${isPermission ? ' (permission denied)' : ''}${because} ${code}`
}
