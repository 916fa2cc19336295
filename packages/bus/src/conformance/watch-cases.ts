import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import type { BusCase } from './bus-case.ts'
import { freshName, valuesOf, watchUntil } from './expect.ts'

export const watchCases: readonly BusCase[] = [
  {
    id: 'watch-log',
    title: 'A watch gives what a log holds, says that it is current, and gives what is appended then',
    async run({ connect }) {
      const [writing, watching] = [await connect(), await connect()]
      const log = freshName('log')
      await writing.append(log, 1)
      await writing.append(log, 2)
      const events = await watchUntil(watching, { log }, (event) => valuesOf([event])[0] === 3, {
        onEvent: ({ kind }) => (kind === 'current' ? writing.append(log, 3) : undefined),
      })
      deepEqual(
        events.map((event) => valuesOf([event])[0] ?? event.kind),
        [1, 2, 'current', 3],
      )
    },
  },
  {
    id: 'watch-resume',
    title: 'A watch that begins after an entry gives every later one, while others append, without gap or repetition',
    async run({ connect }) {
      const [writing, watching] = [await connect(), await connect()]
      const log = freshName('log')
      const total = 300
      const writes = (async () => {
        for (let value = 0; value < total; value += 1) await writing.append(log, value)
      })()
      const values: unknown[] = []
      let after = 0
      // Each watch is left after some entries, as by a gateway that is restarted.
      while (values.length < total) {
        const events = await watchUntil(
          watching,
          { log },
          (_, soFar) => valuesOf(soFar).length === Math.min(50, total - values.length),
          { after },
        )
        values.push(...valuesOf(events))
        const last = events.at(-1)
        after = last?.kind === 'entry' ? last.entry.sequence : after
      }
      await writes
      deepEqual(
        values,
        Array.from({ length: total }, (_, index) => index),
      )
    },
  },
  {
    id: 'watch-keys',
    title: 'A watch of keys gives those that exist, then each that is written or removed below the name',
    async run({ connect }) {
      const [writing, watching] = [await connect(), await connect()]
      const name = freshName('keys')
      const first = await writing.claim([...name, 'first'], 1)
      const gone = await writing.claim([...name, 'gone'], 1)
      ok(first.claimed && gone.claimed)
      await writing.compareAndSet([...name, 'gone'], gone.sequence, undefined)
      const change = async () => {
        await writing.claim(freshName('keys', 'other'), 'other')
        await writing.claim([...name, 'second'], 2)
        const written = await writing.compareAndSet([...name, 'first'], first.sequence, 3)
        ok(written.written)
        await writing.compareAndSet([...name, 'first'], written.sequence, undefined)
      }
      const events = await watchUntil(watching, { keys: name }, ({ kind }) => kind === 'removed', {
        onEvent: ({ kind }) => (kind === 'current' ? change() : undefined),
      })
      const seen = events.map((event) =>
        event.kind === 'entry' ? [event.entry.name.at(-1), event.entry.value] : event.kind,
      )
      // A value that was replaced may be left out.
      deepEqual(
        seen.filter((event) => event[1] !== 3),
        [['first', 1], 'current', ['second', 2], 'removed'],
      )
    },
  },
  {
    id: 'watch-slow',
    title: 'A watcher that reads slowly gets every entry in the end',
    async run({ connect }) {
      const [writing, watching] = [await connect(), await connect()]
      const log = freshName('log')
      const values = Array.from({ length: 1500 }, (_, index) => index)
      let appended: Promise<unknown> | undefined
      const events = await watchUntil(watching, { log }, (_, soFar) => valuesOf(soFar).length === values.length, {
        async onEvent({ kind }) {
          if (kind === 'current') appended = Promise.all(values.map((value) => writing.append(log, value)))
          // It reads on only after everything was written.
          else await appended
        },
      })
      deepEqual(
        valuesOf(events).toSorted((a, b) => Number(a) - Number(b)),
        values,
      )
      equal(events.filter(({ kind }) => kind === 'gap').length, 0)
    },
  },
  {
    id: 'watch-ends',
    title: 'A watch ends when its signal aborts, and fails when its bus is closed',
    async run({ connect }) {
      const bus = await connect()
      const log = freshName('log')
      const aborted = bus.watch({ log }, { signal: AbortSignal.abort() })
      for await (const event of aborted) throw new Error(`it gave ${event.kind}`)
      const rest = watchUntil(bus, { log }, () => false, { onEvent: () => void bus.close() })
      await rejects(rest, { code: 'CLOSED' })
      await rejects(bus.append(log, 1), { code: 'CLOSED' })
      await rejects(bus.request(log, 1), { code: 'CLOSED' })
    },
  },
]
