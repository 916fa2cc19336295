import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk, openRequestStore, type ShownRequest, type Surface } from '../../../src/node/index.ts'
import { aRequest } from '../../a-request.ts'
import { temporaryFolder } from '../start-fixture.ts'

/** A desk with these surfaces, over a store of its own. */
function openScene(surfaces: readonly Surface[], problems: string[] = []) {
  const store = openRequestStore(join(temporaryFolder(), 'requests'))
  const onProblem = (surface: string, error: unknown) => problems.push(`${surface}: ${(error as Error).message}`)
  const desk = openDesk(store, { surfaces, onProblem, showWithinMs: 100 })
  onTestFinished(() => desk.close())
  const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest()
  return { store, desk, ask: () => store.create(request).request.id }
}

test('a surface shows a request once, answers it, and is given what became of it', async () => {
  const shown: ShownRequest[] = []
  const surface: Surface = { name: 'chat', show: async (request) => shown.push(request) > 0 }
  const { desk, ask } = openScene([surface])
  const id = ask()
  expect(await desk.show(id)).toEqual(['chat'])
  expect(await desk.show(id)).toEqual(['chat'])
  expect(shown.map(({ stored }) => stored.id)).toEqual([id])
  expect(shown[0]!.answer({ decision: 'deny', by: 'me', surface: 'chat' })).toMatchObject({ counts: true })
  expect(shown[0]!.signal.aborted).toBe(true)
  expect(await shown[0]!.settled).toMatchObject({ request: { id }, answer: { decision: 'deny', by: 'me' } })
  // It is over, and still known where it was seen.
  expect(await desk.show(id)).toEqual(['chat'])
  expect(shown).toHaveLength(1)
})

test('an answer given elsewhere aborts the signal of every surface', async () => {
  const { promise: showing, resolve } = Promise.withResolvers<ShownRequest>()
  const { store, ask } = openScene([{ name: 'chat', show: async (request) => (resolve(request), true) }])
  const id = ask()
  const { signal, settled, answer } = await showing
  expect(signal.aborted).toBe(false)
  store.answer(id, { decision: 'allow-once', by: 'other', surface: 'terminal' })
  expect(await settled).toMatchObject({ answer: { by: 'other' } })
  expect(signal.aborted).toBe(true)
  expect(answer({ decision: 'deny', by: 'me', surface: 'chat' })).toMatchObject({ counts: false })
})

test('a surface that fails, or never answers, reaches no person and stops no other', async () => {
  const problems: string[] = []
  const { desk, ask } = openScene(
    [
      { name: 'broken', show: () => Promise.reject(new Error('offline')) },
      { name: 'silent', show: () => new Promise<boolean>(() => undefined) },
      { name: 'empty', show: async () => false },
      { name: 'chat', show: async () => true },
    ],
    problems,
  )
  expect(await desk.show(ask())).toEqual(['chat'])
  expect(problems).toEqual(['broken: offline'])
})
