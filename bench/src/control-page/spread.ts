import { at, median } from '../gateway/loads.ts'
import type { Scrolled } from './look.ts'

/** Milliseconds. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

const rounded = (value: number) => Number(value.toFixed(value < 10 ? 1 : 0))

export function spread(times: readonly number[]): Spread {
  return { median: rounded(median(times)), least: rounded(at(times, 0)), most: rounded(at(times, 1)) }
}

/** A frame that takes longer is seen as a jerk: three of those that a screen shows. */
const LATE_MS = 50

/** What scrolling did to a page, in a few numbers. */
export function summary({ sent, received, keys, frames, longTasks }: Scrolled) {
  const longest = rounded(Math.max(0, ...longTasks))
  const late = rounded((100 * frames.filter((time) => time > LATE_MS).length) / frames.length)
  return {
    sent,
    received,
    keys: spread(keys),
    frames: { ...spread(frames), late },
    longTasks: { count: longTasks.length, longest },
  }
}
