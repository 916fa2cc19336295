import type { CallOutcome, RunReport } from '@poundlock/runtime'
import type { ProcessExit } from '@poundlock/spec'

/** What the process answers, apart from the command's own code when it ran. Scripts compare these. */
export const EXIT = {
  done: 0,
  /** A tool that is not a command, and that failed. */
  toolError: 1,
  usage: 2,
  denied: 64,
  unapproved: 65,
  unavailable: 66,
  timedOut: 67,
  conflict: 68,
  internal: 70,
} as const

/** Signal names to numbers, for the shell's convention of 128 + number. From signal(7), the ones that end a process. */
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGXCPU: 24,
  SIGXFSZ: 25,
  SIGSYS: 31,
}

/** As much of a call as its exit code depends on. */
type EndedCall = Pick<CallOutcome, 'status' | 'tried' | 'output'> & {
  readonly run: Pick<RunReport, 'reason' | 'exitCode' | 'signal'> | null
}

/** The exit code of a call. */
export function exitCodeOf({ status, run, tried, output }: EndedCall): number {
  if (tried?.settled === 'conflicting') return EXIT.conflict

  switch (status) {
    case 'ran':
      if (run === null) return output?.error ? EXIT.toolError : EXIT.done
      if (run.reason === 'timeout') return EXIT.timedOut
      if (run.reason === 'spawn-failed') return run.exitCode ?? EXIT.internal
      return codeOfExit({ code: run.exitCode, signal: run.signal })
    case 'denied':
      return EXIT.denied
    case 'unapproved':
      return EXIT.unapproved
    case 'invalid':
      return EXIT.usage
    case 'unavailable':
      return EXIT.unavailable
    case 'failed':
      return EXIT.internal
  }
}

/** The exit code of a program that ran in our place. */
export const codeOfExit = ({ code, signal }: ProcessExit): number => code ?? 128 + (SIGNALS[signal ?? ''] ?? 0)

/** How the work on a prompt of an agent ended. */
export function exitOfPrompt(reason: string): number {
  if (reason === 'answered') return EXIT.done
  return reason === 'limit-time' ? EXIT.timedOut : EXIT.toolError
}
