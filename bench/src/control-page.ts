/**
 * How long people wait for the control page: with a long queue and a long log, beside one request and no more records
 * than it takes, in one run.
 *
 *   node src/control-page.ts [rounds] [requests] [records]
 *
 * A real Chromium at two gateways of the built command, in turns. Writes results/control-page.json and its table in
 * README.md.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fillState } from './control-page/fill-state.ts'
import { firstPaint, scrollThrough, updates } from './control-page/look.ts'
import { launchBrowser, openPairedPage, type PairedPage } from './control-page/paired-page.ts'
import { spread, summary, type Spread } from './control-page/spread.ts'
import { median } from './gateway/loads.ts'
import { openGatewayScene, type GatewayScene } from './gateway/scene.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const [rounds, requests, records] = [2, 3, 4].map((index) => Number(process.argv[index] ?? 0))
const MANY = { requests: requests || 1000, records: records || 100_000 }
const FEW = { requests: 1, records: 100 }
const LOADS = rounds || 9
const UPDATES = 15
const TURNS = 500

type Side = 'many' | 'few'
const SIDES: readonly Side[] = ['many', 'few']
const PAINTS = {
  queue: { hash: '', selector: 'article .allow' },
  audit: { hash: '#/audit', selector: '.record' },
} as const
type Screen = keyof typeof PAINTS
/** What each of them has many of. */
const AMOUNT = { queue: 'requests', audit: 'records' } as const

const scenes: Record<Side, GatewayScene> = { many: await filled(MANY), few: await filled(FEW) }
const browser = await launchBrowser()
const pages: Record<Side, PairedPage> = {
  many: await openPairedPage(browser, scenes.many),
  few: await openPairedPage(browser, scenes.few),
}
const paints: Record<Screen, Record<Side, number[]>> = { queue: { many: [], few: [] }, audit: { many: [], few: [] } }
const loads: number[] = []
for (let load = 0; load < LOADS; load++) {
  loads.push(loadavg()[0]!)
  for (const screen of ['queue', 'audit'] as const) {
    const { hash, selector } = PAINTS[screen]
    for (const side of load % 2 === 0 ? SIDES : SIDES.toReversed()) {
      paints[screen][side].push(await firstPaint(pages[side], hash, selector))
    }
  }
}
const { page } = pages.many
const audit = await scrollThrough(pages.many, { over: '.virtual', turns: TURNS, key: 'Shift' })
const recordsSeen = Number(await page.locator('.virtual li').last().getAttribute('aria-posinset'))
await page.goto('about:blank')
await page.goto(`${pages.many.address}#/approvals`)
await page.getByRole('article').first().waitFor()
const updated = await updates(pages.many, UPDATES)
const queue = await scrollThrough(pages.many, { over: 'main', turns: TURNS, key: 'Shift' })
const cardsSeen = await page.getByRole('article').count()
await browser.close()
for (const scene of Object.values(scenes)) await scene.close()
report()

async function filled(content: { readonly requests: number; readonly records: number }): Promise<GatewayScene> {
  const scene = await openGatewayScene()
  await scene.kill()
  await fillState(scene.state, content)
  await scene.start()
  return scene
}

function report(): void {
  const load = Number(median(loads).toFixed(1))
  const paintOf = (screen: Screen) => ({ many: spread(paints[screen].many), few: spread(paints[screen].few) })
  const milliseconds = { queue: paintOf('queue'), audit: paintOf('audit'), update: spread(updated) }
  const scrolled = { queue: summary(queue), audit: summary(audit) }
  const seen = { cards: cardsSeen, records: recordsSeen }
  const result = { machine: describeMachine(), load, rounds: LOADS, ...MANY, milliseconds, scrolled, seen }
  console.log(JSON.stringify(result, null, 2))
  writeFileSync(new URL('../results/control-page.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
  const cells = ({ median: middle, least, most }: Spread) => [String(middle), `${least} to ${most}`]
  const rows = [
    ...(['queue', 'audit'] as const).flatMap((screen) => [
      [
        `first paint of the ${screen}, ${MANY[AMOUNT[screen]]} ${AMOUNT[screen]}`,
        ...cells(milliseconds[screen].many),
        '< 1000',
      ],
      [`the same, ${FEW[AMOUNT[screen]]}`, ...cells(milliseconds[screen].few), ''],
    ]),
    ['an answer is shown at its card', ...cells(milliseconds.update), '< 50'],
    ['a key to the next frame, while the queue scrolls', ...cells(scrolled.queue.keys), ''],
    ['the same, while the audit log scrolls', ...cells(scrolled.audit.keys), ''],
    ['a frame to the next, while the queue scrolls', ...cells(scrolled.queue.frames), ''],
    ['the same, while the audit log scrolls', ...cells(scrolled.audit.frames), ''],
  ]
  const inputs = (['queue', 'audit'] as const).map((screen) => {
    const { sent, received, frames, longTasks } = scrolled[screen]
    const tasks = `${longTasks.count} tasks took more than 50 ms, the longest ${longTasks.longest}`
    return `${screen}: ${received} of ${sent} inputs came to the page, ${frames.late} % of the frames took more than 50 ms; ${tasks}`
  })
  replaceSection(
    new URL('../README.md', import.meta.url),
    'control-page',
    `${table(['what', 'median ms', 'range', 'limit'], rows)}

While scrolling, ${inputs.join('. ')[0]!.toLowerCase()}${inputs.join('. ').slice(1)}. ${cardsSeen} cards and ${recordsSeen} records were passed. The load of the machine was ${load}.`,
  )
}
