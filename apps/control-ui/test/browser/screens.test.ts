import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, pairedPage } from './browser-page.ts'
import { expectUsable } from './expect-usable.ts'
import { GatewayScene } from './gateway-scene.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

const MCP_SERVER = createRequire(import.meta.url).resolve('@poundlock/tooling/changing-mcp-server')
const HOSTILE = `<img src=x onerror="document.title=1">\u202Etxt\u001B[31m`

test('sessions, output, recordings, a node, devices and MCP tools are shown as text, and calls are cancelled', async () => {
  const tools = join(temporaryFolder(), 'tools.json')
  const list = (description: string) =>
    writeFileSync(tools, JSON.stringify([{ name: 'echo', description, inputSchema: { type: 'object' } }]))
  list('Says it again.')
  const echoing = { command: process.execPath, args: [MCP_SERVER, tools], sandbox: false }
  const scene = new GatewayScene({ mcpServers: { echoing } })
  await scene.start()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent()

  // What is alike is answered together, and each effect is a sentence.
  const calls = [1, 2, 3].map((each) => agent.exec(`rm -f made${each}`))
  const batch = page.getByRole('region', { name: '3 requests that are alike' })
  await batch.waitFor()
  await page.getByText('deletes made1').waitFor()
  await expectUsable(page)
  await batch.getByRole('button', { name: 'Allow all 3 once' }).press('Enter')
  expect(await batch.isVisible()).toBe(true)
  await batch.getByRole('button', { name: 'Allow all 3 once' }).click()
  for (const { status } of await Promise.all(calls)) expect(status).toBe('ran')
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()

  // What is allowed in a session is not asked about there again.
  const first = agent.exec('touch kept')
  await page.getByRole('button', { name: 'Allow more…' }).click()
  await page.getByRole('button', { name: 'Allow from now on' }).click()
  expect(await first).toMatchObject({ status: 'ran' })
  expect(await agent.exec('touch kept')).toMatchObject({ status: 'ran' })

  const recorded = agent.exec(`printf '%s\\n' '${HOSTILE}'`, { record: true })
  await page.getByRole('button', { name: 'Allow once' }).click()
  expect(await recorded).toMatchObject({ status: 'ran' })
  const running = agent.exec(`printf '%s\\n' '${HOSTILE}' && sleep 600`)
  await page.getByRole('button', { name: 'Allow once' }).click()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('link', { name: /^run_/ }).waitFor()
  await expectUsable(page)
  await page.getByRole('link', { name: /^run_/ }).click()
  await page.getByRole('button', { name: 'Show the end' }).click()
  const played = page.getByRole('region', { name: 'Output' })
  await expect.poll(() => played.textContent()).toContain('<img src=x onerror=')
  expect(await played.textContent()).toContain('\\u{202e}txt')
  expect(await page.locator('main img, main script').count()).toBe(0)
  await expectUsable(page)
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('listitem').getByRole('link').first().click()
  const card = page.getByRole('article').first()
  await card.getByText('running').waitFor()
  const output = card.getByRole('region', { name: 'Output' })
  await expect.poll(() => output.innerText().catch(() => '')).toContain('<img src=x onerror=')
  expect(await output.innerText()).toContain('\\u{202e}txt')
  expect(await page.locator('main img, main script').count()).toBe(0)
  await expectUsable(page)
  await card.getByRole('button', { name: 'Cancel' }).click()
  expect(await running).toMatchObject({ status: 'cancelled' })
  await card.getByText('cancelled', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Nodes' }).click()
  await page.getByText('None is paired').waitFor()
  await scene.startNode('build box')
  const node = page.getByRole('article', { name: 'Node build box' })
  await node.getByText('connected', { exact: true }).waitFor()
  await node.getByRole('button', { name: 'Approve what it offers' }).click()
  await node
    .getByText(/system\.run\b/)
    .first()
    .waitFor()
  await page.getByLabel('Name', { exact: true }).fill('phone')
  await page.getByRole('button', { name: 'Make a setup code' }).click()
  const link = await page.locator('.link').innerText()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#gateway=[0-9a-f]{64}&code=/)
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await expectUsable(page)
  await expect.poll(() => page.title()).toBe('Poundlock · Nodes')

  // What a server says of a tool is compared with what was accepted; both are text.
  await page.getByRole('link', { name: 'MCP' }).click()
  await page.getByRole('link', { name: 'Its tools' }).click()
  const refresh = page.getByRole('button', { name: 'Start it and list its tools anew' })
  await refresh.click()
  await page.getByText('can be called', { exact: true }).waitFor()
  list(`Says it again. ${HOSTILE}`)
  await refresh.click()
  const changes = page.getByRole('region', { name: 'What differs in echo' })
  await changes.waitFor()
  expect(await changes.innerText()).toContain('-Says it again.\n')
  expect(await changes.innerText()).toContain('+Says it again. <img src=x onerror="document.title=1">\\u{202e}txt')
  expect(await page.locator('main img, main script').count()).toBe(0)
  await expectUsable(page)
  await page.getByRole('button', { name: 'Accept it as it is now' }).click()
  await page.getByRole('button', { name: 'Withhold it' }).click()
  await page.getByText('1 to be accepted').waitFor()
})
