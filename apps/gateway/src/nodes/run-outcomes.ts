import type { RunOutcome } from '@poundlock/protocol'

const NOTHING = { stdout: '', stderr: '', tail: '', truncated: false, reasons: [] }

/** Nothing of it has run. */
export const failedOutcome = (message: string, endedAt: number): RunOutcome => ({
  ...NOTHING,
  status: 'failed',
  message: message.slice(0, 20_000),
  endedAt,
})

/** It may have run, in part or whole. */
export const unknownOutcome = (message: string, endedAt: number): RunOutcome => ({
  ...NOTHING,
  status: 'unknown',
  message: `${message} It may have been done, in part or whole, and nothing will do it again.`,
  endedAt,
})
