import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { READ_FILE_TOOL, WRITE_FILE_TOOL } from '@poundlock/spec/tools'
import { expect, test, vi } from 'vitest'
import type { CallOptions } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'

const run = ({ runtime, context }: ReturnType<typeof openRuntime>, command: string, options: CallOptions) =>
  runtime.call({ id: 'call_1', name: 'exec', input: { command } }, context, options)

test('a call is about to run exactly once, after it was decided and before its start is recorded', async () => {
  const scene = openRuntime({ mode: 'allow' })
  const starts: string[] = []
  const outcome = await run(scene, 'echo a', {
    async beforeRun({ runId, decision }) {
      starts.push(`${runId} ${decision.decision} ${scene.records.map(({ type }) => type).join()}`)
    },
  })
  expect(outcome.status).toBe('ran')
  expect(starts).toEqual([`${outcome.runId} allow decision`])
})

test('nothing runs when its caller cannot note that it is about to', async () => {
  const scene = openRuntime({ mode: 'allow' })
  const outcome = await run(scene, 'echo a', { beforeRun: () => Promise.reject(new Error('disk full')) })
  expect(outcome).toMatchObject({ status: 'failed', run: null })
  expect(scene.records.map(({ type }) => type)).not.toContain('run-start')
})

test('a call that is denied is never about to run', async () => {
  const scene = openRuntime({ mode: 'read-only' })
  const outcome = await run(scene, 'touch a', { beforeRun: () => Promise.reject(new Error('never')) })
  expect(outcome.status).toBe('denied')
})

test('a caller learns of a tool that only reads, for which it needs no note', async () => {
  const nothing = async () => ({ content: [] })
  const handlers = [READ_FILE_TOOL, WRITE_FILE_TOOL].map((spec) => ({ spec, run: nothing }))
  const { runtime, context } = openRuntime({ mode: 'allow' }, { handlers })
  const starts: boolean[] = []
  const beforeRun: CallOptions['beforeRun'] = async ({ onlyReads }) => void starts.push(onlyReads)
  const call = (name: string, input: object) => runtime.call({ id: name, name, input }, context, { beforeRun })
  writeFileSync(join(context.workspace, 'note.txt'), 'a')
  await call('read_file', { path: 'note.txt' })
  await call('write_file', { path: 'other.txt', content: 'b' })
  await call('exec', { command: 'cat note.txt' })
  expect(starts).toEqual([true, false, false])
})

test('a command starts when what its caller notes is written, and its start is recorded meanwhile', async () => {
  const scene = openRuntime({ mode: 'allow' })
  const note = Promise.withResolvers<void>()
  const marker = join(scene.context.workspace, 'ran')
  const call = run(scene, `touch ${marker}`, { beforeRun: async ({ waitUntil }) => waitUntil(note.promise) })
  await vi.waitUntil(() => scene.records.some(({ type }) => type === 'run-start'), { timeout: 60_000 })
  expect(existsSync(marker)).toBe(false)
  note.resolve()
  expect(await call).toMatchObject({ status: 'ran' })
  expect(existsSync(marker)).toBe(true)
})

test('nothing starts where what its caller notes cannot be written, and the records say so', async () => {
  const calls: unknown[] = []
  const write = async (input: unknown) => {
    calls.push(input)
    return { content: [] }
  }
  const scene = openRuntime({ mode: 'allow' }, { handlers: [{ spec: WRITE_FILE_TOOL, run: write }] })
  const { runtime, context, records } = scene
  const marker = join(context.workspace, 'ran')
  const beforeRun: CallOptions['beforeRun'] = async ({ waitUntil }) => {
    waitUntil(Promise.resolve())
    waitUntil(Promise.reject(new Error('disk full')))
  }
  expect(await run(scene, `touch ${marker}`, { beforeRun })).toMatchObject({ status: 'failed', run: null })
  expect(existsSync(marker)).toBe(false)
  const [end] = records.filter(({ type }) => type === 'run-end')
  expect(end?.data).toMatchObject({ outcome: 'not-started' })
  const late = { id: 'call_2', name: 'write_file', input: { path: 'other.txt', content: 'b' } }
  expect(await runtime.call(late, context, { beforeRun })).toMatchObject({ status: 'failed' })
  expect(calls).toEqual([])
})
