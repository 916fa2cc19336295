import type { PairedPage } from './paired-page.ts'

/** What scrolling did to the page. */
export interface Scrolled {
  /** Turns of the wheel and keys that were sent, and those that the page got. */
  readonly sent: number
  readonly received: number
  /** Milliseconds from a key to the next frame, of each key. */
  readonly keys: readonly number[]
  /** Milliseconds from each frame to the next. */
  readonly frames: readonly number[]
  /** Milliseconds of each task that kept the page busy for more than 50. */
  readonly longTasks: readonly number[]
}

/** Milliseconds from the start of the navigation until the first element of a kind was painted. */
export async function firstPaint({ page, address }: PairedPage, hash: string, selector: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(`${address}${hash}`, { waitUntil: 'commit' })
  return page.evaluate(`measure.firstPaint(${JSON.stringify(selector)})`)
}

/** Milliseconds from the press of a button until the frame that shows what came of it, of so many cards. */
export async function updates({ page }: PairedPage, count: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    times.push(await page.evaluate("measure.press('article .deny')"))
    // The gateway takes it from the queue.
    await page.getByText('Your answer is on its way').waitFor({ state: 'hidden' })
  }
  return times
}

/** Turns the wheel over an element and presses a key each few turns, as fast as the page takes them. */
export async function scrollThrough(
  { page }: PairedPage,
  { over, turns, key }: { readonly over: string; readonly turns: number; readonly key: string },
): Promise<Scrolled> {
  await page.evaluate('measure.observe()')
  const box = (await page.locator(over).first().boundingBox())!
  await page.mouse.move(box.x + 40, Math.min(box.y + 60, 800))
  let sent = 0
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, 700)
    sent++
    if (turn % 5 !== 4) continue
    await page.keyboard.press(key)
    sent++
  }
  await page.evaluate('measure.painted().then(measure.painted)')
  return { sent, ...(await page.evaluate<Omit<Scrolled, 'sent'>>('measure.observed')) }
}
