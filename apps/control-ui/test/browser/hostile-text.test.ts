import { needsProgram } from '@poundlock/tooling/programs'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, pairedPage } from './browser-page.ts'
import { expectUsable } from './expect-usable.ts'
import { GatewayScene } from './gateway-scene.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

const HOSTILE = [
  '<img src=x onerror="document.title=1">',
  '</code><script>document.title=1</script>',
  '\u202Etxt.exe\u2066',
  'a\u200Bb\uFEFFc',
  '\u001B[2J\u001B[31mred',
  '[click](javascript:alert(1)) **bold**',
  '&lt;b&gt;',
]

async function waiting(command: string, width = 1440): Promise<Page> {
  const scene = new GatewayScene()
  await scene.start()
  const page = await pairedPage(scene, { width })
  const agent = await scene.openAgent()
  agent.exec(command).catch(() => undefined)
  await page.getByRole('article').waitFor()
  return page
}

test('text of a command is text: no markup, no direction, nothing that cannot be seen', async () => {
  const page = await waiting(`touch ${HOSTILE.map((text) => `'${text.replaceAll("'", '')}'`).join(' ')}`)
  const shown = await page.locator('article .command').innerText()
  expect(await page.locator('article img, article script, article b, .command a').count()).toBe(0)
  // The one link of a card is its own: to the session.
  expect(await page.locator('article a:not([href^="#/sessions/"])').count()).toBe(0)
  expect(shown).toContain('<img src=x onerror="document.title=1">')
  expect(shown).toContain('\\u{202e}txt.exe\\u{2066}')
  expect(shown).toContain('a\\u{200b}b')
  expect(shown).toContain('&lt;b&gt;')
  expect(shown).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u001B\uFEFF]/u)
  await expect.poll(() => page.title()).toBe('(1) Poundlock')
})

test('a command too long for the screen is allowed only when all of it was shown', async () => {
  const page = await waiting(`touch ${'a'.repeat(200)} ${'b '.repeat(20_000)}`)
  const allow = page.getByRole('button', { name: 'Allow once' })
  expect(await allow.isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Deny' }).isEnabled()).toBe(true)
  await page.getByRole('button', { name: /Show all/ }).click()
  await expect.poll(() => allow.isEnabled()).toBe(true)
})

test('every button of a card is high enough for a thumb, and everybody can use the page', async () => {
  const page = await waiting('touch made && rm -rf build', 390)
  await page.getByRole('button', { name: 'Allow more…' }).click()
  await page.getByRole('button', { name: 'Allow from now on' }).waitFor()
  // One grant for each part, and each of them can be read.
  const grants = page.getByRole('list', { name: 'What is granted:' }).getByRole('listitem')
  for (const program of ['touch', 'rm']) await grants.filter({ hasText: program }).first().waitFor()
  const buttons = await page.getByRole('article').locator('.buttons button, .grant-form button').all()
  expect(buttons).toHaveLength(4)
  for (const button of buttons) expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(56)
  await expectUsable(page)
})
