import { BusError } from './bus-error.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000
const MAX_TTL_MS = 365 * 24 * 60 * 60_000

/** Entries of a page. @throws BusError `INVALID_VALUE` */
export function readLimit(limit = DEFAULT_LIMIT): number {
  if (Number.isInteger(limit) && limit > 0) return Math.min(limit, MAX_LIMIT)
  throw invalid('limit', 'a whole number above 0')
}

/** @throws BusError `INVALID_VALUE` */
export function checkSequence(sequence: number, least = 0): number {
  if (Number.isSafeInteger(sequence) && sequence >= least) return sequence
  throw invalid('sequence', `a whole number from ${least}`)
}

/** A lifetime in whole seconds. @throws BusError `INVALID_VALUE` */
export function readTtl(ttlMs: number | undefined): number | undefined {
  if (ttlMs === undefined) return undefined
  if (ttlMs >= 1000 && ttlMs <= MAX_TTL_MS) return Math.ceil(ttlMs / 1000) * 1000
  throw invalid('ttlMs', '1,000 milliseconds to a year')
}

const invalid = (option: string, expected: string) =>
  new BusError(`Invalid ${option}: expected ${expected}.`, {
    code: 'INVALID_VALUE',
    remedy: `Give ${expected}.`,
    details: { option },
  })
