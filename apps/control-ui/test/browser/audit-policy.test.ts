import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, onlyCard, pairedPage } from './browser-page.ts'
import { expectUsable } from './expect-usable.ts'
import { GatewayScene } from './gateway-scene.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

const HOSTILE = '<img src=x onerror="document.title=1">\u202Etxt'

test('the audit log is looked through, verified and exported, and the policy is tried, changed and saved', async () => {
  const scene = new GatewayScene()
  await scene.start()
  const page = await pairedPage(scene)
  const agent = await scene.openAgent()
  const call = agent.exec(`touch '${HOSTILE}'`)
  await page.getByRole('button', { name: 'Allow once' }).click()
  expect(await call).toMatchObject({ status: 'ran' })
  const plain = agent.exec('touch plain')
  await onlyCard(page, 'touch plain')
  await page.getByRole('button', { name: 'Deny' }).click()
  expect(await plain).toMatchObject({ status: 'unapproved' })

  await page.getByRole('link', { name: 'Audit' }).click()
  const records = page.getByRole('region', { name: 'Records' })
  await records.getByText('touch', { exact: false }).first().waitFor()
  expect(await page.locator('main img, main script').count()).toBe(0)
  await page.getByRole('button', { name: 'Verify the chains' }).click()
  await page.getByText('intact').waitFor()
  await page.getByLabel('Command or tool').fill('img src')
  await page.getByLabel('Decision').selectOption('ask')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText(/^1 records$/).waitFor()
  await records.getByRole('button').first().click()
  const details = page.getByRole('region', { name: 'The record' })
  expect(await details.textContent()).toContain('\\u{202e}txt')
  await page.getByRole('list', { name: 'Answers' }).getByText('allow-once').waitFor()
  await expectUsable(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export what is shown' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(['decision'])

  await page.getByRole('link', { name: 'Policy' }).click()
  await page.getByLabel('Command').fill('touch made')
  await page.getByRole('button', { name: 'Decide' }).click()
  const decision = page.getByRole('article', { name: 'The decision' })
  await decision.getByText('ask', { exact: true }).first().waitFor()
  await expectUsable(page)
  const document = page.getByRole('textbox', { name: /poundlock\.json/ })
  const before = await document.inputValue()
  await document.fill('{ "tools": { "exec": { "allow": 3 } } }')
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByRole('button', { name: /line 1, column/ }).click()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)

  // Somebody else saves meanwhile: nothing of theirs is lost.
  const rules = JSON.parse(before) as { tools: { exec: object } }
  const wanted = { ...rules, tools: { exec: { ...rules.tools.exec, allow: ['touch'] } } }
  await document.fill(JSON.stringify(wanted, null, 2))
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByText('It is valid.').waitFor()
  const replay = await page.getByText(/calls of the last week/).textContent()
  expect(replay).toMatch(
    /^Of 2 calls of the last week, 0 would be asked about, [12] no longer; [12] would be allowed and 0/,
  )
  const path = join(scene.state, 'poundlock.json')
  writeFileSync(path, `${before}\n`, { mode: 0o600 })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('has been changed since').waitFor()
  expect(readFileSync(path, 'utf8')).toBe(`${before}\n`)
  await page.getByRole('button', { name: 'Compare with' }).click()
  // Once it is read anew, the text has to be checked again.
  await page.getByText('It is valid.').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await agent.exec('touch made')).toMatchObject({ status: 'ran' })
})
