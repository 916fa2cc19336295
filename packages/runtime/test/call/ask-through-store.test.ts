import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShownRequest as Shown, Surface } from '@poundlock/approvals/node'
import { askThroughStore, openRequestStore, type RequestStoreOptions } from '@poundlock/approvals/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { storedRequest } from '../../src/host/index.ts'
import type { CallToApprove } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'

type AskingSurface = Surface<CallToApprove>
type ShownRequest = Shown<CallToApprove>

const YES = { decision: 'allow-once', by: 'me', surface: 'test' } as const

/** A runtime that asks through a store of its own. */
function open(
  surfaces: readonly AskingSurface[],
  { unattended, ...options }: RequestStoreOptions & { readonly unattended?: 'deny' | 'queue' } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-ask-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = openRequestStore(join(folder, 'requests'), options)
  const scene = openRuntime(
    { mode: 'allow', exec: { askRules: ['tool'] } },
    { ask: askThroughStore(store, surfaces, storedRequest, unattended) },
  )
  writeFileSync(join(scene.tools, 'tool'), '#!/bin/sh\necho ran\n')
  chmodSync(join(scene.tools, 'tool'), 0o755)
  return { ...scene, store }
}

const surface = (show: (shown: ShownRequest) => boolean | Promise<boolean>, name = 'test'): AskingSurface => ({
  name,
  show: async (shown) => show(shown),
})

/** Answers at once. */
const answering = (answer: Parameters<ShownRequest['answer']>[0]) => surface(({ answer: give }) => (give(answer), true))

describe('a call that is asked about through the store', () => {
  test('is written down before it is shown, whole, and its approval is used up by the run', async () => {
    let seen: ShownRequest | undefined
    const scene = open([
      surface((shown) => {
        seen = shown
        expect(scene.store.pending().map(({ request }) => request)).toEqual([shown.stored])
        shown.answer(YES)
        return true
      }),
    ])
    const outcome = await scene.exec('tool a', { env: { CI: '1' } })
    expect(outcome).toMatchObject({ status: 'ran', approval: { by: 'test:me', requestId: seen?.stored.id } })
    expect(seen?.stored).toMatchObject({
      tool: 'exec',
      callId: 'call_1',
      binding: { text: 'tool a', argv: [['tool', 'a']], agent: 'main', session: 'main' },
      reasons: [expect.stringContaining('tool')],
      reasonOrigins: [{ rule: 'tool' }],
      sets: ['CI'],
      decisions: ['allow-once', 'deny'],
    })
    expect(JSON.stringify(seen?.stored)).not.toContain('"1"')
    expect(scene.store.get(seen!.stored.id).usedAt).toBeDefined()
    expect(seen?.signal.aborted).toBe(true)
  })

  test('is shown on every surface, and the first answer counts', async () => {
    const [first, second] = [Promise.withResolvers<ShownRequest>(), Promise.withResolvers<ShownRequest>()]
    const scene = open([
      surface((shown) => (first.resolve(shown), true), 'one'),
      surface((shown) => (second.resolve(shown), true), 'two'),
      surface(() => Promise.reject(new Error('it broke')), 'three'),
    ])
    const running = scene.exec('tool')
    const [one, two] = await Promise.all([first.promise, second.promise])
    expect(two.answer({ ...YES, decision: 'deny', reason: 'no', surface: 'two' })).toMatchObject({ counts: true })
    expect(one.answer(YES)).toMatchObject({ counts: false, answer: { decision: 'deny', surface: 'two' } })
    expect(await running).toMatchObject({
      status: 'unapproved',
      message: expect.stringMatching(/^refused by two:me: no(?:\n|$)/),
      run: null,
    })
    expect(one.signal.aborted).toBe(true)
  })

  test('falls back at once where no surface reaches anybody', async () => {
    const scene = open([surface(() => false), surface(() => Promise.reject(new Error('gone')))])
    expect(await scene.exec('tool')).toMatchObject({
      status: 'unapproved',
      approval: { kind: 'fallback' },
      message: expect.stringContaining('no approver is available'),
    })
    expect(scene.store.pending()).toEqual([])
    expect(await open([]).exec('tool')).toMatchObject({ status: 'unapproved', approval: { kind: 'fallback' } })
  })

  test('that no surface shows is queued, and the same process takes it up with the same call', async () => {
    const scene = open([surface(() => false)], { unattended: 'queue' })
    const first = await scene.exec('tool')
    expect(first).toMatchObject({ status: 'unapproved', approval: { by: 'queued' } })
    const requestId = first.approval!.requestId!
    expect(await scene.exec('tool')).toMatchObject({ status: 'unapproved', approval: { by: 'queued', requestId } })
    expect(scene.store.pending()).toHaveLength(1)
    scene.store.answer(requestId, YES)
    // Another call has no part in the answer.
    expect(await scene.exec('tool 2')).toMatchObject({ status: 'unapproved' })
    expect(await scene.exec('tool')).toMatchObject({ status: 'ran', approval: { requestId } })
    expect((await scene.exec('tool')).approval?.requestId).not.toBe(requestId)
  })

  test('times out with its own words where somebody saw it and did not answer', async () => {
    const scene = open([surface(() => true)], { lifetimeMs: 50 })
    expect(await scene.exec('tool')).toMatchObject({
      status: 'unapproved',
      run: null,
      approval: { kind: 'timeout', by: 'no answer' },
      message: expect.stringMatching(/no answer to request [0-9a-f]{8} within 0 seconds/),
    })
  })

  test('is not asked again after a denial, and no more often than a session may', async () => {
    const scene = open([answering({ ...YES, decision: 'deny' })], { maxPerMinute: 2 })
    expect(await scene.exec('tool')).toMatchObject({
      message: expect.stringMatching(/^refused by test:me\nto allow it: .*tool/),
    })
    expect(await scene.exec('tool')).toMatchObject({ message: expect.stringMatching(/denied shortly before/) })
    await scene.exec('tool 2')
    expect(await scene.exec('tool 3')).toMatchObject({
      status: 'unapproved',
      message: expect.stringMatching(/not asked: The session asked 2 times in the last minute/),
      approval: { kind: 'policy', by: 'too many requests' },
    })
  })

  test('is taken back with its call', async () => {
    const shown = Promise.withResolvers<ShownRequest>()
    const scene = open([surface((given) => (shown.resolve(given), true))])
    const stop = new AbortController()
    const call = { id: 'c', name: 'exec', input: { command: 'tool' } }
    const running = scene.runtime.call(call, scene.context, { abortSignal: stop.signal })
    const { answer, signal } = await shown.promise
    stop.abort()
    expect(await running).toMatchObject({ status: 'unapproved', approval: { kind: 'policy', by: 'stopped' } })
    expect(signal.aborted).toBe(true)
    expect(() => answer(YES)).toThrow(/cancelled/)
    expect(scene.store.pending()).toEqual([])
  })

  test('names the letters of a program that can look like others', async () => {
    let stored: ShownRequest['stored'] | undefined
    const scene = open([surface((shown) => ((stored = shown.stored), shown.answer(YES), true))])
    writeFileSync(join(scene.tools, 't\u043Eol'), '#!/bin/sh\n', { mode: 0o755 })
    await scene.exec('tool && t\u043Eol && /usr/b\u0456n/git')
    expect(stored?.warnings).toEqual([
      expect.stringMatching(/tools\/t\u043Eol has characters that can look like others: U\+043E/),
      expect.stringMatching(/\/usr\/b\u0456n\/git has characters that can look like others: U\+0456/),
    ])
  })

  test('warns of what a person could miss', async () => {
    let stored: ShownRequest['stored'] | undefined
    const scene = open([surface((shown) => ((stored = shown.stored), shown.answer(YES), true))])
    chmodSync(join(scene.tools, 'tool'), 0o777)
    await scene.exec('tool \u202Ea "$X"')
    expect(stored?.warnings).toEqual([
      expect.stringMatching(/invisible/),
      expect.stringMatching(/tool can be written to/),
      expect.stringMatching(/only known in part/),
    ])
  })

  test('says what an answer does not hold, and which files may run', async () => {
    let stored: ShownRequest['stored'] | undefined
    const scene = open([surface((shown) => ((stored = shown.stored), shown.answer(YES), true))])
    writeFileSync(join(scene.workspace, 'Makefile'), 'x:\n\ttrue\n')
    await scene.exec('tool; make x')
    expect(stored?.warnings).toEqual([
      'Not bound to an answer: what make does when it runs (its recipes, and what they start).',
      'It may run these files, as they are now: Makefile.',
    ])
  })

  test.each([
    [`tool ${' '.repeat(300)}; tool b`, /long run of blanks/],
    [`tool\n${' \t\n'.repeat(50)}tool b`, /long run of blanks/],
    [`tool\n${'tool a\n'.repeat(30)}tool b`, /has 32 lines/],
  ])('warns of what stands where nobody looks: %#', async (line, warning) => {
    let stored: ShownRequest['stored'] | undefined
    const scene = open([surface((shown) => ((stored = shown.stored), shown.answer(YES), true))])
    await scene.exec(line)
    expect(stored?.warnings).toContainEqual(expect.stringMatching(warning))
  })
})

test('a store that fails while it is asked fails the call, and nothing beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-ask-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = openRequestStore(join(folder, 'requests'))
  const failing = Object.assign(store, {
    get: () => {
      throw new Error('unreadable')
    },
  })
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const scene = openRuntime(
    { mode: 'allow', exec: { askRules: ['tool'] } },
    { ask: askThroughStore(failing, [], storedRequest) },
  )
  writeFileSync(join(scene.tools, 'tool'), '#!/bin/sh\necho ran\n', { mode: 0o755 })
  expect(await scene.exec('tool')).toMatchObject({ status: 'failed', message: 'unreadable' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
