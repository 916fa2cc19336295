import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Name } from '../contract/name.ts'
import type { BusCase } from './bus-case.ts'
import { expectCode, freshName } from './expect.ts'

/** Words that would be wildcards, separators or commands of a broker, or another word in another case or form. */
const HOSTILE = [
  '*',
  '>',
  '.',
  '..',
  'a.b',
  'a',
  'A',
  ' ',
  'a b',
  '\r\n',
  'x\r\nPUB y 1\r\nz',
  '\0',
  '\t',
  '\u007F',
  '$JS',
  '$SYS',
  '_INBOX',
  '=',
  '=2A',
  '=2a',
  '%2A',
  '/',
  '\\',
  "'",
  '"',
  "'; drop table entries; --",
  'ü',
  'u\u0308',
  '\u202E',
  '\uFEFF',
  '🔒',
  '__proto__',
  'constructor',
  '-',
  '_',
  '{{x}}',
] as const

export const nameCases: readonly BusCase[] = [
  {
    id: 'hostile-words',
    title: 'Words that mean something to a broker are only text, and each names something of its own',
    async run({ connect }) {
      const [one, other] = [await connect(), await connect()]
      const name = freshName('hostile')
      for (const word of HOSTILE) ok((await one.claim([...name, word], word)).claimed, word)
      for (const word of HOSTILE) {
        const [entry, ...more] = (await other.read({ key: [...name, word] })).entries
        deepEqual([entry?.value, entry?.name, more.length], [word, [...name, word], 0])
      }
      equal((await other.read({ keys: name }, { limit: 1000 })).entries.length, HOSTILE.length)
      for (const word of HOSTILE) await one.append([...name, word], word)
      for (const word of HOSTILE) {
        deepEqual(
          (await other.read({ log: [...name, word] })).entries.map(({ value }) => value),
          [word],
        )
      }
    },
  },
  {
    id: 'hostile-requests',
    title: 'A request for a name with wildcards reaches nobody who serves a name that they would match',
    async run({ connect }) {
      const [asking, serving] = [await connect(), await connect()]
      const name = freshName('node')
      const service = await serving.serve([...name, 'n1', 'run'], () => 'n1')
      const wildcard = await serving.serve([...name, '*', 'run'], () => 'star')
      const status = async (...words: string[]) => {
        const outcome = await asking.request([...name, ...words], 1)
        return outcome.status === 'answered' ? outcome.value : outcome.status
      }
      equal(await status('n1', 'run'), 'n1')
      equal(await status('*', 'run'), 'star')
      for (const words of [['>'], ['n1.run'], ['n1', '*'], ['n2', 'run'], ['N1', 'run'], ['n1', 'run', 'x']])
        equal(await status(...words), 'no-responder')
      await Promise.all([service.close(), wildcard.close()])
    },
  },
  {
    id: 'invalid-names',
    title: 'Names that cannot be encoded are refused',
    async run({ connect }) {
      const bus = await connect()
      const names: Name[] = [
        ['', 'x'],
        ['Space', 'x'],
        ['a.b', 'x'],
        ['*', 'x'],
        ['>'],
        ['x'.repeat(33), 'x'],
        ['space', ''],
        ['space', '\uD800'],
        ['space', 'x'.repeat(1001)],
        ['space', 'ü'.repeat(200)],
        ['space', ...Array.from({ length: 17 }, () => 'x')],
      ]
      for (const name of names) {
        await expectCode(bus.request(name, 1), 'INVALID_NAME')
        await expectCode(
          bus.serve(name, () => 1),
          'INVALID_NAME',
        )
        await expectCode(bus.claim(name, 1), 'INVALID_NAME')
        await expectCode(bus.append(name, 1), 'INVALID_NAME')
        await expectCode(bus.read({ logs: name }), 'INVALID_NAME')
      }
      await expectCode(bus.claim(['space'], 1), 'INVALID_NAME')
      await expectCode(bus.read({ log: ['space'] }), 'INVALID_NAME')
    },
  },
]
