import { once } from 'node:events'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { type Binding } from '../../src/index.ts'
import { openRequestStore, type RequestStoreOptions } from '../../src/node/index.ts'
import { aBinding, aRequest } from '../a-request.ts'
import { startFixture, temporaryFolder } from './start-fixture.ts'

const YES = { decision: 'allow-once', by: 'u', surface: 'terminal' } as const
const NO = { ...YES, decision: 'deny', reason: 'not today' } as const

function collect(child: ReturnType<typeof startFixture>): () => string {
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text))
  return () => output
}

function open(options: RequestStoreOptions = {}) {
  const folder = join(temporaryFolder(), 'requests')
  let time = 1000
  const store = openRequestStore(folder, { now: () => time, ...options })
  return {
    folder,
    store,
    pass: (milliseconds: number) => void (time += milliseconds),
    ask(change: Partial<Binding> = {}) {
      const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest(change)
      return store.create(request)
    },
    askFor(change: Partial<Binding> = {}): string {
      const requested = this.ask(change)
      if (requested.kind !== 'waiting') throw new Error('it was denied before')
      return requested.request.id
    },
  }
}

describe('what is written down and not understood', () => {
  test.each([
    ['answer', '{}'],
    ['answer', 'null'],
    ['answer', '"allow-once"'],
    ['answer', '[]'],
    ['answer', ''],
    ['answer', '{"decision":"allow-once"'],
    ['answer', '{"decision":"maybe","by":"u","surface":"s","at":1000}'],
    ['answer', '{"decision":"allow-once","by":"u","surface":"s","at":1000,"more":1}'],
    ['answer', '{"decision":"allow-once","by":"u","surface":"s","at":"1000"}'],
    ['answer', '{"decision":"allow-always","by":"u","surface":"s","at":1000,"limits":{"maxUses":0}}'],
    ['use', '{}'],
    ['cancellation', '{"at":null}'],
  ])('is no %s: %s', (part, text) => {
    const scene = open()
    const id = scene.askFor()
    if (part !== 'answer') scene.store.answer(id, YES)
    writeFileSync(join(scene.folder, `${id}.${part}.json`), text, { mode: 0o600 })
    expect(() => scene.store.use(id, aBinding())).toThrow(`${id}.${part}.json`)
    expect(() => scene.store.answer(id, YES)).toThrow(`${id}.${part}.json`)
    // The others go on.
    const other = scene.askFor({ text: 'another' })
    expect(scene.store.pending().map(({ request }) => request.id)).toEqual([other])
    scene.store.answer(other, YES)
    expect(scene.store.use(other, aBinding({ text: 'another' }))).toMatchObject({ kind: 'granted' })
  })

  test('is no request, nor under another name', () => {
    const scene = open()
    const id = scene.askFor()
    const text = readFileSync(join(scene.folder, `${id}.request.json`), 'utf8')
    const write = (name: string, content: string) =>
      writeFileSync(join(scene.folder, `${name}.request.json`), content, { mode: 0o600 })
    write('0'.repeat(32), text)
    write('1'.repeat(32), JSON.stringify({ ...JSON.parse(text), id: '1'.repeat(32), decisions: ['deny', 'maybe'] }))
    write('2'.repeat(32), JSON.stringify({ ...JSON.parse(text), id: '2'.repeat(32), binding: {} }))
    expect(scene.store.pending().map(({ request }) => request.id)).toEqual([id])
    for (const digit of ['0', '1', '2']) expect(() => scene.store.answer(digit.repeat(32), YES)).toThrow('request.json')
  })
})

test('an answer is worth nothing by a clock that was set back', () => {
  const scene = open()
  const id = scene.askFor()
  scene.pass(100_000)
  const { answer } = scene.store.answer(id, YES)
  scene.pass(-90_000)
  expect(scene.store.use(id, aBinding())).toMatchObject({
    kind: 'refused',
    state: 'expired',
    message: expect.stringContaining('clock was set back'),
  })
  scene.pass(60_000)
  expect(scene.store.use(id, aBinding())).toEqual({ kind: 'granted', answer })
})

describe('a request', () => {
  test('is answered by the first, and the others are told what counts', () => {
    const scene = open()
    const id = scene.askFor()
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(scene.store.pending().map((record) => record.request.id)).toEqual([id])
    const { answer } = scene.store.answer(id.slice(0, 8), YES)
    expect(answer).toEqual({ ...YES, at: 1000 })
    expect(scene.store.answer(id, NO)).toEqual({ counts: false, answer })
    expect(scene.store.pending()).toEqual([])
    expect(scene.store.use(id, aBinding())).toEqual({ kind: 'granted', answer })
    expect(scene.store.use(id, aBinding())).toMatchObject({ kind: 'refused', state: 'used' })
  })

  test('has exactly one winner when two processes answer at once, many times', async () => {
    const scene = open({ maxPending: 1000, maxPerMinute: 1000, now: Date.now })
    const ids = Array.from({ length: tries(100) }, (_, index) => scene.askFor({ text: `number ${index}` }))
    const racers = ['allow-once', 'deny'].map((decision) => startFixture('answer-all', [scene.folder, decision]))
    const outputs = racers.map(collect)
    await Promise.all(racers.map((racer) => once(racer.stdout!, 'data')))
    for (const racer of racers) racer.stdin!.write('go\n')
    await Promise.all(racers.map((racer) => once(racer, 'close')))
    const lines = outputs.flatMap((output) => output().split('\n').slice(1, -1))
    expect(lines).toHaveLength(2 * ids.length)
    expect(lines.filter((line) => line.includes(' true '))).toHaveLength(ids.length)
    for (const id of ids) {
      const decisions = lines.filter((line) => line.startsWith(id)).map((line) => line.split(' ')[2])
      expect(decisions).toEqual([scene.store.get(id).answer!.decision, scene.store.get(id).answer!.decision])
    }
  })

  test('is not used by what differs from what was approved, and can still be used by what does not', () => {
    const scene = open()
    const id = scene.askFor()
    scene.store.answer(id, YES)
    expect(scene.store.use(id, aBinding({ text: 'rm -rf /' }))).toMatchObject({
      kind: 'drifted',
      drift: [{ code: 'DRIFT_TEXT' }],
    })
    expect(scene.store.use(id, aBinding())).toMatchObject({ kind: 'granted' })
  })

  test('is not used after its time, though it was answered in time', () => {
    const scene = open({ lifetimeMs: 100 })
    const id = scene.askFor()
    scene.pass(99)
    scene.store.answer(id, YES)
    scene.pass(1)
    expect(scene.store.use(id, aBinding())).toMatchObject({ kind: 'refused', state: 'expired' })
  })

  test('cannot be answered after its time, when it was cancelled, or with what it does not offer', () => {
    const scene = open({ lifetimeMs: 100 })
    const [late, cancelled] = [scene.askFor(), scene.askFor({ text: 'other' })]
    scene.store.cancel(cancelled)
    expect(() => scene.store.answer(cancelled, YES)).toThrow(/cancelled/)
    expect(scene.store.use(cancelled, aBinding())).toMatchObject({ kind: 'refused' })
    expect(() => scene.store.answer(late, { ...YES, decision: 'allow-all' as never })).toThrow(/can be answered with/)
    scene.pass(100)
    expect(() => scene.store.answer(late, YES)).toThrow(/expired/)
    expect(scene.store.use(late, aBinding())).toMatchObject({ kind: 'refused', state: 'expired' })
  })

  test('that was denied is not asked again for a while', () => {
    const scene = open({ denialMs: 1000 })
    scene.store.answer(scene.askFor(), NO)
    expect(scene.ask()).toMatchObject({ kind: 'denied-before', answer: { reason: 'not today' } })
    expect(scene.ask({ text: 'another' }).kind).toBe('waiting')
    scene.pass(1000)
    expect(scene.ask().kind).toBe('waiting')
  })

  test('is one of a few of its session, at a time and in a minute', () => {
    const scene = open({ maxPending: 2, maxPerMinute: 3 })
    scene.askFor()
    const second = scene.askFor()
    expect(() => scene.ask()).toThrow(/2 requests of the session wait/)
    expect(scene.ask({ session: 'other' }).kind).toBe('waiting')
    scene.store.answer(second, YES)
    scene.store.answer(scene.askFor(), YES)
    expect(() => scene.ask()).toThrow(/asked 3 times in the last minute/)
    scene.pass(60_000)
    expect(scene.ask().kind).toBe('waiting')
  })

  test('is one of a few of its agent, however many sessions that opens', () => {
    const scene = open({ maxPending: 2, maxPerMinute: 3, sessionsPerAgent: 2 })
    const ask = (session: number, agent = 'main') => scene.ask({ session: `s${session}`, agent })
    for (let session = 0; session < 4; session++) ask(session)
    expect(() => ask(4)).toThrow(/4 requests of the agent wait/)
    expect(ask(4, 'other').kind).toBe('waiting')
    for (const { request } of scene.store.pending()) scene.store.cancel(request.id)
    ask(5)
    ask(6)
    expect(() => ask(7)).toThrow(/the agent asked 6 times in the last minute/i)
  })

  test('makes room when it is over and others come, unless its answer still counts', () => {
    const scene = open({ maxKept: 3, maxPerMinute: 1000, lifetimeMs: 1000 })
    scene.store.answer(scene.askFor({ text: 'denied' }), NO)
    scene.store.answer(scene.askFor({ text: 'allowed' }), YES)
    for (let count = 0; count < 10; count++) scene.store.cancel(scene.askFor({ text: `${count}` }))
    scene.askFor()
    const kept = scene.store.all().map(({ request }) => request.binding.text)
    expect(kept).toEqual(expect.arrayContaining(['denied', 'allowed']))
    expect(kept).toHaveLength(4)
  })

  test('that was left at a terminal is not taken up by a device, which could approve it as if it were not its own', () => {
    const folder = join(temporaryFolder(), 'requests')
    const store = openRequestStore(folder)
    const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest()
    const left = store.create(request).request
    const file = join(folder, `${left.id}.request.json`)
    writeFileSync(file, JSON.stringify({ ...left, asker: left.asker!.replace(/^\d+/, String(2 ** 22)) }))
    const origin = { deviceId: 'd', deviceName: 'device', role: 'operator' }
    expect(store.create({ ...request, origin }).request.id).not.toBe(left.id)
    expect(store.create(request).request.id).toBe(left.id)
  })

  test('is forgotten a day after its time', () => {
    const scene = open({ lifetimeMs: 1 })
    scene.store.answer(scene.askFor(), NO)
    scene.pass(24 * 3600 * 1000 + 1)
    const id = scene.askFor()
    expect(readdirSync(scene.folder)).toEqual([`${id}.request.json`])
  })

  test('ends all waiting for it, by its answer, its time or its cancellation', async () => {
    const scene = open()
    const [answered, cancelled] = [scene.askFor(), scene.askFor({ text: 'other' })]
    const waiting = Promise.all([scene.store.settled(answered), scene.store.settled(cancelled)])
    const other = openRequestStore(scene.folder, { now: () => 1000 })
    other.answer(answered, YES)
    other.cancel(cancelled)
    expect((await waiting).map((record) => [record.answer?.decision, record.cancelledAt])).toEqual([
      ['allow-once', undefined],
      [undefined, 1000],
    ])
    const short = openRequestStore(join(temporaryFolder(), 'r'), { lifetimeMs: 30 })
    const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest()
    const requested = short.create(request)
    expect(requested.kind === 'waiting' && (await short.settled(requested.request.id)).answer).toBeUndefined()
    const aborted = scene.store.settled(scene.askFor({ text: 'third' }), { signal: AbortSignal.abort() })
    await expect(aborted).rejects.toThrow(/abort/i)
  })

  test('survives the process that asked, and is answered afterwards', async () => {
    const folder = join(temporaryFolder(), 'requests')
    const asker = startFixture('ask', [folder])
    const [chunk] = (await once(asker.stdout!, 'data')) as [Buffer]
    asker.kill('SIGKILL')
    await once(asker, 'exit')
    const store = openRequestStore(folder)
    const id = String(chunk).trim()
    expect(store.pending()).toHaveLength(1)
    // The same call, made anew, takes up what waits, and afterwards its answer; another call does not.
    const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest()
    expect(store.create(request)).toMatchObject({ kind: 'taken-up', request: { id } })
    const another = store.create({ ...request, binding: aBinding({ session: 'other' }) })
    expect(another.kind).toBe('waiting')
    store.answer(id, YES)
    expect(store.create(request)).toMatchObject({ kind: 'taken-up', request: { id } })
    expect((await store.settled(id)).answer).toMatchObject(YES)
    expect(store.use(id, aBinding())).toMatchObject({ kind: 'granted' })
    expect(store.create(request).kind).toBe('waiting')
  })

  test('of a process that lives is not taken up by another', () => {
    const scene = open()
    const id = scene.askFor()
    const other = openRequestStore(scene.folder, { now: () => 1000 })
    const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest()
    const requested = other.create(request)
    expect(requested).toMatchObject({ kind: 'waiting' })
    expect(requested.request.id).not.toBe(id)
  })

  test('is not read through a link, nor from a file that others can write', () => {
    const scene = open()
    const id = scene.askFor()
    const answer = join(scene.folder, `${id}.answer.json`)
    writeFileSync(join(scene.folder, 'planted'), JSON.stringify({ ...YES, at: 1 }), { mode: 0o600 })
    symlinkSync('planted', answer)
    expect(() => scene.store.get(id)).toThrow(/symbolic link/)
    expect(() => scene.store.use(id, aBinding())).toThrow(/symbolic link/)
  })
})

describe('a question that was denied', () => {
  const spelt = (text: string, words: readonly string[]) => ({ text, argv: [words] })

  test('is not asked again with other quotes or blanks', () => {
    const scene = open()
    scene.store.answer(scene.askFor(spelt('git push "origin"  main', ['git', 'push', 'origin', 'main'])), NO)
    for (const text of ['git push origin main', "git  push 'origin' main", 'git push ori"gin" main '])
      expect(scene.ask(spelt(text, ['git', 'push', 'origin', 'main'])).kind, text).toBe('denied-before')
  })

  test.each([
    ['other words', spelt('git push origin next', ['git', 'push', 'origin', 'next'])],
    ['quotes that join words', spelt('git push "origin main"', ['git', 'push', 'origin main'])],
    ['another redirection', spelt('git push origin main > log', ['git', 'push', 'origin', 'main'])],
    ['a line of its own', spelt('git push\norigin main', ['git', 'push', 'origin', 'main'])],
    ['input in the line', spelt('git push origin main <<< x', ['git', 'push', 'origin', 'main'])],
    ['another session', { ...spelt('git push origin main', ['git', 'push', 'origin', 'main']), session: 'other' }],
    ['words that are not known', { text: 'git push origin  main', argv: null }],
  ] as [string, Partial<Binding>][])('is asked with %s', (_what, change) => {
    const scene = open()
    scene.store.answer(scene.askFor(spelt('git push origin main', ['git', 'push', 'origin', 'main'])), NO)
    expect(scene.ask(change).kind).toBe('waiting')
  })

  test('says nothing about an approval, which is for exactly its text', () => {
    const scene = open()
    const id = scene.askFor(spelt('git push origin main', ['git', 'push', 'origin', 'main']))
    scene.store.answer(id, YES)
    const respelt = aBinding(spelt('git push  origin main', ['git', 'push', 'origin', 'main']))
    expect(scene.store.use(id, respelt).kind).toBe('drifted')
  })
})

test('a request that is too large for a person is not made, and one that is too large to be read is left out', () => {
  const scene = open()
  expect(() => scene.ask({ text: 'm'.repeat(3_000_000) })).toThrow(
    expect.objectContaining({ code: 'APPROVAL_LIMIT', message: expect.stringContaining('are shown to a person') }),
  )
  expect(readdirSync(scene.folder)).toEqual([])
  const id = scene.askFor()
  writeFileSync(join(scene.folder, `${'0'.repeat(32)}.request.json`), ' '.repeat(5_000_000), { mode: 0o600 })
  expect(scene.store.pending().map(({ request }) => request.id)).toEqual([id])
})
