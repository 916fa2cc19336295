import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { serveModel } from '@poundlock/tooling/model-server'
import { needsProgram } from '@poundlock/tooling/programs'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, pairedPage } from './browser-page.ts'
import { expectUsable } from './expect-usable.ts'
import { GatewayScene } from './gateway-scene.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

const MCP_SERVER = createRequire(import.meta.url).resolve('@poundlock/tooling/changing-mcp-server')
const HOSTILE = `<img src=x onerror="document.title=1">\u202Etxt`
const echo = 'mcp__echoing__echo'

test('a tool that changed is held back from the model of a session, and comes back when a person accepts it', async () => {
  const tools = join(temporaryFolder(), 'tools.json')
  const list = (description: string) =>
    writeFileSync(tools, JSON.stringify([{ name: 'echo', description, inputSchema: { type: 'object' } }]))
  list('Says it again.')
  const { flags, requests } = await serveModel([{ calls: [[echo, {}]] }, { text: 'First.' }, {}, {}])
  const [, model, , baseUrl] = flags
  const scene = new GatewayScene({
    mcpServers: { echoing: { command: process.execPath, args: [MCP_SERVER, tools], sandbox: false } },
    gateway: { agents: { model, baseUrl } },
  })
  await scene.start()
  const page = await pairedPage(scene)
  const offered = () => requests.at(-1).tools.map((tool: any) => tool.function.name as string)
  const working = scene.runAgent('run', 'say it')
  await page.getByRole('button', { name: 'Allow once' }).click()
  const events = await working
  expect(events.at(-1)).toMatchObject({ type: 'prompt-ended', reason: 'answered' })
  expect(offered()).toContain(echo)
  const { id } = events[0]

  // From the session to its servers, and to one of them.
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Its MCP servers' }).click()
  await expect.poll(() => page.url()).toMatch(new RegExp(`#/mcp\\?session=${id}$`))
  const server = page.getByRole('article', { name: 'Server echoing' })
  await server.getByText('runs', { exact: true }).waitFor()
  await server.getByRole('link', { name: 'Its tools' }).click()
  await server.getByText('can be called', { exact: true }).waitFor()

  list(`Says it again. ${HOSTILE}`)
  await server.getByRole('button', { name: 'list its tools anew' }).click()
  const changes = server.getByRole('region', { name: 'What differs in echo' })
  await changes.waitFor()
  expect(await changes.innerText()).toContain('+Says it again. <img src=x onerror="document.title=1">\\u{202e}txt')
  expect(await page.locator('main img, main script').count()).toBe(0)
  await expectUsable(page)
  await scene.runAgent('resume', id, 'and now?')
  expect(offered()).not.toContain(echo)
  await server.getByRole('button', { name: 'Accept it as it is now' }).click()
  await server.getByRole('button', { name: 'Withhold it' }).waitFor()
  await scene.runAgent('resume', id, 'and now?')
  expect(offered()).toContain(echo)

  // The list goes back to the gateway's own, and the history of the browser to the session.
  await page.getByRole('combobox').selectOption({ label: 'the gateway' })
  await expect.poll(() => page.url()).toMatch(/#\/mcp$/)
  await server.getByText('its tools are known', { exact: true }).waitFor()
  await page.goBack()
  await server.getByRole('button', { name: 'Withhold it' }).click()
  await server.getByText('1 to be accepted').waitFor()
  await page.goto(`${scene.address}#/mcp?session=s_unknown`)
  await page.getByRole('alert').getByText('There is no such session.').waitFor()
  await expectUsable(page)
})
