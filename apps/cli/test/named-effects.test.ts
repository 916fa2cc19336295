import { readFileSync } from 'node:fs'
import { someOf } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { decisionAbout, type Row } from './decide-row.ts'
import { runPoundlock } from './poundlock.ts'

/** A call that is asked about, and what the first thing that a person reads of it has to name. */
interface Named {
  readonly id: string
  readonly tool: string
  readonly input: object
  readonly config: object
  /** `null` where it does nothing that counts. */
  readonly kind: string | null
  readonly path: string | null
  readonly says: string
}

const read = (name: string) =>
  readFileSync(new URL(`corpus/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))

const named = read('named-effects.jsonl') as readonly Named[]
const CONTEXT = { cwd: '/w', workspace: '/w', home: '/home/u' }

/** Every plain name of a line but this is a program of the system, whatever this machine has. */
const NOT_THERE = 'frobnicate'

function contextOf(input: object) {
  const words = 'command' in input ? (String(input.command).match(/[a-z][\w.+-]*/g) ?? []) : []
  const names = words.filter((word) => word !== NOT_THERE)
  return { ...CONTEXT, executables: Object.fromEntries(names.map((name) => [name, `/usr/bin/${name}`])) }
}

/** Said of every call that a mode or a host asks about, whatever it does. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['MODE_ASK', 'MODE_DENY', 'HOST_MISS', 'HOST_ALWAYS'])

test('the first reason of each call names what would be done and to what, and the effects hold it', async () => {
  const input = named
    .map(({ id, tool, input: given, config }) =>
      JSON.stringify({ id, tool, input: given, config, context: contextOf(given) }),
    )
    .join('\n')
  const { lines } = await runPoundlock(['check', '--jsonl', '-'], { input })
  const answers = lines()
  const found = answers.map(({ id, decision, reasons = [], effects = [] }, index) => {
    const { effect = { kind: null, path: null }, message = '' } = reasons[0] ?? {}
    const { kind, says } = named[index]!
    const holds = kind === null || effects.some((one: { kind: string }) => one.kind === kind)
    return [id, decision === 'allow', effect.kind, effect.path, message.includes(says) ? says : message, holds]
  })
  expect(found).toEqual(named.map(({ id, kind, path, says }) => [id, false, kind, path, says, true]))
})

const policies = JSON.parse(
  readFileSync(new URL('corpus/held-out-policies.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Row['policy']>>
const rows = [...(read('decisions.jsonl') as Row[]), ...someOf(read('blind-7.jsonl') as Row[])]
  .filter(({ command }) => command !== undefined)
  .map((row) => ({ ...row, policy: typeof row.policy === 'string' ? policies[row.policy]! : row.policy }))

test('no row of the corpora is asked about without a word about what it would do', () => {
  const bare = rows.flatMap((row) => {
    const { decision, reasons } = decisionAbout(row)
    return decision === 'ask' && SAYS_NOTHING.has(reasons[0]!.code) ? [`${row.id}: ${row.command}`] : []
  })
  expect(bare).toEqual([])
})
