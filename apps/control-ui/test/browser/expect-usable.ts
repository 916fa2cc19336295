import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Fails on what keeps people from using the page, each of 390 and 1,440 pixels wide, dark and light. */
export async function expectUsable(page: Page): Promise<void> {
  await page.evaluate(axe)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await page.evaluate(cutElements), `what does not fit into ${width} pixels`).toEqual([])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }).axe.run(),
      )
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    }
  }
}

/** What is cut at the end of its card, and cannot be scrolled to. */
function cutElements(): string[] {
  const isInBox = (element: Element) => element.closest('pre, .command, .difference, .virtual, textarea') !== null
  return [...document.querySelectorAll('.card, .batch, .tool, fieldset, form')]
    .flatMap((card) => [...card.querySelectorAll('*')].map((element) => ({ card, element })))
    .filter(({ card, element }) => !isInBox(element) && element.checkVisibility() && edge(element) > edge(card) + 1)
    .map(({ element }) => element.outerHTML.slice(0, 120))

  function edge(element: Element): number {
    return element.getBoundingClientRect().right
  }
}
