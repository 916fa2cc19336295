import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createExecutableFinder, SYSTEM_PATH } from '@poundlock/plan'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { connectDevice } from '../gateway/device-connection.ts'
import { ownerDevice, type GatewayScene } from '../gateway/scene.ts'

/** The Chromium of this machine, without a window. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = createExecutableFinder(SYSTEM_PATH)('chromium', '/')
  if (executablePath === null) throw new Error('Chromium is not installed. Install the package chromium of the system.')
  // Its own sandbox needs a user that is not root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}

/** A page that is paired with a gateway, and its DevTools. */
export interface PairedPage {
  readonly page: Page
  readonly devTools: CDPSession
  /** Without a hash. */
  readonly address: string
}

/** Opens the control page in a profile of its own, and pairs it. */
export async function openPairedPage(browser: Browser, scene: GatewayScene): Promise<PairedPage> {
  const owner = await connectDevice(
    `ws+unix://${join(scene.state, 'gateway', 'gateway.sock')}:/ws`,
    ownerDevice(scene.state),
  )
  const params = { role: 'operator', scopes: ROLE_SCOPES.operator }
  const { code, gateway } = await owner.request('devices.invite', params)
  owner.close()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript({ path: fileURLToPath(new URL('in-page.js', import.meta.url)) })
  const page = await context.newPage()
  const address = `http://127.0.0.1:${scene.port}/`
  await page.goto(`${address}#gateway=${gateway.id}&code=${code}`)
  await page.getByRole('button', { name: 'Pair' }).click()
  await page.getByRole('heading', { name: /for an answer/ }).waitFor()
  return { page, devTools: await context.newCDPSession(page), address }
}

/** What a page holds after its garbage was collected. */
export interface PageMemory {
  readonly heapBytes: number
  readonly nodes: number
  readonly listeners: number
}

export async function memoryOf({ devTools }: PairedPage): Promise<PageMemory> {
  // What the first one frees may be all that holds something else.
  for (let turn = 0; turn < 2; turn++) await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devTools.send('Memory.getDOMCounters')
  return { heapBytes: usedSize, nodes, listeners: jsEventListeners }
}
