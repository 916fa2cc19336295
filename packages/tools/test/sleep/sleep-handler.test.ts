import { expect, test } from 'vitest'
import { sleepHandler, type ToolContext } from '../../src/index.ts'

const context = (abortSignal: AbortSignal) => ({ abortSignal }) as ToolContext

test('Sleep waits as long as it is told', async () => {
  const { structured } = await sleepHandler.run({ duration_ms: 30 }, context(new AbortController().signal))
  expect(structured).toMatchObject({ stopped: false })
  expect((structured as { milliseconds: number }).milliseconds).toBeGreaterThanOrEqual(29)
})

test('Sleep ends when the call is given up, and says so', async () => {
  const controller = new AbortController()
  const sleeping = sleepHandler.run({ duration_ms: 3_600_000 }, context(controller.signal))
  controller.abort()
  await expect(sleeping).resolves.toMatchObject({ structured: { stopped: true } })
})
