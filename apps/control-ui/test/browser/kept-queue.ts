import type { Page } from 'playwright-core'

/** The commands of the queue that a browser keeps for times without a gateway; `undefined` where it keeps none. */
export function keptQueue(page: Page): Promise<readonly string[] | undefined> {
  return page.evaluate(async () => {
    const opened = indexedDB.open(`poundlock ${location.pathname}`)
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const read = opened.result.transaction('device').objectStore('device').get('last-queue')
    await new Promise((resolve) => read.addEventListener('success', resolve))
    opened.result.close()
    const last = read.result as { waiting: { binding: { text: string } }[] } | undefined
    return last?.waiting.map(({ binding }) => binding.text)
  })
}
