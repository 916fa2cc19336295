import { deepEqual, equal, ok } from 'node:assert/strict'
import type { BusCase } from './bus-case.ts'
import { freshName } from './expect.ts'

export const logCases: readonly BusCase[] = [
  {
    id: 'append-read',
    title: 'Entries of a log are read in the order in which they were appended, page by page, by every gateway',
    async run({ connect }) {
      const [writing, reading] = [await connect(), await connect()]
      const log = freshName('log')
      const sequences: number[] = []
      for (let value = 0; value < 7; value += 1) sequences.push((await writing.append(log, { value })).sequence)
      deepEqual(
        sequences,
        sequences.toSorted((a, b) => a - b),
      )
      const first = await reading.read({ log }, { limit: 4 })
      deepEqual(
        first.entries.map(({ value, name, sequence }) => [value, name, sequence]),
        sequences.slice(0, 4).map((sequence, value) => [{ value }, log, sequence]),
      )
      equal(first.more, true)
      const rest = await reading.read({ log }, { after: sequences[3]! })
      deepEqual(
        rest.entries.map(({ value }) => value),
        [{ value: 4 }, { value: 5 }, { value: 6 }],
      )
      deepEqual([rest.more, rest.gap], [false, false])
    },
  },
  {
    id: 'append-once',
    title: 'The same id is appended to a log once, no matter who repeats it, and to another log again',
    async run({ connect }) {
      const [one, other] = [await connect(), await connect()]
      const [log, second] = [freshName('log'), freshName('log')]
      const outcomes = await Promise.all([
        ...Array.from({ length: 5 }, (_, n) => one.append(log, { n }, { id: 'done ü' })),
        ...Array.from({ length: 5 }, (_, n) => other.append(log, { n }, { id: 'done ü' })),
      ])
      equal(outcomes.filter(({ duplicate }) => !duplicate).length, 1)
      equal(new Set(outcomes.map(({ sequence }) => sequence)).size, 1)
      equal((await one.read({ log })).entries.length, 1)
      equal((await one.append(second, 1, { id: 'done ü' })).duplicate, false)
    },
  },
  {
    id: 'logs-below',
    title: 'The logs below a name are read together, in the order of their sequence',
    async run({ connect }) {
      const bus = await connect()
      const name = freshName('audit')
      for (const [origin, value] of [
        ['a', 1],
        ['b', 2],
        ['a', 3],
      ] as const)
        await bus.append([...name, origin], value)
      await bus.append(freshName('audit', 'a'), 4)
      const { entries } = await bus.read({ logs: name })
      deepEqual(
        entries.map((entry) => [entry.name.at(-1), entry.value]),
        [
          ['a', 1],
          ['b', 2],
          ['a', 3],
        ],
      )
      deepEqual(
        (await bus.read({ log: [...name, 'a'] })).entries.map(({ value }) => value),
        [1, 3],
      )
    },
  },
  {
    id: 'keys-and-logs',
    title: 'A key and a log of the same name have nothing to do with each other',
    async run({ connect }) {
      const bus = await connect()
      const name = freshName('both')
      await bus.append(name, 'log')
      ok((await bus.claim(name, 'key')).claimed)
      deepEqual(
        (await bus.read({ log: name })).entries.map(({ value }) => value),
        ['log'],
      )
      deepEqual(
        (await bus.read({ key: name })).entries.map(({ value }) => value),
        ['key'],
      )
    },
  },
]
