import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, onlyCard, pairedPage } from './browser-page.ts'
import { expectUsable } from './expect-usable.ts'
import { GatewayScene } from './gateway-scene.ts'

beforeEach(() => needsProgram('chromium'))
afterAll(closeBrowser)

const ALLOW = { name: 'Allow once' }

test('where two people have to agree, one allows nothing, two do, and a denial of one ends it', async () => {
  const scene = new GatewayScene({ approvals: { require: [{ tools: ['exec'], approve: 2 }] } })
  await scene.start()
  const [one, other] = [await pairedPage(scene), await pairedPage(scene)]
  const both = [one, other]
  const agent = await scene.openAgent()

  const agreed = agent.exec('touch agreed')
  await Promise.all(both.map((page) => page.getByText('0 of 2 have allowed it.').waitFor()))
  await one.getByRole('button', ALLOW).click()
  await Promise.all(both.map((page) => page.getByText('1 of 2 have allowed it.').waitFor()))
  // Who has answered is asked no more, also after the page was opened anew.
  await one.reload()
  await one.getByText('You have answered; others are waited for.').waitFor()
  expect(await one.getByRole('button', ALLOW).count()).toBe(0)
  await expectUsable(one)
  expect(existsSync(join(scene.workspace, 'agreed'))).toBe(false)
  await other.getByRole('button', ALLOW).click()
  expect(await agreed).toMatchObject({ status: 'ran' })
  expect(existsSync(join(scene.workspace, 'agreed'))).toBe(true)
  await Promise.all(both.map((page) => page.getByText(/^allowed by/).waitFor()))

  const denied = agent.exec('touch denied')
  await Promise.all(both.map((page) => onlyCard(page, 'touch denied')))
  await one.getByRole('button', ALLOW).click()
  await other.getByText('1 of 2 have allowed it.').waitFor()
  await other.getByRole('button', { name: 'Deny' }).click()
  expect(await denied).toMatchObject({ status: 'unapproved' })
  await Promise.all(both.map((page) => page.getByText(/^denied by/).waitFor()))
  expect(existsSync(join(scene.workspace, 'denied'))).toBe(false)
})
