import { expect, test } from 'vitest'
import { boundedLog } from '../../src/dispatch/bounded-log.ts'
import { testClock } from '../support/test-clock.ts'

test('strangers cannot fill the log, and the next line says how much was left out', () => {
  const clock = testClock()
  const lines: (readonly [string, object | undefined])[] = []
  const log = boundedLog((event, fields) => void lines.push([event, fields]), clock.monotonic)
  for (let index = 0; index < 1000; index++) log('request-refused', { index })
  log('connected', { device: 'x' })
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)).toEqual(['connected', { device: 'x' }])
  clock.advance(1000)
  log('connection-refused', { code: 'UNAUTHENTICATED' })
  expect(lines.at(-1)).toEqual(['connection-refused', { code: 'UNAUTHENTICATED', omitted: 980 }])
})
