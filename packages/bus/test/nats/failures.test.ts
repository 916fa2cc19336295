import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connect } from '@nats-io/transport-node'
import type { NatsServer } from '@poundlock/tooling/nats'
import { startTestNats } from '@poundlock/tooling/nats-test'
import { expect, onTestFinished, test } from 'vitest'
import type { Bus, WatchEvent } from '../../src/index.ts'
import { openNatsBus, type NatsBusOptions, type NatsStatus } from '../../src/nats/index.ts'

async function open(address: string, options: Partial<NatsBusOptions> = {}): Promise<Bus> {
  const bus = await openNatsBus({ servers: [address], ...options })
  onTestFinished(() => bus.close())
  return bus
}

/** A connection of NATS' own client, for what no bus would send. */
async function openRaw(address: string) {
  const raw = await connect({ servers: [address] })
  onTestFinished(() => raw.close())
  return raw
}

const LONG = { timeoutMs: 1e9, startWithinMs: 1e9 }

test('When the server dies, requests end, writes fail closed, nothing is repeated, and all goes on with the server.', async () => {
  const server = await startTestNats()
  const statuses: NatsStatus[] = []
  const [one, other] = [
    await open(server.address, { onStatus: (status) => statuses.push(status) }),
    await open(server.address),
  ]
  const log = ['runs', 'r1'] as const
  const name = ['node', 'n1', 'run'] as const
  const begun = Promise.withResolvers<void>()
  let runs = 0
  await other.serve(name, (payload) => {
    runs += 1
    if (payload === 'short') return 'done'
    begun.resolve()
    return new Promise(() => {})
  })
  const kept = await one.claim(['claims', 'kept'], 1)
  await one.append(log, 1)
  const events = watchAll(one, log)
  const running = one.request(name, 'long', LONG)
  await begun.promise
  await server.kill()
  expect(await running).toEqual({ status: 'lost', mayHaveRun: true })
  expect(await one.request(name, 'short')).toEqual({ status: 'not-connected', mayHaveRun: false })
  const failed = { code: 'NOT_CONNECTED', remedy: expect.any(String) }
  await expect(one.claim(['claims', 'new'], 1, { waitMs: 300 })).rejects.toMatchObject(failed)
  await expect(one.compareAndSet(['claims', 'kept'], 1, 2, { waitMs: 300 })).rejects.toMatchObject(failed)
  await expect(one.append(log, 2, { waitMs: 300 })).rejects.toMatchObject(failed)
  // This one waits for the server.
  const waiting = one.append(log, 3, { waitMs: 60_000 })
  await server.start()
  await waiting
  await expect.poll(() => one.request(name, 'short'), POLL).toMatchObject({ status: 'answered', value: 'done' })
  expect(runs).toBe(2)
  expect(await one.claim(['claims', 'kept'], 2)).toMatchObject({ claimed: false, current: { value: 1 } })
  expect(kept.claimed && (await other.claim(['claims', 'new'], 2)).claimed).toBe(true)
  await one.append(log, 4)
  await expect.poll(() => valuesIn(events), POLL).toEqual([1, 3, 4])
  expect(statuses.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['disconnected', 'waiting', 'connected']))
})

test('A request that was given up while the server stood still never runs later.', async () => {
  const server = await startTestNats()
  const [one, other] = [await open(server.address), await open(server.address)]
  const name = ['node', 'n1', 'run'] as const
  const handled: unknown[] = []
  await other.serve(name, (payload) => handled.push(payload))
  await stop(server)
  const outcome = await one.request(name, 'stale', { startWithinMs: 300 })
  expect(outcome).toEqual({ status: 'not-started', mayHaveRun: false })
  server.process.kill('SIGCONT')
  await expect.poll(() => one.request(name, 'fresh'), POLL).toMatchObject({ status: 'answered' })
  expect(handled).toEqual(['fresh'])
})

test('A write that waits for a server that stands still is made once.', async () => {
  const server = await startTestNats()
  const bus = await open(server.address)
  await bus.append(['runs', 'r1'], 'first')
  await stop(server)
  const writes = Promise.all([
    bus.append(['runs', 'r1'], 'second', { waitMs: 60_000 }),
    bus.claim(['claims', 'c1'], 'mine', { waitMs: 60_000 }),
  ])
  // The first attempts are given up before the server goes on, and it gets them all the same.
  await expect(bus.append(['runs', 'r2'], 'x', { waitMs: 2500 })).rejects.toMatchObject({ code: 'UNKNOWN' })
  server.process.kill('SIGCONT')
  const [, claimed] = await writes
  expect(claimed.claimed).toBe(true)
  const { entries } = await bus.read({ log: ['runs', 'r1'] })
  expect(entries.map(({ value }) => value)).toEqual(['first', 'second'])
})

test('A request that runs on a gateway that is killed is lost within seconds, whatever its time-out is.', async () => {
  const { address } = await startTestNats()
  const bus = await open(address)
  const fixture = fileURLToPath(new URL('../fixtures/serve-and-wait.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@poundlock/source', fixture, address, 'n1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)
  await once(lines, 'line')
  const outcome = bus.request(['node', 'n1'], 1, LONG)
  await once(lines, 'line')
  child.kill('SIGKILL')
  expect(await outcome).toEqual({ status: 'lost', mayHaveRun: true })
  await expect.poll(() => bus.request(['node', 'n1'], 1, LONG), POLL).toMatchObject({ status: 'no-responder' })
})

test('What is not JSON runs nothing, and is shown as broken where it is stored.', async () => {
  const { address } = await startTestNats()
  const [bus, raw] = [await open(address), await openRaw(address)]
  const handled: unknown[] = []
  await bus.serve(['node', 'n1'], (payload) => handled.push(payload))
  await bus.append(['runs', 'r1'], 'good')
  await bus.claim(['claims', 'good'], 'good')
  const broken = ['', '{', '\uFEFF1', '{"a":1,"a":2}', '"\\ud800"', Buffer.from([0x22, 0xff, 0x22])]
  for (const data of broken) {
    raw.publish('poundlock.serve.node.n1', data, { reply: 'anybody' })
    raw.publish('poundlock.serve.node.n1', data)
    raw.publish('poundlock.log.runs.r1', data)
  }
  raw.publish('$KV.poundlock_claims.c1', '{')
  // Names that no bus makes.
  raw.publish('poundlock.log.runs.r1.=zz', '1')
  raw.publish('$KV.poundlock_claims.=2a', '1')
  await raw.flush()
  expect(await bus.request(['node', 'n1'], 'fresh')).toMatchObject({ status: 'answered' })
  expect(handled).toEqual(['fresh'])
  const { entries } = await bus.read({ log: ['runs', 'r1'] })
  expect(entries.map(({ value, broken: isBroken }) => [value, isBroken])).toEqual([
    ['good', false],
    ...broken.map(() => [undefined, true]),
  ])
  expect((await bus.read({ logs: ['runs'] })).entries).toHaveLength(broken.length + 1)
  expect((await bus.read({ keys: ['claims'] })).entries.map(({ broken: isBroken }) => isBroken)).toEqual([false, true])
  expect(await bus.claim(['claims', 'c1'], 1)).toMatchObject({ claimed: false, current: { broken: true } })
})

test('Answers that were made up by others change nothing.', async () => {
  const { address } = await startTestNats()
  const [bus, raw] = [await open(address), await openRaw(address)]
  const replies: string[] = []
  raw.subscribe('poundlock.serve.>', {
    callback: (_, message) => {
      replies.push(message.reply ?? '')
      // Neither a step of the protocol, nor an offer with somewhere to answer to.
      for (const text of ['{}', '"run"', '']) message.respond(text)
    },
  })
  await raw.flush()
  expect(await bus.request(['node', 'n1'], 1, { startWithinMs: 300 })).toEqual({
    status: 'not-started',
    mayHaveRun: false,
  })
  expect(replies).toEqual([expect.stringMatching(/^poundlock\.instance\.[0-9a-f-]{36}\.r1$/)])
})

test('A full space refuses keys, and drops the oldest entries of logs with a gap.', async () => {
  const { address } = await startTestNats()
  const bus = await open(address, { limits: { small: { maxBytes: 60_000 } } })
  const value = 'x'.repeat(10_000)
  const claims: string[] = []
  const claimAll = async () => {
    for (let key = 0; key < 10; key += 1) {
      await bus.claim(['small', `k${key}`], value)
      claims.push(`k${key}`)
    }
  }
  await expect(claimAll()).rejects.toMatchObject({ code: 'FULL' })
  expect((await bus.read({ keys: ['small'] })).entries.map(({ name }) => name[1])).toEqual(claims)
  const { sequence } = await bus.append(['small', 'log'], 'first')
  for (let entry = 0; entry < 10; entry += 1) await bus.append(['small', 'log'], value)
  expect(await bus.read({ log: ['small', 'log'] }, { after: sequence, limit: 1 })).toMatchObject({ gap: true })
  const [first] = await firstEvents(bus, sequence)
  expect(first).toEqual({ kind: 'gap' })
})

/** Stops a server, and waits until the system has. */
async function stop({ process: { pid }, process: server }: NatsServer): Promise<void> {
  server.kill('SIGSTOP')
  await expect
    .poll(() => execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }), POLL)
    .toMatch(/^T/)
}

const POLL = { timeout: 60_000, interval: 100 }

function watchAll(bus: Bus, log: readonly [string, string]): WatchEvent[] {
  const events: WatchEvent[] = []
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  void (async () => {
    for await (const event of bus.watch({ log }, { signal: ending.signal })) events.push(event)
  })()
  return events
}

const valuesIn = (events: readonly WatchEvent[]) =>
  events.flatMap((event) => (event.kind === 'entry' ? [event.entry.value] : []))

async function firstEvents(bus: Bus, after: number): Promise<WatchEvent[]> {
  for await (const event of bus.watch({ log: ['small', 'log'] }, { after })) return [event]
  return []
}
