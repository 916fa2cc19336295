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

/** What scrolling did to a page, in a few numbers. */
export function summary({ sent, received, keys, longTasks }: Scrolled) {
  const longest = rounded(Math.max(0, ...longTasks))
  return { sent, received, keys: spread(keys), longTasks: { count: longTasks.length, longest } }
}
