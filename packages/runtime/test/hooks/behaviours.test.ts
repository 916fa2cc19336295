import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readHookOutput } from '../../src/hooks/read-hook-output.ts'
import type { Hook, HookAnswer, RuntimeOptions } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'

/** What other systems do with hooks, each row with what it comes to here. None is answered otherwise. */
const rows = new Map(
  readFileSync(new URL('../corpus/hooks.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: string; input: Record<string, unknown>; expect: Record<string, unknown> })
    .map((row) => [row.id, row] as const),
)

const answered = new Set<string>()
const row = (id: string) => {
  answered.add(id)
  return rows.get(id)!
}

/** A call of a command with hooks, in the order in which they are listed. */
async function withHooks(answers: readonly (HookAnswer | undefined)[], options: Partial<RuntimeOptions> = {}) {
  const asked: number[] = []
  const hooks: Hook[] = answers.map((answer, index) => ({
    name: `hook ${index}`,
    event: 'before',
    run: () => (asked.push(index), answer),
  }))
  const outcome = await openRuntime({ mode: 'allow' }, { hooks, ...options }).exec('echo unchanged')
  return { asked, outcome }
}

test('a block is final, and hooks of lower priority are not asked', async () => {
  expect(row('st-0194').expect).toEqual({ terminal: true, lowerPriorityHooks: 'skipped' })
  const { asked, outcome } = await withHooks([{ decision: 'deny' }, { decision: 'allow' }])
  expect({ asked, status: outcome.status }).toEqual({ asked: [0], status: 'denied' })
})

test('no block is no decision: the rules still ask', async () => {
  expect(row('st-0195').expect).toEqual({ decision: 'none' })
  const hooks: Hook[] = [{ name: 'h', event: 'before', run: () => ({ decision: 'allow' }) }]
  expect((await openRuntime({ mode: 'prompt' }, { hooks }).exec('echo hi')).status).toBe('unapproved')
})

test('of two rewrites the last counts', async () => {
  expect(row('st-0196').expect).toEqual({ params: { a: 2 } })
  const { outcome } = await withHooks([{ input: { command: 'echo 1' } }, { input: { command: 'echo 2' } }])
  expect(outcome.run?.stdout).toBe('2\n')
})

test('a block after a question blocks', async () => {
  expect(row('st-0198').expect).toEqual({ blocked: true })
  expect((await withHooks([{ decision: 'ask' }, { decision: 'deny' }])).outcome.status).toBe('denied')
})

test('a question that nobody answers in time blocks, whatever the hook would have', async () => {
  expect(row('st-0199').expect).toEqual({ blocked: true })
  const { outcome } = await withHooks([{ decision: 'ask' }], {
    ask: async () => ({ answer: 'timed-out', message: 'no answer' }),
  })
  expect(outcome).toMatchObject({ status: 'unapproved', run: null })
})

test('what is laid down decides first: hooks are not asked about what the policy denies', async () => {
  expect(row('st-0201').expect).toEqual({ bundled: 'first' })
  const asked: string[] = []
  const hooks: Hook[] = [{ name: 'h', event: 'before', run: () => void asked.push('h') }]
  await openRuntime({ mode: 'allow', exec: { denyRules: ['echo'] } }, { hooks }).exec('echo hi')
  expect(asked).toEqual([])
})

test('a question of a hook prompts, and an allow of a hook does not answer an ask rule', async () => {
  expect([row('st-0219').expect, row('st-0220').expect]).toEqual([{ outcome: 'prompt' }, { outcome: 'prompt' }])
  for (const [decision, askRules] of [
    ['ask', []],
    ['allow', ['echo']],
  ] as const) {
    const prompts: string[] = []
    const hooks: Hook[] = [{ name: 'h', event: 'before', run: () => ({ decision }) }]
    await openRuntime(
      { mode: 'allow', exec: { askRules } },
      {
        hooks,
        ask: async ({ command }) => {
          prompts.push(command)
          return { answer: 'deny', by: 'me' }
        },
      },
    ).exec('echo hi')
    expect(prompts).toEqual(['echo hi'])
  }
})

test.each([
  ['st-0226', { decision: 'deny' }],
  ['st-0228', { decision: 'ask' }],
  ['st-0229', { decision: 'allow', input: { a: 1 } }],
] as const)('what a program writes for another agent counts here (%s)', (id, expected) => {
  const { stdout } = row(id).input['claw'] as { stdout: object }
  const said = readHookOutput('before', { exitCode: 0, stdout: JSON.stringify(stdout), stderr: '' })
  expect(said).toEqual(expected)
})

test('a program that a signal ends has failed, which denies', async () => {
  expect(row('st-0225').expect['outcome']).toMatch(/failed: terminated by signal/)
  // See command-hook.test.ts: "a signal denies".
})

test('every row has an answer', () => {
  expect([...answered].toSorted()).toEqual([...rows.keys()].toSorted())
})
