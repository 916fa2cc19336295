import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ToolHandler } from '@poundlock/tools'
import { describe, expect, test, vi } from 'vitest'
import type { RuntimeOptions } from '../../src/index.ts'
import { createLoopDetector } from '../../src/loops/loop-detector.ts'
import { openRuntime } from '../open-runtime.ts'
import { reader } from '../tools/file-handlers.ts'

interface Row {
  readonly id: string
  readonly input: {
    readonly repeat: number
    readonly tool?: string
    readonly params?: object
    readonly config?: { readonly enabled: boolean }
  }
  readonly expect: { readonly stuck: boolean; readonly level?: string | null; readonly detector?: string | null }
}

const rows = readFileSync(new URL('../corpus/loop-detection.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)

test.each(rows)('what other systems find in a loop ($id)', ({ input, expect: expected }) => {
  const { repeat, tool = 'read', params = {}, config } = input
  const loops = config?.enabled === false ? null : createLoopDetector()
  for (let made = 0; made < repeat; made++) loops?.note('s', tool, params, 'the same')
  const found = loops?.look('s', tool, params) ?? null
  expect(found !== null).toBe(expected.stuck)
  if (expected.level !== undefined) expect(found?.level ?? null).toBe(expected.level)
  if (expected.detector !== undefined) expect(found?.detector ?? null).toBe(expected.detector)
})

describe('what is no loop', () => {
  const after = (make: (loops: ReturnType<typeof createLoopDetector>, index: number) => void, session = 's') => {
    const loops = createLoopDetector()
    for (let index = 0; index < 40; index++) make(loops, index)
    return loops.look(session, 'read', { path: '/a' })
  }

  test.each<[string, Parameters<typeof after>[0]]>([
    ['another result each time', (loops, index) => loops.note('s', 'read', { path: '/a' }, index)],
    ['another input each time', (loops, index) => loops.note('s', 'read', { path: `/${index}` }, '')],
    ['another tool', (loops) => loops.note('s', 'grep', { path: '/a' }, '')],
    ['another session', (loops) => loops.note('other', 'read', { path: '/a' }, '')],
  ])('%s', (_, make) => {
    expect(after(make)).toBeNull()
  })

  test('a result that was another one lately', () => {
    expect(after((loops, index) => loops.note('s', 'read', { path: '/a' }, index < 35 ? 'old' : 'new'))).toBeNull()
  })

  test('a session in which a person has spoken', () => {
    const loops = createLoopDetector()
    for (let index = 0; index < 40; index++) loops.note('s', 'read', {}, '')
    loops.forget('s')
    expect(loops.look('s', 'read', {})).toBeNull()
  })
})

test('the order of keys makes no other call', () => {
  const loops = createLoopDetector()
  for (let index = 0; index < 10; index++) loops.note('s', 'read', index % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 }, '')
  expect(loops.look('s', 'read', { a: 1, b: 2 })).toMatchObject({ level: 'warning', count: 10 })
})

test('the same calls among others are found as well', () => {
  const loops = createLoopDetector()
  for (let index = 0; index < 60; index++) loops.note('s', 'read', { path: index % 3 ? `/${index}` : '/a' }, '')
  expect(loops.look('s', 'read', { path: '/a' })).toMatchObject({ detector: 'generic_repeat', level: 'critical' })
})

test('limits can be far, and the nearer of two counts', () => {
  const far = createLoopDetector({ warning: 150, critical: 300, breaker: 600 })
  const near = createLoopDetector({ warning: 10, critical: 4, breaker: 30 })
  const never = createLoopDetector({ warning: Infinity, critical: Infinity, breaker: Infinity })
  const levels = (count: number) => {
    for (let index = 0; index < count; index++) {
      for (const loops of [far, near, never]) loops.note('s', 'read', {}, '')
    }
    return [far, near, never].map((loops) => loops.look('s', 'read', {})?.level)
  }
  expect(levels(3)).toEqual([undefined, undefined, undefined])
  expect(levels(1)).toEqual([undefined, 'critical', undefined])
  expect(levels(146)).toEqual(['warning', 'critical', undefined])
  expect(levels(150)).toEqual(['critical', 'critical', undefined])
})

test('two calls in turn are a loop too', () => {
  const loops = createLoopDetector()
  for (let index = 0; index < 20; index++) loops.note('s', 'read', { path: index % 2 ? '/b' : '/a' }, index % 2)
  expect(loops.look('s', 'read', { path: '/a' })).toMatchObject({ detector: 'ping_pong', level: 'critical', count: 20 })
  expect(loops.look('s', 'read', { path: '/c' })).toBeNull()
})

test('a thousand sessions are remembered, and no more', () => {
  const loops = createLoopDetector()
  for (let index = 0; index < 20; index++) loops.note('first', 'read', {}, '')
  for (let index = 0; index < 1024; index++) loops.note(`session ${index}`, 'read', {}, '')
  expect(loops.look('first', 'read', {})).toBeNull()
})

describe('in the pipeline', () => {
  const open = (options: Partial<RuntimeOptions> = {}) => {
    const run = vi.fn<ToolHandler['run']>(async () => ({ content: [{ type: 'text', text: 'nothing new' }] }))
    const handlers = [{ ...reader, run } as ToolHandler]
    const opened = openRuntime({}, { handlers, loops: { warning: 2, critical: 3, breaker: 4 }, ...options })
    const call = () => opened.runtime.call({ id: 'c', name: 'read', input: { path: 'a' } }, opened.context)
    return { ...opened, run, call }
  }

  test('the model is warned, and then the call is not made any more; a person who speaks ends it', async () => {
    const { call, run, records, runtime } = open()
    expect((await call()).notes).toEqual([])
    expect((await call()).notes).toEqual([])
    expect((await call()).notes).toEqual([expect.stringContaining('was made 2 times')])
    expect(await call()).toMatchObject({
      status: 'denied',
      decision: { decision: 'deny', reasons: [{ code: 'LOOP_DETECTED' }] },
      message: expect.stringContaining('was made 3 times'),
    })
    expect(run).toHaveBeenCalledTimes(3)
    expect(records.at(-1)).toMatchObject({ data: { outcome: 'denied', approval: { by: 'loop detection' } } })
    runtime.onSessionEnd('main')
    expect((await call()).status).toBe('ran')
  })

  test.each<[string, string, (time: number) => unknown]>([
    ['by another name', 'bash', () => ({ command: 'true', timeout: 5000 })],
    ['described in other words', 'bash', (time) => ({ command: 'true', description: `try ${time}` })],
    ['by its own name', 'exec', () => ({ command: 'true' })],
    ['of a piece of code', 'REPL', () => ({ language: 'bash', code: 'true' })],
  ])('a command %s is the same call', async (_, name, inputOf) => {
    const { runtime, context } = openRuntime({ mode: 'allow' }, { loops: { warning: 2, critical: 3, breaker: 4 } })
    const statuses: string[] = []
    for (let time = 0; time < 4; time++) {
      statuses.push((await runtime.call({ id: 'c', name, input: inputOf(time) }, context)).status)
    }
    expect(statuses).toEqual(['ran', 'ran', 'ran', 'denied'])
  })

  test('what becomes of an input after the call makes no other call of it', async () => {
    const { runtime, context, run } = open()
    for (let time = 0; time < 5; time++) {
      const input = { path: 'a' }
      const outcome = runtime.call({ id: 'c', name: 'read', input }, context)
      input.path = `changed ${time}`
      await outcome
    }
    expect(run).toHaveBeenCalledTimes(3)
  })

  test.each<[string, string, unknown, string]>([
    ['is invalid', 'read', { paths: 'a' }, 'invalid'],
    ['is of no tool', 'sing', {}, 'invalid'],
    ['the rules deny', 'exec', { command: 'rm a' }, 'denied'],
  ])('the model reads that a call is made again and again that %s', async (_, name, input, status) => {
    const loops = { warning: 2, critical: 3, breaker: 4 }
    const { runtime, context } = openRuntime({ exec: { denyRules: ['rm'] } }, { handlers: [reader], loops })
    const call = () => runtime.call({ id: 'c', name, input }, context)
    expect(await call()).toMatchObject({ status, notes: [] })
    expect(await call()).toMatchObject({ status, notes: [] })
    expect(await call()).toMatchObject({ status, notes: [expect.stringContaining('was made 2 times')] })
    const again = await call()
    expect(again).toMatchObject({ status, notes: [expect.stringContaining('was made 3 times')] })
    // Why it is refused is still the same.
    expect(again.decision?.reasons.some(({ code }) => code === 'LOOP_DETECTED') ?? false).toBe(false)
  })

  test('a result whose whole is in another file each time is the same result', async () => {
    const handler: ToolHandler = {
      ...(reader as ToolHandler),
      run: async () => ({ content: [{ type: 'text', text: `… (all of it is in /s/page-${randomUUID()}.txt)` }] }),
    }
    const { call } = open({ handlers: [handler] })
    for (let time = 0; time < 3; time++) await call()
    expect((await call()).status).toBe('denied')
  })

  test('it can be left out', async () => {
    const { call, run } = open({ loops: false })
    for (let index = 0; index < 6; index++) await call()
    expect(run).toHaveBeenCalledTimes(6)
  })

  test('a question that was answered with no is not asked forever', async () => {
    const ask = vi.fn<NonNullable<RuntimeOptions['ask']>>(async () => ({ answer: 'deny', by: 'me' }))
    const { runtime, context } = openRuntime(
      { mode: 'prompt' },
      { ask, loops: { warning: 2, critical: 3, breaker: 4 } },
    )
    const call = () => runtime.call({ id: 'c', name: 'exec', input: { command: 'make' } }, context)
    for (let index = 0; index < 6; index++) await call()
    expect(ask).toHaveBeenCalledTimes(3)
  })
})
