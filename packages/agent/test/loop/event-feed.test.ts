import { expect, test } from 'vitest'
import type { AgentEvent } from '../../src/index.ts'
import { EventFeed } from '../../src/loop/event-feed.ts'

const delta = (text: string): AgentEvent => ({ type: 'text-delta', text })
const turn = (number: number): AgentEvent => ({ type: 'turn-started', turn: number })

async function rest(reader: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of reader) events.push(event)
  return events
}

test('every listener gets the events from its subscription on, in order', async () => {
  const feed = new EventFeed()
  const first = feed.subscribe()
  feed.emit(turn(1))
  const second = feed.subscribe()
  feed.emit(turn(2))
  feed.close()
  expect(await rest(first)).toEqual([turn(1), turn(2)])
  expect(await rest(second)).toEqual([turn(2)])
})

test('a listener that waits is woken by the next event', async () => {
  const feed = new EventFeed()
  const reader = feed.subscribe()
  const next = reader.next()
  feed.emit(turn(1))
  expect(await next).toEqual({ done: false, value: turn(1) })
  const ended = reader.next()
  feed.close()
  expect((await ended).done).toBe(true)
})

test('pieces of one text become one where the listener is slow', async () => {
  const feed = new EventFeed()
  const reader = feed.subscribe()
  for (const word of ['a', 'b', 'c']) feed.emit(delta(word))
  feed.emit({ type: 'tool-updated', callId: '1', text: 'x' })
  feed.emit({ type: 'tool-updated', callId: '2', text: 'y' })
  feed.close()
  expect(await rest(reader)).toEqual([
    delta('abc'),
    { type: 'tool-updated', callId: '1', text: 'x' },
    { type: 'tool-updated', callId: '2', text: 'y' },
  ])
})

test('a listener that never reads holds a bounded number of events and characters, and learns what it missed', async () => {
  const feed = new EventFeed()
  const slow = feed.subscribe({ events: 10, characters: 1000 })
  const quick = feed.subscribe()
  const seen: AgentEvent[] = []
  const reading = (async () => {
    for await (const event of quick) seen.push(event)
  })()
  for (let number = 1; number <= 1000; number++) {
    feed.emit(turn(number))
    feed.emit(delta('x'.repeat(300)))
    if (number % 100 === 0) await new Promise(setImmediate)
  }
  feed.close()
  await reading
  expect(seen.filter(({ type }) => type === 'turn-started')).toHaveLength(1000)
  const missed = await rest(slow)
  expect(missed.length).toBeLessThanOrEqual(11)
  const [skipped, ...kept] = missed
  expect(skipped).toMatchObject({ type: 'events-skipped' })
  expect((skipped as { count: number }).count + kept.length).toBe(2000)
  expect(kept.filter(({ type }) => type === 'turn-started').at(-1)).toEqual(turn(1000))
})

test('the newest event is kept, also one that is longer than what may wait', async () => {
  const feed = new EventFeed()
  const slow = feed.subscribe({ events: 10, characters: 100 })
  feed.emit(turn(1))
  const last: AgentEvent = { type: 'prompt-ended', reason: 'failed', turns: 1, text: 'x'.repeat(1000) }
  feed.emit(last)
  feed.close()
  expect(await rest(slow)).toEqual([{ type: 'events-skipped', count: 1 }, last])
})

test('a listener that has gone holds nothing', async () => {
  const feed = new EventFeed()
  const reader = feed.subscribe()
  await reader.return()
  feed.emit(turn(1))
  expect((await reader.next()).done).toBe(true)
})
