import { setTimeout as wait } from 'node:timers/promises'
import { SLEEP_TOOL, type SleepInput } from '@poundlock/spec/tools'
import type { ToolHandler } from '../tool-handler.ts'

/** Serves `Sleep`. */
export const sleepHandler: ToolHandler<SleepInput> = {
  spec: SLEEP_TOOL,
  async run({ duration_ms: milliseconds }, { abortSignal }) {
    const started = performance.now()
    await wait(milliseconds, undefined, { signal: abortSignal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
    const slept = Math.round(performance.now() - started)
    const text = abortSignal.aborted ? `stopped after ${slept} ms` : `slept for ${slept} ms`
    return { content: [{ type: 'text', text }], structured: { milliseconds: slept, stopped: abortSignal.aborted } }
  },
}
