import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, onlyCard, openPage, pairedPage } from './browser-page.ts'
import { expectUsable } from './expect-usable.ts'
import { GatewayScene } from './gateway-scene.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

async function startedScene(): Promise<GatewayScene> {
  const scene = new GatewayScene()
  await scene.start()
  return scene
}

test('a person pairs a browser with a link, and allows what an agent waits for', async () => {
  const scene = await startedScene()
  const page = await pairedPage(scene)
  expect(new URL(page.url()).hash).toBe('')
  const agent = await scene.openAgent()
  const call = agent.exec('touch made && echo "$HOME" >/dev/null')
  const card = page.getByRole('article')
  await card.waitFor()
  expect(await card.locator('.token-program').allTextContents()).toEqual(['touch', 'echo'])
  expect(await card.locator('.token-runtime').allTextContents()).toEqual(['$HOME'])
  await expect.poll(() => page.title()).toBe('(1) Poundlock')
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
  await card.getByRole('button', { name: 'Allow once' }).click()
  expect(await call).toMatchObject({ status: 'ran' })
  expect(existsSync(join(scene.workspace, 'made'))).toBe(true)
  await page.getByText(/allowed by/).waitFor()
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
})

test('of a line with several parts, what is asked about is marked, with the rule that asks', async () => {
  const scene = new GatewayScene({ tools: { exec: { allow: ['ls'], ask: ['touch'] } } })
  await scene.start()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent()
  const call = agent.exec('ls -la && touch made')
  const card = page.getByRole('article')
  await card.waitFor()
  expect((await card.locator('mark').allTextContents()).join('')).toBe('touch made')
  const reasons = card.getByRole('list', { name: 'Why it is asked' })
  expect(await reasons.textContent()).toMatch(/ \(rule touch, \S+\/poundlock\.json:1:\d+\)/)
  await card.getByRole('button', { name: 'Deny' }).click()
  expect(await call).toMatchObject({ status: 'unapproved' })
})

test('a reason goes with a refusal to the agent', async () => {
  const scene = await startedScene()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent()
  const call = agent.exec('touch made')
  await page.getByLabel('Reason').fill('use the build folder')
  await page.getByRole('button', { name: 'Deny' }).click()
  const outcome = await call
  expect(outcome.status).toBe('unapproved')
  expect(outcome.message).toContain('use the build folder')
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})

test('what was allowed for an hour is not asked about again, and other commands are', async () => {
  const scene = await startedScene()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent()
  const first = agent.exec('touch made')
  await page.getByRole('button', { name: 'Allow more…' }).click()
  await page.getByLabel('How long').selectOption('for an hour')
  await page.getByRole('button', { name: 'Allow from now on' }).click()
  expect(await first).toMatchObject({ status: 'ran' })
  expect(await agent.exec('touch made')).toMatchObject({ status: 'ran' })
  const other = agent.exec('touch other')
  await onlyCard(page, 'touch other')
  await page.getByRole('button', { name: 'Deny' }).click()
  expect(await other).toMatchObject({ status: 'unapproved' })
})

test('Enter allows nothing, wherever the focus is; a key and the space bar do', async () => {
  const scene = await startedScene()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent()
  const call = agent.exec('touch made')
  const allow = page.getByRole('button', { name: 'Allow once' })
  await allow.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('NumpadEnter')
  await page.getByRole('article').focus()
  await page.keyboard.press('Enter')
  expect(await allow.isVisible()).toBe(true)
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
  await allow.focus()
  await page.keyboard.press('Space')
  expect(await call).toMatchObject({ status: 'ran' })
  const next = agent.exec('touch other')
  await onlyCard(page, 'touch other')
  await page.keyboard.press('j')
  await page.keyboard.press('d')
  expect(await next).toMatchObject({ status: 'unapproved' })
})

test('an answer that waits five seconds can be taken back, and is sent after them', async () => {
  const scene = await startedScene()
  const page = await pairedPage(scene)
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByLabel('Wait five seconds').check()
  await page.getByRole('button', { name: 'Close' }).click()
  const agent = await scene.openAgent()
  const call = agent.exec('touch made')
  const allow = page.getByRole('button', { name: 'Allow once' })
  await allow.waitFor()
  // However slow this machine is, the five seconds pass when the test says so.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await allow.click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('article').focus()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Take it back' }).waitFor()
  await page.keyboard.press('u')
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('button', { name: 'Take it back' }).waitFor()
  expect((await scene.cli('approvals', 'pending')).requests).toHaveLength(1)
  await page.clock.runFor(5000)
  expect(await call).toMatchObject({ status: 'unapproved' })
})

test('of two people at two browsers one wins, and both see who', async () => {
  const scene = await startedScene()
  const [one, other] = [await pairedPage(scene), await pairedPage(scene)]
  const agent = await scene.openAgent()
  const call = agent.exec('touch made')
  await Promise.all([one.getByRole('article').waitFor(), other.getByRole('article').waitFor()])
  // Pressed as they are now: the faster answer may take the other person's button away.
  const buttons = await Promise.all([
    one.getByRole('button', { name: 'Allow once' }).elementHandle(),
    other.getByRole('button', { name: 'Deny' }).elementHandle(),
  ])
  await Promise.all(buttons.map((button) => button.evaluate((element) => (element as HTMLElement).click())))
  const { status } = await call
  const outcome = status === 'ran' ? /^allowed by/ : /^denied by/
  await Promise.all([one.getByText(outcome).waitFor(), other.getByText(outcome).waitFor()])
})

test('after its gateway was killed and started again, the page shows what waits', async () => {
  const scene = await startedScene()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent()
  const call = agent.exec('touch made')
  await page.getByRole('article').waitFor()
  await scene.kill()
  await page.getByText('Not connected').waitFor()
  await scene.start()
  await page.getByText('Not connected').waitFor({ state: 'hidden' })
  await page.getByText('Connecting…').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Allow once' }).click()
  expect(await call).toMatchObject({ status: 'ran' })
})

test('a link that is opened late says what became of its request, and one of another page is no request', async () => {
  const scene = await startedScene()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent()
  const call = agent.exec('touch made')
  const card = await onlyCard(page, 'touch made')
  const id = (await card.getAttribute('id'))!.replace('approval-', '')
  await card.getByRole('button', { name: 'Deny' }).click()
  expect(await call).toMatchObject({ status: 'unapproved' })
  const open = async (hash: string) => {
    await page.goto(`${scene.address}#/${hash}`)
    await page.reload()
  }
  await open(`approvals/${id}`)
  const linked = page.getByRole('region', { name: 'The request of your link' })
  await linked.getByText('denied by My browser').waitFor()
  expect(await linked.locator('.command').textContent()).toBe('touch made')
  await expectUsable(page)
  await open(`approvals/${'0'.repeat(32)}`)
  await linked.getByRole('alert').waitFor()
  await page.getByRole('link', { name: 'Approvals' }).click()
  await linked.waitFor({ state: 'hidden' })
  // Of a link for a browser that is paired already, nothing stays in the address either.
  const { link } = await scene.cli('gateway', 'pair', '--scope', 'all')
  await page.goto(link)
  await expect.poll(() => page.url()).toBe(scene.address)
})

test('a wrong code is refused with a reason, and the page pairs with the next one', async () => {
  const scene = await startedScene()
  const page = await openPage(scene.address)
  await page.getByLabel('Setup code').fill('00000000-00000000000000000000000000000000')
  await page.getByRole('button', { name: 'Pair' }).click()
  await page.getByRole('alert').waitFor()
  await expectUsable(page)
  const { code } = await scene.cli('gateway', 'pair', '--scope', 'all')
  await page.getByLabel('Setup code').fill(code)
  await page.getByRole('button', { name: 'Pair' }).click()
  await page.getByRole('heading', { name: /for an answer/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: /for an answer/ }).waitFor()
})

test('a question mark shows all keys; they go from card to card, and do nothing once they are turned off', async () => {
  const scene = await startedScene()
  const page = await pairedPage(scene)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys and settings' })
  await dialog.waitFor()
  expect(await dialog.locator('kbd').allTextContents()).toEqual(['j', 'k', 'a', 'd', 'u', '?'])
  await expectUsable(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const agent = await scene.openAgent()
  const calls = [agent.exec('touch one'), agent.exec('rm two')]
  const cards = page.getByRole('article')
  await expect.poll(() => cards.count()).toBe(2)
  const selected = () => cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-current')))
  await page.keyboard.press('j')
  await expect.poll(selected).toEqual(['true', 'false'])
  await page.keyboard.press('j')
  await expect.poll(selected).toEqual(['false', 'true'])
  await page.keyboard.press('k')
  await expect.poll(selected).toEqual(['true', 'false'])
  const moving = () =>
    [...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).transitionDuration !== '0s')
  expect(await page.evaluate(`(${moving.toString()})().length + document.getAnimations().length`)).toBe(0)
  await page.getByRole('button', { name: 'Keys' }).click()
  await dialog.getByLabel('Single keys do something').uncheck()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('a')
  await page.keyboard.press('d')
  expect(await page.getByRole('button', { name: 'Allow once' }).count()).toBe(2)
  for (const name of ['touch one', 'rm two']) {
    await cards.filter({ hasText: name }).getByRole('button', { name: 'Deny' }).click()
  }
  for (const call of calls) expect(await call).toMatchObject({ status: 'unapproved' })
})
