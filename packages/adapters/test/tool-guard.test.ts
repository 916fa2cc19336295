import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { guardTool } from '../src/index.ts'
import { ALLOWED, ASKED, DENIED, openPlace } from './fixtures/place.ts'

const OWNER = { approved: true, by: 'a test' }

test('a call is decided before it runs, and only an allowed one runs without an answer', async () => {
  const { host, made } = await openPlace()
  const guard = guardTool(host, 'exec')
  expect(await guard.decide({ id: '1', input: ALLOWED })).toEqual({ decision: 'allow' })
  expect(await guard.run({ id: '1', input: ALLOWED })).toMatchObject({ status: 'ran', run: { exitCode: 0 } })
  expect(await guard.decide({ id: '2', input: DENIED })).toMatchObject({ decision: 'deny' })
  expect((await guard.run({ id: '2', input: DENIED })).status).toBe('denied')
  expect(await guard.decide({ id: '3', input: ASKED })).toMatchObject({
    decision: 'ask',
    request: { command: ASKED.command },
  })
  expect((await guard.run({ id: '3', input: ASKED })).status).toBe('unapproved')
  expect(made()).toBe(false)
})

test('an approval holds for one run of one call with one input', async () => {
  const { host, made, root } = await openPlace()
  const guard = guardTool(host, 'exec')
  await guard.answer({ id: '1', input: { timeout: 30, ...ASKED } }, OWNER)
  expect((await guard.run({ id: '1', input: ASKED })).status).toBe('unapproved')
  expect((await guard.run({ id: '2', input: { timeout: 30, ...ASKED } })).status).toBe('unapproved')
  expect(made()).toBe(false)
  // The same input, with its members in another order.
  const outcome = await guard.run({ id: '1', input: { ...ASKED, timeout: 30 } })
  expect(outcome).toMatchObject({ status: 'ran', approval: { kind: 'person', by: 'a test' } })
  expect(made()).toBe(true)
  rmSync(join(root, 'made'))
  expect((await guard.run({ id: '1', input: { ...ASKED, timeout: 30 } })).status).toBe('unapproved')
  expect(made()).toBe(false)
})

test('an approval does not loosen what the policy denies', async () => {
  const { host, made } = await openPlace()
  const guard = guardTool(host, 'exec')
  expect(await guard.answer({ id: '1', input: DENIED }, OWNER)).toMatchObject({ decision: 'deny' })
  expect((await guard.run({ id: '1', input: DENIED })).status).toBe('denied')
  expect(made()).toBe(false)
})

test('what is changed after it was approved does not run', async () => {
  const { host, made, workspace } = await openPlace()
  const guard = guardTool(host, 'exec')
  const script = join(workspace, 'task.sh')
  writeFileSync(script, 'true\n')
  const call = { id: '1', input: { command: 'sh task.sh' } }
  await guard.answer(call, OWNER)
  writeFileSync(script, 'touch ../made\n')
  expect((await guard.run(call)).status).toBe('denied')
  expect(made()).toBe(false)
})

test('a caller that changes its input after the decision runs nothing of it', async () => {
  const { host, made } = await openPlace()
  const guard = guardTool(host, 'exec')
  const input = { ...ALLOWED }
  expect(await guard.decide({ id: '1', input })).toEqual({ decision: 'allow' })
  input.command = ASKED.command
  expect((await guard.run({ id: '1', input })).status).toBe('unapproved')
  expect(made()).toBe(false)
})

test('a call that waits when the guard is closed never runs', async () => {
  const { host, made } = await openPlace()
  const guard = guardTool(host, 'exec')
  const call = { id: '1', input: ASKED }
  await guard.answer(call, OWNER)
  guard.close()
  expect((await guard.run(call)).status).toBe('unapproved')
  expect(made()).toBe(false)
})

test('an approval that is not used expires', async () => {
  const { host, made } = await openPlace()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const guard = guardTool(host, 'exec', { expiresAfterMs: 60_000 })
  const call = { id: '1', input: ASKED }
  await guard.answer(call, OWNER)
  await vi.advanceTimersByTimeAsync(60_001)
  vi.useRealTimers()
  expect((await guard.run(call)).status).toBe('unapproved')
  expect(made()).toBe(false)
})

test('a declined call ends, and a tool that the host does not have cannot be guarded', async () => {
  const { host, made } = await openPlace()
  const guard = guardTool(host, 'exec')
  await guard.answer({ id: '1', input: ASKED }, { approved: false, by: 'a test', reason: 'not now' })
  expect((await guard.run({ id: '1', input: ASKED })).status).toBe('unapproved')
  expect(made()).toBe(false)
  expect(() => guardTool(host, 'no_such_tool')).toThrow(TypeError)
})
