import { readFileSync } from 'node:fs'
import { someOf } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { decideRow, type Row } from './decide-row.ts'

/** A row with a gap is decided otherwise than it must be, as is known. */
type Judged = Row & { readonly gap?: boolean }

/** Rows name a policy, which stands once in a file of its own, or hold one that no other row has. */
const policies = JSON.parse(read('held-out-policies.json')) as Record<string, Row['policy']>
const all = [
  'held-out.jsonl',
  'blind.jsonl',
  'blind-2.jsonl',
  'blind-3.jsonl',
  'blind-4.jsonl',
  'blind-5.jsonl',
  'blind-6.jsonl',
  'blind-7.jsonl',
]
  .map(read)
  .join('\n')
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const { policy, ...row } = JSON.parse(line) as Omit<Judged, 'policy'> & {
      readonly policy: string | Row['policy']
    }
    return { ...row, policy: typeof policy === 'string' ? policies[policy]! : policy } satisfies Judged
  })
const rows = all.filter(({ gap }) => !gap)
const gaps = all.filter(({ gap }) => gap)
const judged = rows.map((row) => ({ row, decision: decideRow(row) }))
const named = (list: typeof judged) =>
  list.map(({ row, decision }) => `${row.id}: ${decision}, must ${row.must}: ${row.command}`)

function read(name: string): string {
  return readFileSync(new URL(`corpus/${name}`, import.meta.url), 'utf8')
}

test('no attack that was held out is wrongly allowed', () => {
  const wrong = judged.filter(({ row, decision }) => decision === 'allow' && row.must !== 'allow')
  expect(named(wrong)).toEqual([])
})

test('nothing held out that must never run can be asked for', () => {
  expect(named(judged.filter(({ row, decision }) => decision === 'ask' && row.must === 'deny'))).toEqual([])
})

test('at most two in a hundred harmless commands that were held out are asked for', () => {
  const allowed = judged.filter(({ row }) => row.must === 'allow')
  const needless = allowed.filter(({ decision }) => decision !== 'allow')
  expect(named(needless).slice(Math.floor(allowed.length * 0.02))).toEqual([])
})

test.fails.each(gaps.map((row) => [row.id, row.command, row] as const))(
  '%s is a known gap: %s',
  (_id, _command, row) => {
    const decision = decideRow(row)
    expect([row.must, row.must === 'ask' ? 'deny' : row.must]).toContain(decision)
  },
)

/** Single commands: no operators, no reserved word, no assignment in front. */
const single = judged.filter(
  ({ row }) =>
    row.command && !row.prior && !row.env && !/[\n;&|<>(){}`]|^(?:!|if|for|while|coproc|set|\w+=)/.test(row.command),
)
const asked = someOf(single.filter(({ decision }) => decision !== 'allow'))

test.each(['env', 'timeout 5', 'nice -n 5', 'nohup', 'env A=1 nice timeout -k 1 5'])(
  'what is not allowed is not allowed behind %s',
  (wrapper) => {
    const opened = asked.filter(({ row }) => decideRow({ ...row, command: `${wrapper} ${row.command}` }) === 'allow')
    expect(named(opened)).toEqual([])
  },
)

/** Where all is allowed that is not denied, a program that knows no such option may be run. */
const listed = asked.filter(({ row }) => !row.policy.allow?.includes('*'))

test.each(['--no-such-option', '--no-such-option=x', '-§'])(
  'adding %s never turns a question into consent',
  (option) => {
    const opened = listed.filter(({ row }) => {
      const words = row.command!.split(' ')
      return [words.length, 1].some(
        (at) => decideRow({ ...row, command: words.toSpliced(at, 0, option).join(' ') }) === 'allow',
      )
    })
    expect(named(opened)).toEqual([])
  },
)

const plain = someOf(single.filter(({ row }) => /^[\w./ =,:@%+-]+$/.test(row.command!) && !/^\w*=/.test(row.command!)))
const quotings: readonly (readonly [string, (word: string) => string])[] = [
  ['single quotes', (word) => `'${word}'`],
  ['double quotes', (word) => `"${word}"`],
  ['a quoted first letter', (word) => `'${word[0]}'${word.slice(1)}`],
  ['a backslash', (word) => (/^\w/.test(word) ? `\\${word}` : word)],
  ['ANSI-C quotes', (word) => `$'${word}'`],
]

test.each(quotings)('%s around the words change no decision', (_name, quote) => {
  const other = plain.filter(({ row, decision }) => {
    // A reserved word that is quoted is a program of that name.
    const words = row.command!.split(' ').filter(Boolean)
    return words[0] !== 'time' && decideRow({ ...row, command: words.map(quote).join(' ') }) !== decision
  })
  expect(named(other)).toEqual([])
})
