import { deepEqual, equal, ok } from 'node:assert/strict'
import type { ClaimOutcome } from '../contract/bus.ts'
import type { BusCase } from './bus-case.ts'
import { expectCode, freshName, watchUntil } from './expect.ts'

const RACERS = 50

export const keyCases: readonly BusCase[] = [
  {
    id: 'claim-race',
    title: 'Of fifty who claim a key at the same time, one gets it, and the others see who',
    async run({ connect }) {
      const buses = [await connect(), await connect(), await connect()]
      const key = freshName('claim')
      const outcomes = await Promise.all(
        Array.from({ length: RACERS }, (_, racer) => buses[racer % buses.length]!.claim(key, { racer })),
      )
      const winners = outcomes.flatMap((outcome, racer) => (outcome.claimed ? [{ racer, ...outcome }] : []))
      equal(winners.length, 1)
      const [{ racer, sequence }] = winners as [(typeof winners)[0]]
      for (const outcome of outcomes) {
        if (outcome.claimed) continue
        deepEqual([outcome.current.value, outcome.current.sequence], [{ racer }, sequence])
        deepEqual(outcome.current.name, key)
      }
    },
  },
  {
    id: 'compare-race',
    title: 'Of fifty who answer at the same time, the first counts, and the others get what it wrote',
    async run({ connect }) {
      const buses = [await connect(), await connect(), await connect()]
      const key = freshName('answer')
      const claimed = await buses[0]!.claim(key, { state: 'pending' })
      ok(claimed.claimed)
      const outcomes = await Promise.all(
        Array.from({ length: RACERS }, (_, by) =>
          buses[by % buses.length]!.compareAndSet(key, claimed.sequence, { state: 'answered', by }),
        ),
      )
      const winners = outcomes.flatMap((outcome, by) => (outcome.written ? [by] : []))
      equal(winners.length, 1)
      for (const outcome of outcomes) {
        if (!outcome.written) deepEqual(outcome.current?.value, { state: 'answered', by: winners[0] })
      }
    },
  },
  {
    id: 'compare-sequence',
    title: 'A key is written at its own sequence only, and each write has a higher one',
    async run({ connect }) {
      const bus = await connect()
      const key = freshName('key')
      deepEqual(await bus.compareAndSet(key, 7, 'x'), { written: false, current: null })
      const claimed = await bus.claim(key, 1)
      ok(claimed.claimed)
      const second = await bus.compareAndSet(key, claimed.sequence, 2)
      ok(second.written && second.sequence > claimed.sequence)
      const late = await bus.compareAndSet(key, claimed.sequence, 3)
      ok(!late.written && late.current?.value === 2 && late.current.sequence === second.sequence)
      const { entries } = await bus.read({ key })
      deepEqual(
        entries.map(({ name, sequence, value, broken }) => ({ name, sequence, value, broken })),
        [{ name: key, sequence: second.sequence, value: 2, broken: false }],
      )
    },
  },
  {
    id: 'remove',
    title: 'A removed key is gone, can be claimed again, and its old sequence writes nothing',
    async run({ connect }) {
      const bus = await connect()
      const key = freshName('key')
      const first = await bus.claim(key, 1)
      ok(first.claimed)
      deepEqual(await bus.compareAndSet(key, first.sequence, undefined), { written: true, sequence: 0 })
      await expectCode(bus.compareAndSet(key, 0, 2), 'INVALID_VALUE')
      deepEqual(await bus.read({ key }), { entries: [], more: false, gap: false })
      deepEqual(await bus.compareAndSet(key, first.sequence, 2), { written: false, current: null })
      const again = await bus.claim(key, 3)
      ok(again.claimed && again.sequence > first.sequence)
      equal((await bus.claim(key, 4)).claimed, false)
    },
  },
  {
    id: 'expiry',
    title: 'A key with a lifetime is removed at its end, watchers see it, and it can be claimed again',
    async run({ connect }) {
      const bus = await connect()
      const key = freshName('lease')
      const claims: ClaimOutcome[] = []
      // Watched before it is claimed: a busy machine may take longer than the key lives.
      await watchUntil(bus, { key }, ({ kind }) => kind === 'removed', {
        onEvent: async ({ kind }) => kind === 'current' && claims.push(await bus.claim(key, 1, { ttlMs: 1000 })),
      })
      const [first] = claims
      ok(first?.claimed)
      deepEqual((await bus.read({ key })).entries, [])
      equal((await bus.compareAndSet(key, first.sequence, 2)).written, false)
      ok((await bus.claim(key, 3)).claimed)
      await expectCode(bus.claim(freshName('lease'), 1, { ttlMs: 10 }), 'INVALID_VALUE')
    },
  },
  {
    id: 'renewal',
    title: 'Writing a key anew replaces its lifetime',
    async run({ connect }) {
      const bus = await connect()
      const [renewed, left] = [freshName('lease'), freshName('lease')]
      const first = await bus.claim(renewed, 1, { ttlMs: 2000 })
      ok(first.claimed)
      ok((await bus.compareAndSet(renewed, first.sequence, 2)).written)
      await watchUntil(bus, { key: left }, ({ kind }) => kind === 'removed', {
        onEvent: ({ kind }) => (kind === 'current' ? bus.claim(left, 1, { ttlMs: 2000 }) : undefined),
      })
      deepEqual(
        (await bus.read({ key: renewed })).entries.map(({ value }) => value),
        [2],
      )
    },
  },
  {
    id: 'list',
    title: 'The keys below a name are read page by page, and no others',
    async run({ connect }) {
      const [writing, reading] = [await connect(), await connect()]
      const name = freshName('list')
      for (const word of ['a', 'b', 'c', 'd']) ok((await writing.claim([...name, word], word)).claimed)
      ok((await writing.claim([...freshName('list'), 'a'], 'other')).claimed)
      // A name that begins with the same letters is not below.
      ok((await writing.claim([...name.slice(0, -1), 'list2'] as unknown as typeof name, 'other')).claimed)
      // Nor is the name itself.
      ok((await writing.claim(name, 'other')).claimed)
      const first = await reading.read({ keys: name }, { limit: 3 })
      deepEqual([first.entries.map(({ value }) => value), first.more], [['a', 'b', 'c'], true])
      const rest = await reading.read({ keys: name }, { limit: 3, after: first.entries.at(-1)!.sequence })
      deepEqual([rest.entries.map(({ name: found }) => found), rest.more], [[[...name, 'd']], false])
    },
  },
]
