import { needsProgram } from '@poundlock/tooling/programs'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, pairedPage } from './browser-page.ts'
import { GatewayScene } from './gateway-scene.ts'
import { keptQueue } from './kept-queue.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

const COMMAND = 'rm -f second'

/** A page that has kept a request that waits, and what revokes its browser. */
async function keepingPage(): Promise<{ page: Page; scene: GatewayScene; revoke: () => Promise<void> }> {
  const scene = new GatewayScene()
  await scene.start()
  const page = await pairedPage(scene)
  const { devices } = await scene.cli('devices', 'list')
  const { id } = devices.find(({ name }: { readonly name: string }) => name === 'My browser')
  const agent = await scene.openAgent()
  agent.exec(COMMAND).catch(() => undefined)
  await page.getByRole('article').waitFor()
  await expect.poll(() => keptQueue(page)).toEqual([COMMAND])
  return { page, scene, revoke: () => scene.cli('devices', 'revoke', id) }
}

test('a browser that is revoked while it looks forgets the queue that it kept', async () => {
  const { page, revoke } = await keepingPage()
  await revoke()
  await page.getByRole('button', { name: 'Pair' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(0)
  await expect.poll(() => keptQueue(page)).toBeUndefined()
})

test('a browser that was revoked while its page was closed forgets the queue, and shows it no more without a gateway', async () => {
  const { page, scene, revoke } = await keepingPage()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto('about:blank')
  await revoke()
  await page.goto(scene.address)
  await page.getByRole('button', { name: 'Pair' }).waitFor()
  await expect.poll(() => keptQueue(page)).toBeUndefined()
  await scene.kill()
  await page.reload()
  await page.getByRole('main').waitFor()
  expect(await page.getByText(COMMAND).count()).toBe(0)
  await expect.poll(() => keptQueue(page)).toBeUndefined()
})
