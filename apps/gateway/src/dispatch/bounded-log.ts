import { TokenBucket } from '../connection/token-bucket.ts'
import type { Log } from './services.ts'

/** Lines in a second about those that were not let in. */
const REFUSALS_PER_SECOND = 20
const BY_STRANGERS: ReadonlySet<string> = new Set(['request-refused', 'connection-refused'])

/**
 * A log that strangers cannot fill: of what they cause, so many lines a second are written. The next one says how many
 * were left out.
 *
 * @param monotonic milliseconds that only grow
 */
export function boundedLog(log: Log, monotonic: () => number): Log {
  const bucket = new TokenBucket(REFUSALS_PER_SECOND, monotonic())
  let omitted = 0
  return (event, fields) => {
    if (!BY_STRANGERS.has(event)) return log(event, fields)
    if (bucket.take(monotonic()) > 0) {
      omitted++
      return
    }
    log(event, omitted === 0 ? fields : { ...fields, omitted })
    omitted = 0
  }
}
