import { findProgram, needsProgram } from '@poundlock/tooling/programs'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { GatewayScene } from './gateway-scene.ts'

const PATIENCE_MS = 180_000
const RUNNING: { browser: Promise<Browser> | null } = { browser: null }

/** Ends the browser of a file of tests. */
export async function closeBrowser(): Promise<void> {
  const { browser: last } = RUNNING
  RUNNING.browser = null
  await (await last)?.close()
}

/** One browser for all tests of a file; each page has a profile of its own. */
function browser(): Promise<Browser> {
  RUNNING.browser ??= chromium.launch({
    executablePath: findProgram('chromium')!,
    // Its own sandbox needs a user that is not root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  return RUNNING.browser
}

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  /** Of the page, where it is not that of the gateway: behind a proxy. */
  readonly address?: string
}

/** The control page in a browser. When the test ends, the page must have made no request elsewhere and broken no rule of its policy. */
export async function openPage(address: string, { width = 1440, height = 900 }: PageOptions = {}): Promise<Page> {
  needsProgram('chromium')
  const context = await (await browser()).newContext({ viewport: { width, height } })
  // Other tests and programs may keep the machine busy; what never comes fails all the same.
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const problems: string[] = []
  const own = new URL(address).host
  page.on('request', (request) => {
    if (new URL(request.url()).host !== own) problems.push(`request to ${request.url()}`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const isBroken = /content security policy|trusted type/i.test(message.text())
    if (isBroken) problems.push(message.text())
  })
  onTestFinished(async () => {
    await context.close()
    expect(problems).toEqual([])
  })
  await page.goto(address)
  return page
}

/** The control page of a browser that was paired with the link that a person gets. */
export async function pairedPage(scene: GatewayScene, options: PageOptions = {}): Promise<Page> {
  const { link } = await scene.cli('gateway', 'pair', '--scope', 'all')
  const { address = scene.address } = options
  const page = await openPage(link.replace(scene.address, address), options)
  await page.getByRole('button', { name: 'Pair' }).click()
  await page.getByRole('heading', { name: /^(?:Nothing|\d+) waits? for/ }).waitFor()
  return page
}

/** The card of a request, once it is the only one: what was answered before has left the queue. */
export async function onlyCard(page: Page, text: string): Promise<Locator> {
  const cards = page.getByRole('article')
  await cards.filter({ hasText: text }).waitFor()
  await expect.poll(() => cards.count()).toBe(1)
  return cards
}
