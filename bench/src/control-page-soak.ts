/**
 * Shows the control page events at a steady rate for a while, and looks whether it grows.
 *
 *   node src/control-page-soak.ts [minutes] [events a second]
 *
 * Two browsers look at one gateway: one at the queue, where requests come and are denied, one at a session, whose calls
 * are asked about, denied, run and print. Each sees at least so many events a second. After each minute the calls pause
 * until none is open, so that both pages show the same again: a card that waits has buttons, and each button a listener;
 * so has a write of the queue to the storage of the browser, once a second. Then the garbage of the pages is collected, and their heaps, nodes and listeners are read through DevTools. Writes
 * results/control-page-soak.json and its table in README.md; ends with 1 when the heap in the last quarter is more than a
 * twentieth above that of the second one, when nodes or listeners grew so, or when events were fewer.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as passed } from 'node:timers/promises'
import {
  launchBrowser,
  memoryOf,
  openPairedPage,
  type PageMemory,
  type PairedPage,
} from './control-page/paired-page.ts'
import { connectDevice, type DeviceConnection } from './gateway/device-connection.ts'
import { median } from './gateway/loads.ts'
import { openGatewayScene } from './gateway/scene.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const [minutes, perSecond] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 20)]
const AGENTS = 4
const SESSIONS_OF_AGENT = 5
/** An agent has so many at once: commands on a busy machine wait for each other, and keep no message waiting. */
const AT_ONCE = { commands: 8, messages: 16 }
/** Of each event a second, so many of these: what is asked comes to the queue and is settled there. */
const SHARES = { said: 0.9, asked: 0.05, run: 0.02 }
type Kind = keyof typeof SHARES
const TURN_MS = 50
/** A page keeps what waits at most a second after it has changed. */
const QUIET_MS = 2000
const MB = 1024 * 1024
const GROWTH = 1.05

type Name = 'queue' | 'session'
interface Sample {
  readonly seconds: number
  readonly queue: PageMemory
  readonly session: PageMemory
}

interface Session {
  /** Which of the agents has it, and how many requests of that one have not ended. */
  readonly agent: { readonly connection: DeviceConnection; readonly open: Record<keyof typeof AT_ONCE, number> }
  readonly id: string
}

const scene = await openGatewayScene()
const sessions: Session[] = []
for (let number = 0; number < AGENTS; number++) {
  const agent = {
    connection: await connectDevice(scene.url, await scene.pair('agent')),
    open: { commands: 0, messages: 0 },
  }
  for (let turn = 0; turn < SESSIONS_OF_AGENT; turn++) {
    const key = { idempotencyKey: `key-of-session-${number}-${turn}` }
    const { session } = await agent.connection.request('sessions.create', {}, key)
    sessions.push({ agent, id: session.id as string })
  }
}
const operator = await connectDevice(scene.url, await scene.pair('operator'))
/** The one that a page shows. */
const watched = sessions[0]!
const failed: Record<string, number> = {}
operator.onEvent = (event, { approval }) => {
  if (event !== 'approvals.waiting') return
  operator.request('approvals.answer', { id: approval.id, decision: 'deny' }).catch(count)
}
operator.webSocket.on('close', () => count({ code: 'OPERATOR_LOST' }))
await operator.request('approvals.watch')

const browser = await launchBrowser()
const pages: Record<Name, PairedPage> = {
  queue: await openPairedPage(browser, scene),
  session: await openPairedPage(browser, scene),
}
const received: Record<Name, number> = { queue: 0, session: 0 }
for (const name of ['queue', 'session'] as const) await countEvents(name)
await pages.session.page.goto(`${pages.session.address}#/sessions/${watched.id}`)
await pages.session.page.getByRole('heading', { name: /^Session/ }).waitFor()

const MAKE: Readonly<Record<Kind, (number: number) => boolean>> = {
  asked: (number) => exec(sessions[number % sessions.length]!, `./leave-mark part-${number}`),
  run: (number) => exec(watched, `printf '%s\\n' '${number} of the tests passed' ${'x'.repeat(200)}`),
  said: (number) => {
    const params = { session: watched.id, text: `part ${number} was looked at` }
    return request(watched, 'messages', 'sessions.send', params)
  },
}
const exec = (session: Session, command: string) =>
  request(session, 'commands', 'tools.call', { session: session.id, tool: 'exec', input: { command } })

const samples: Sample[] = []
const begin = performance.now()
const made: Record<Kind, number> = { asked: 0, run: 0, said: 0 }
let requests = 0
let lookAt = begin + 60_000
while (performance.now() < begin + minutes * 60_000) {
  const seconds = (performance.now() - begin) / 1000
  // What a busy machine has delayed is made up for.
  for (const kind of ['said', 'asked', 'run'] as const) {
    while (made[kind] < seconds * perSecond * SHARES[kind] && MAKE[kind](made[kind])) made[kind]++
  }
  if (performance.now() >= lookAt) {
    lookAt += 60_000
    await look()
    report()
  }
  await passed(TURN_MS)
}
await look()
if (report() === 'grew') process.exitCode = 1
operator.webSocket.removeAllListeners('close')
await browser.close()
await scene.close()

/** Of the events of the gateway, as they come to the page. */
async function countEvents(name: Name): Promise<void> {
  const { page, devTools } = pages[name]
  await devTools.send('Network.enable')
  devTools.on('Network.webSocketFrameReceived', ({ response }) => {
    if (response.payloadData.startsWith('{"type":"event"')) received[name]++
  })
  // The connection that it has was made before.
  await page.reload()
  await page.getByRole('heading', { name: /for an answer/ }).waitFor()
}

/** @returns whether the agent could make one more */
function request({ agent }: Session, kind: keyof typeof AT_ONCE, method: string, params: object): boolean {
  const { open } = agent
  if (open[kind] >= AT_ONCE[kind]) return false
  open[kind]++
  agent.connection
    .request(method, params, { idempotencyKey: `key-of-request-${requests++}` })
    .then(({ status = 'ran' }) => {
      if (status !== 'ran' && status !== 'unapproved') count({ code: status })
    })
    .catch(count)
    .finally(() => open[kind]--)
  return true
}

function count(error: { readonly code?: string }): void {
  const code = error.code ?? 'error'
  failed[code] = (failed[code] ?? 0) + 1
}

async function look(): Promise<void> {
  while (sessions.some(({ agent: { open } }) => open.commands + open.messages > 0)) await passed(TURN_MS)
  await pages.queue.page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
  await pages.session.page
    .locator('.state', { hasText: /running|waiting/ })
    .first()
    .waitFor({ state: 'hidden' })
  await passed(QUIET_MS)
  const seconds = Math.round((performance.now() - begin) / 1000)
  samples.push({ seconds, queue: await memoryOf(pages.queue), session: await memoryOf(pages.session) })
  console.log(JSON.stringify({ ...samples.at(-1), received, made, failed }))
}

/** Writes what is known so far: a run that is ended early says how long it was. */
function report(): 'flat' | 'grew' {
  const quarter = Math.floor(samples.length / 4)
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
  const seconds = (performance.now() - begin) / 1000
  const of = (part: readonly Sample[], name: Name, what: keyof PageMemory) => median(part.map((one) => one[name][what]))
  const changes = (['queue', 'session'] as const).map((name) => ({
    name,
    eventsASecond: Number((received[name] / seconds).toFixed(1)),
    heapMiB: [early, late].map((part) => Number((of(part, name, 'heapBytes') / MB).toFixed(2))) as [number, number],
    nodes: [of(early, name, 'nodes'), of(late, name, 'nodes')] as const,
    listeners: [of(early, name, 'listeners'), of(late, name, 'listeners')] as const,
  }))
  const load = Number(loadavg()[0]!.toFixed(1))
  const results = {
    machine: describeMachine(),
    load,
    minutes: Math.round(seconds / 60),
    made,
    failed,
    changes,
    samples,
  }
  writeFileSync(new URL('../results/control-page-soak.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
  const rows = changes.map(({ name, eventsASecond, heapMiB, nodes, listeners }) => [
    name,
    String(eventsASecond),
    ...[heapMiB, nodes, listeners].map(([first, last]) => `${first} → ${last}`),
  ])
  replaceSection(
    new URL('../README.md', import.meta.url),
    'control-page-soak',
    `${table(['screen', 'events a second', 'heap, MiB', 'nodes', 'listeners'], rows)}

${Math.round(seconds / 60)} minutes; medians of the second quarter → of the last one, after a collection of garbage each minute.`,
  )
  const grew = ([first, last]: readonly [number, number]) => last > first * GROWTH
  const isFlat = changes.every(({ heapMiB, nodes, listeners }) => ![heapMiB, nodes, listeners].some(grew))
  // The session is where all kinds of events come together.
  const isEnough = changes.at(-1)!.eventsASecond >= perSecond
  return isFlat && isEnough && Object.keys(failed).length === 0 ? 'flat' : 'grew'
}
