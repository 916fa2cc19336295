import { needsProgram } from '@poundlock/tooling/programs'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, pairedPage } from './browser-page.ts'
import { expectUsable } from './expect-usable.ts'
import { GatewayScene } from './gateway-scene.ts'
import { openPathProxy } from './path-proxy.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

const PREFIX = '/tools/desk/'

/** A page below a path of a proxy, in a browser that has permitted notices where `permitted`. */
async function openScene(permitted: boolean) {
  const proxy = await openPathProxy(PREFIX)
  const scene = new GatewayScene({
    gateway: {
      hosts: [proxy.host],
      origins: [`http://${proxy.host}`],
      push: { privateHosts: ['localhost'] },
    },
  })
  await scene.start()
  proxy.leadTo(scene.address)
  const page = await pairedPage(scene, { address: proxy.address })
  const origin = `http://${proxy.host}`
  if (permitted) await page.context().grantPermissions(['notifications'], { origin })
  return { scene, page, origin, address: proxy.address, ...(await openWorker(page, origin)) }
}

/** The service worker of the page: what it shows, and a push service's way to it. */
async function openWorker(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page)
  const ids = new Map<string, string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId } of registrations) ids.set(scopeURL, registrationId)
  })
  await session.send('ServiceWorker.enable')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => ids.get(`${origin}${PREFIX}`)).toBeDefined()
  const registrationId = ids.get(`${origin}${PREFIX}`)!
  const [running] = page.context().serviceWorkers()
  const worker = running ?? (await page.context().waitForEvent('serviceworker'))
  return {
    /** Brings a push as the browser does that has decrypted it. */
    deliver: (data: string) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    notices: () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
        return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
      }),
    /** Presses a notice; the browser lets only people do that. */
    press: (id: string) =>
      worker.evaluate((card) => {
        const { openQueue } = globalThis as unknown as { openQueue: (id: string) => Promise<void> }
        return openQueue(card)
      }, id),
  }
}

const openDialog = (page: Page) => page.getByRole('button', { name: 'Notices' }).click()

test('a push is shown while the page is closed, each takes the place of the one before, and the last takes it away', async () => {
  const { page, address, deliver, notices } = await openScene(true)
  await page.goto('about:blank')
  const text = '<img src=x onerror=alert(1)> \\u{202e}'
  await deliver(JSON.stringify({ waiting: 1, gateway: 'desk', id: 'abc', text }))
  await expect.poll(notices).toEqual([{ title: '1 request waits for an answer', body: `desk: ${text}` }])
  await deliver(JSON.stringify({ waiting: 3, gateway: 'desk' }))
  await expect.poll(notices).toEqual([{ title: '3 requests wait for an answer', body: 'desk' }])
  await deliver('no JSON')
  await expect.poll(notices).toEqual([{ title: 'Requests wait for an answer', body: '' }])
  await deliver(JSON.stringify({ waiting: 0, gateway: 'desk' }))
  await expect.poll(notices).toEqual([])
  await deliver(JSON.stringify({ waiting: 2, gateway: 'desk' }))
  await expect.poll(notices).toHaveLength(1)
  await page.goto(address)
  await page.getByRole('heading', { name: /for an answer/ }).waitFor()
  await expect.poll(notices).toEqual([])
})

test('a notice that is pressed opens its card, below the path of the page', async () => {
  const { scene, page, address, press } = await openScene(true)
  const agent = await scene.openAgent()
  const calls = [agent.exec('touch one'), agent.exec('touch two')]
  await page.getByRole('heading', { name: '2 wait for an answer' }).waitFor()
  const { requests } = await scene.cli('approvals', 'pending')
  const { id } = requests.at(-1)
  await page.evaluate(() => (location.hash = '#/nodes'))
  await page.getByRole('heading', { name: 'Nodes' }).first().waitFor()
  // Without a person, the browser lets no page be brought to the front.
  await press(id).catch(() => undefined)
  await expect.poll(() => page.url()).toBe(`${address}#/approvals/${id}`)
  await press('x/../"').catch(() => undefined)
  await expect.poll(() => page.url()).toBe(`${address}#/approvals`)
  agent.client.close()
  await Promise.allSettled(calls)
})

test('the browser is asked only after the button was pressed, and its refusal is said', async () => {
  const { page } = await openScene(false)
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked?: number }).asked ?? 0)
  await page.evaluate(() => {
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = async () => {
      const counts = globalThis as unknown as { asked?: number }
      counts.asked = (counts.asked ?? 0) + 1
      // In a window of its own the test's browser refuses without a question.
      return ask()
    }
  })
  await openDialog(page)
  await page.getByText('Notices are off.').waitFor()
  expect(await asked()).toBe(0)
  await expectUsable(page)
  await page.getByRole('button', { name: 'Turn notices on' }).click()
  await expect.poll(asked).toBe(1)
  await page.getByText('The browser refuses notices').waitFor()
})

test('without a push service, an open page in the background shows notices itself', async () => {
  const { scene, page, notices } = await openScene(true)
  await openDialog(page)
  await page.getByRole('button', { name: 'Turn notices on' }).click()
  await page.getByText('Notices are on while this page is open').waitFor()
  // The test's browser has no push service.
  await page.getByText('This browser gets no pushes').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const agent = await scene.openAgent()
  const call = agent.exec('touch secret-name')
  await expect.poll(notices).toEqual([{ title: '1 request waits for an answer', body: 'test gateway' }])
  await page.getByRole('button', { name: 'Deny' }).click()
  expect(await call).toMatchObject({ status: 'unapproved' })
  await expect.poll(notices).toEqual([])
})

test('a subscription goes to the gateway, is known after a reload, and ends with the button', async () => {
  const { page, origin } = await openScene(true)
  await page.addInitScript(() => {
    // The test's browser has no push service: what one gives out stands in for it. All else is the page's own.
    const json = {
      endpoint: 'https://localhost:9/send/one',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    }
    const unsubscribe = async () => (localStorage.removeItem('subscribed'), true)
    const subscription = { endpoint: json.endpoint, toJSON: () => json, unsubscribe } as unknown as PushSubscription
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem('subscribed', options?.applicationServerKey as string)
      return subscription
    }
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? subscription : null)
  })
  await page.reload()
  await page.getByRole('heading', { name: /for an answer/ }).waitFor()
  await openDialog(page)
  await page.getByRole('button', { name: 'Turn notices on' }).click()
  await page.getByText('Notices are on. They arrive also while this page is closed. They show no command.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toMatch(/^[\w-]{87}$/)
  await page.reload()
  await openDialog(page)
  await page.getByText('Notices are on. They arrive also').waitFor()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Turn notices off' }).click()
  await page.getByText('Notices are off.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull()
  expect(new URL(page.url()).origin).toBe(origin)
})
