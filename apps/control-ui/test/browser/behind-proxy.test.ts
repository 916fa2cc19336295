import { needsProgram } from '@poundlock/tooling/programs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, pairedPage } from './browser-page.ts'
import { expectUsable } from './expect-usable.ts'
import { GatewayScene } from './gateway-scene.ts'
import { keptQueue } from './kept-queue.ts'
import { openPathProxy } from './path-proxy.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

const COMMAND = 'rm -f "<b>second"'

test('below a path of a proxy it answers, is kept for times without a gateway, and then shows what waited', async () => {
  const proxy = await openPathProxy('/tools/desk/')
  const scene = new GatewayScene({ gateway: { hosts: [proxy.host], origins: [`http://${proxy.host}`] } })
  await scene.start()
  proxy.leadTo(scene.address)
  const page = await pairedPage(scene, { address: proxy.address })
  const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  expect(worker).toBe(proxy.address)
  const agent = await scene.openAgent()
  const first = agent.exec('touch first')
  await page.getByRole('button', { name: 'Allow once' }).click()
  expect(await first).toMatchObject({ status: 'ran' })
  const second = agent.exec(COMMAND).catch(() => null)
  await page.getByText('deletes').waitFor()
  const kept = () => keptQueue(page)
  await expect.poll(kept).toEqual([COMMAND])

  await scene.kill()
  await page.goto('about:blank')
  await page.goto(proxy.address)
  await page.getByRole('heading', { name: 'The gateway cannot be reached' }).waitFor()
  const card = page.getByRole('article')
  expect(await card.textContent()).toContain('<b>second')
  expect(await card.getByRole('button').count()).toBe(0)
  await expectUsable(page)

  await scene.start()
  await page.getByRole('heading', { name: 'waits for an answer' }).waitFor()
  expect(await card.textContent()).toContain('<b>second')
  await page.getByRole('button', { name: 'Forget this browser' }).click()
  await page.getByRole('button', { name: 'Pair' }).waitFor()
  await expect.poll(kept).toBeUndefined()
  agent.client.close()
  await second
})

test('gateways below two paths of one address have a device, a kept page and a kept queue each', async () => {
  const proxy = await openPathProxy('/one/')
  const open = async (name: string, address: string) => {
    const scene = new GatewayScene({ gateway: { name, hosts: [proxy.host], origins: [`http://${proxy.host}`] } })
    await scene.start()
    proxy.leadTo(scene.address, new URL(address).pathname)
    return scene
  }
  const addresses = [proxy.address, proxy.address.replace('/one/', '/other/')] as const
  const [one, other] = [await open('the first', addresses[0]), await open('the second', addresses[1])]
  const page = await pairedPage(one, { address: addresses[0] })
  const isKept = async () => {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect.poll(() => keptQueue(page)).toEqual([])
  }
  await isKept()
  const { link } = await other.cli('gateway', 'pair', '--scope', 'all')
  await page.goto(link.replace(other.address, addresses[1]))
  await page.getByRole('button', { name: 'Pair' }).click()
  await page.getByText('the second').waitFor()
  await isKept()
  await page.goto(addresses[0])
  await page.getByText('the first').waitFor()
  await Promise.all([one.kill(), other.kill()])
  for (const [at, name] of ['the first', 'the second'].entries()) {
    await page.goto(addresses[at]!)
    await page.getByText(`This waited at ${name}`).waitFor()
  }
})
