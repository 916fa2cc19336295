import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, pairedPage } from './browser-page.ts'
import { expectUsable } from './expect-usable.ts'
import { fillCards } from './filled-card.ts'
import { GatewayScene } from './gateway-scene.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

const HOSTILE = [
  '<img src=x onerror="document.title=1">',
  '</code></script><script>document.title=1</script>',
  '\u202Etxt.exe\u2066',
  'a\u200Bb\uFEFFc',
  '\u001B[2J\u001B[31mred',
  '[click](javascript:alert(1)) **bold** # heading',
  '&lt;b&gt;',
].join('\n')
/** As the page has to show it. */
const SHOWN = HOSTILE.replaceAll('\u202E', '\\u{202e}')
  .replaceAll('\u2066', '\\u{2066}')
  .replaceAll('\u200B', '\\u{200b}')
  .replaceAll('\uFEFF', '\\u{feff}')
  .replaceAll('\u001B', '\\e')
const MB = 1_000_000

async function expectText(page: Page): Promise<void> {
  const card = page.getByRole('article')
  expect(await page.locator('main :is(img, script, b, em, h3), article a:not([href^="#/sessions/"])').count()).toBe(0)
  const hidden = /[\u202A-\u202E\u2066-\u2069\u200B\u001B\uFEFF]/u
  expect(await card.textContent()).not.toMatch(hidden)
  expect(await card.getAttribute('aria-label')).not.toMatch(hidden)
  await expect.poll(() => page.title()).toBe('(1) Poundlock')
}

async function filledPage(scene: GatewayScene, textOf: (field: string) => string): Promise<Page> {
  const page = await pairedPage(scene)
  await fillCards(page, textOf)
  await page.reload()
  await page.getByRole('heading', { name: /for an answer/ }).waitFor()
  return page
}

test('hostile text in every field of a card is text, and the card can be answered', async () => {
  const scene = new GatewayScene()
  await scene.start()
  const page = await filledPage(scene, () => HOSTILE)
  const agent = await scene.openAgent()
  const call = agent.exec('touch made')
  const card = page.getByRole('article')
  await card.getByRole('button', { name: 'Allow more…' }).click()
  await expectText(page)
  // Each of them is there, and whole.
  const whole = (await card.textContent())!.split(SHOWN).length - 1
  expect(whole).toBeGreaterThanOrEqual(20)
  await expectUsable(page)
  await card.getByRole('button', { name: 'Deny' }).click()
  expect(await call).toMatchObject({ status: 'unapproved' })
  await page.locator('.settled').waitFor()
  expect(await page.locator('main :is(img, script, b)').count()).toBe(0)
})

test('with a megabyte in its command and half of one in every other field the page goes on', async () => {
  const scene = new GatewayScene()
  await scene.start()
  // Ten times what the gateway lets an agent ask: more does not go into a frame that clients read.
  const page = await filledPage(scene, (field) => `${HOSTILE}${'m'.repeat(field === 'text' ? MB : MB / 2)}`)
  const agent = await scene.openAgent()
  const call = agent.exec('touch made')
  const card = page.getByRole('article')
  await card.waitFor()
  expect(await card.getByRole('button', { name: 'Allow once' }).isDisabled()).toBe(true)
  await expectText(page)
  await card
    .locator('.command')
    .getByRole('button', { name: /^Show all 1,000,/ })
    .click()
  await expect.poll(() => card.getByRole('button', { name: 'Allow once' }).isEnabled()).toBe(true)
  await expectText(page)
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  expect(await call).toMatchObject({ status: 'ran' })
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
})

test('what an agent itself can send that is hostile is text: names, folders, files, and a megabyte of them', async () => {
  const scene = new GatewayScene()
  mkdirSync(join(scene.workspace, HOSTILE.replaceAll('/', '|')))
  await scene.start()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent('<img src=x onerror=document.title=1>')
  // The gateway refuses a command of a megabyte before any approval.
  expect(await agent.exec(`touch '${'m'.repeat(MB)}'`)).toMatchObject({ status: 'invalid' })
  const call = agent.call({
    tool: 'write_file',
    input: { path: `${HOSTILE.replaceAll('/', '|')}.md`, content: `${HOSTILE}\n${'m'.repeat(MB)}` },
  })
  const card = page.getByRole('article')
  await card.waitFor()
  await expectText(page)
  expect(await page.getByRole('region', { name: 'What it changes' }).textContent()).toContain('\\u{202e}txt.exe')
  await card.getByRole('button', { name: 'Deny' }).click()
  expect(await call).toMatchObject({ status: 'unapproved' })
  const command = agent.call({ tool: 'exec', input: { command: 'touch made' }, cwd: HOSTILE.replaceAll('/', '|') })
  await card.filter({ hasText: 'touch made' }).waitFor()
  await expectText(page)
  await card.getByRole('button', { name: 'Deny' }).click()
  expect(await command).toMatchObject({ status: 'unapproved' })
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})

test('an agent that fills the queue with megabytes hides nothing small, and the gateway and the page go on', async () => {
  const scene = new GatewayScene()
  await scene.start()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent()
  const write = (name: string, bytes: number) =>
    agent.call({ tool: 'write_file', input: { path: `../${name}`, content: 'm'.repeat(bytes) } }).catch(() => null)
  // It is too large for a person to read, so none is asked.
  expect(await write('huge', 3 * MB)).toMatchObject({
    status: 'unapproved',
    message: expect.stringContaining('are shown to a person'),
  })
  const large = Array.from({ length: 8 }, (_, index) => write(`large-${index}`, 1.5 * MB))
  await expect.poll(() => page.title()).toBe('(8) Poundlock')
  const other = await scene.openAgent('another')
  const small = other.exec('touch made')
  await expect.poll(() => page.title()).toBe('(9) Poundlock')
  await page.reload()
  await page.getByRole('heading', { name: '9 wait for an answer' }).waitFor()
  await page.getByText(/^[5-8] more: /).waitFor()
  const card = page.getByRole('article').filter({ hasText: 'touch made' })
  await card.getByRole('button', { name: 'Allow once' }).click()
  expect(await small).toMatchObject({ status: 'ran' })
  agent.client.close()
  await Promise.all(large)
})
