import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import type { SuperviseSettings } from './supervise-options.ts'

const LONGEST_TIMER = 2_147_483_647
/** How long after SIGKILL a process is given up on, which then is stuck in the kernel. */
const GIVE_UP_MS = 5000

export type Interruption = 'timeout' | 'aborted'

/** The end of a process: its own exit, or a kill by a time-out or an abort, first with SIGTERM. */
export interface WatchedEnd {
  /** As the handle's own, except that it also settles when a killed process does not end. */
  readonly exit: Promise<ProcessExit>
  /** Ends the process; only the first reason counts. */
  interrupt(reason: Interruption): void
  /** Stops watching. @returns why the process was ended, or `null` where it exited itself */
  settle(): Interruption | null
}

/** Starts the clock of a running process. */
export function watchEnd(
  handle: ProcessHandle,
  abortSignal: AbortSignal | undefined,
  settings: SuperviseSettings,
): WatchedEnd {
  const timers: NodeJS.Timeout[] = []
  let interruption: Interruption | null = null
  let settled = false
  let giveUp: (exit: ProcessExit) => void = () => {}
  const givenUp = new Promise<ProcessExit>((resolve) => (giveUp = resolve))

  const after = (milliseconds: number, action: () => void): void => {
    timers.push(setTimeout(action, Math.min(milliseconds, LONGEST_TIMER)))
  }
  const interrupt = (reason: Interruption): void => {
    if (interruption !== null || settled) return
    interruption = reason
    handle.kill('SIGTERM')
    after(settings.killGraceMs, () => {
      handle.kill('SIGKILL')
      after(GIVE_UP_MS, () => giveUp({ code: null, signal: null }))
    })
  }
  const onAbort = (): void => interrupt('aborted')

  if (abortSignal?.aborted === true) onAbort()
  else abortSignal?.addEventListener('abort', onAbort, { once: true })
  if (Number.isFinite(settings.timeoutMs)) after(settings.timeoutMs, () => interrupt('timeout'))

  return {
    exit: Promise.race([handle.exited, givenUp]),
    interrupt,
    settle() {
      settled = true
      abortSignal?.removeEventListener('abort', onAbort)
      for (const timer of timers) clearTimeout(timer)
      return interruption
    },
  }
}
