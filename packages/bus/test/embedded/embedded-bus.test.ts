import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedBus, type Bus, type EmbeddedBusOptions, type WatchEvent } from '../../src/index.ts'

function open(options: EmbeddedBusOptions): Bus {
  const bus = openEmbeddedBus(options)
  onTestFinished(() => bus.close())
  return bus
}

const DAY_MS = 24 * 60 * 60_000

test('What was confirmed before a kill -9 is there afterwards, in one piece, and once.', async () => {
  const folder = join(temporaryFolder(), 'bus')
  const fixture = fileURLToPath(new URL('../fixtures/write-until-killed.ts', import.meta.url))
  let confirmed = 0
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(process.execPath, ['--conditions=@poundlock/source', fixture, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const goal = confirmed + 20
    for await (const line of createInterface(child.stdout)) {
      confirmed = Number(line)
      if (confirmed >= goal) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const bus = open({ folder })
  const { entries } = await bus.read({ log: ['runs', 'r1'] }, { limit: 1000 })
  expect(entries.length).toBeGreaterThan(confirmed)
  expect(entries.map(({ value }) => value)).toEqual(entries.map((_, index) => index))
  for (let number = 0; number <= confirmed; number += 1) {
    expect(await bus.claim(['claims', `c${number}`], 'again')).toMatchObject({
      claimed: false,
      current: { value: number },
    })
  }
})

test('The file is for its user alone, and for one process at a time.', async () => {
  const folder = join(temporaryFolder(), 'bus')
  const bus = open({ folder })
  await bus.append(['runs', 'r1'], 1)
  expect([lstatSync(folder).mode & 0o777, lstatSync(join(folder, 'bus.sqlite')).mode & 0o777]).toEqual([0o700, 0o600])
  expect(() => openEmbeddedBus({ folder })).toThrow(expect.objectContaining({ code: 'IN_USE' }))
  await bus.close()
  const again = open({ folder })
  expect((await again.read({ log: ['runs', 'r1'] })).entries).toHaveLength(1)
})

test('Claims keep their lifetime, and sequences go on, over a restart.', async () => {
  const folder = temporaryFolder()
  let time = 1_000_000
  const options = { folder, now: () => time }
  const first = open(options)
  const claimed = await first.claim(['claims', 'c1'], 1, { ttlMs: 60_000 })
  const removed = await first.claim(['claims', 'c2'], 1)
  if (removed.claimed) await first.compareAndSet(['claims', 'c2'], removed.sequence, undefined)
  await first.close()
  time += 59_000
  const second = open(options)
  expect((await second.claim(['claims', 'c1'], 2)).claimed).toBe(false)
  time += 2000
  const again = await second.claim(['claims', 'c1'], 2)
  expect(again.claimed && claimed.claimed && again.sequence > claimed.sequence + 2).toBe(true)
})

test('A full space refuses keys one by one, and goes on when room is made.', async () => {
  const bus = open({ folder: temporaryFolder(), limits: { small: { maxBytes: 30_000 } } })
  const value = 'x'.repeat(10_000)
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((word) => bus.claim(['small', word], value)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(outcomes[2]).toMatchObject({ reason: { code: 'FULL' } })
  const [first] = (await bus.read({ keys: ['small'] })).entries
  await bus.compareAndSet(['small', 'a'], first!.sequence, undefined)
  expect((await bus.claim(['small', 'c'], value)).claimed).toBe(true)
  expect((await bus.claim(['other', 'c'], value)).claimed).toBe(true)
})

test('A full file refuses writes, keeps what it has, and can be read.', async () => {
  const bus = open({ folder: temporaryFolder(), maxFileBytes: 400_000 })
  const value = 'x'.repeat(100_000)
  const failed = (async () => {
    for (;;) await bus.append(['runs', 'r1'], value)
  })()
  await expect(failed).rejects.toMatchObject({ code: 'FULL' })
  expect((await bus.read({ log: ['runs', 'r1'] })).entries.every((entry) => entry.value === value)).toBe(true)
})

test('Of logs the oldest entries are dropped by size and age, and readers see the gap.', async () => {
  const folder = temporaryFolder()
  let time = DAY_MS
  const options = { folder, now: () => time, limits: { small: { maxBytes: 50_000, maxAgeMs: DAY_MS } } }
  const bus = open(options)
  const log = ['small', 'log'] as const
  const { sequence } = await bus.append(log, 0)
  expect((await bus.read({ log }, { after: sequence })).gap).toBe(false)
  for (let number = 1; number < 10; number += 1) await bus.append(log, `${number}${'x'.repeat(9000)}`)
  const page = await bus.read({ log }, { after: sequence })
  expect([page.gap, page.entries.length < 9, String(page.entries.at(-1)?.value).slice(0, 1)]).toEqual([true, true, '9'])
  expect(await firstEvent(bus, sequence)).toEqual({ kind: 'gap' })
  expect((await bus.read({ log }, { after: page.entries[0]!.sequence })).gap).toBe(false)
  await bus.close()
  time += DAY_MS + 1
  const later = open(options)
  await expect.poll(async () => (await later.read({ log })).entries.length).toBe(0)
  expect((await later.read({ log }, { after: page.entries.at(-1)!.sequence - 1 })).gap).toBe(true)
})

async function firstEvent(bus: Bus, after: number): Promise<WatchEvent | undefined> {
  for await (const event of bus.watch({ log: ['small', 'log'] }, { after })) return event
  return undefined
}
