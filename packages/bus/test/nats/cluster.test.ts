import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { NatsServer } from '@poundlock/tooling/nats'
import { expect, onTestFinished, test } from 'vitest'
import { BusError, type Bus } from '../../src/index.ts'
import { openNatsBus, type NatsStatus } from '../../src/nats/index.ts'
import { makeCertificates } from '../fixtures/certificates.ts'
import { PASSWORD, startDocumentedCluster } from '../fixtures/nats-server.ts'

const POLL = { timeout: 60_000, interval: 100 }

test('On the documented cluster, killing a leader during writes loses none that was confirmed, and makes none twice.', async () => {
  const certificates = makeCertificates()
  const cluster = await startDocumentedCluster(certificates)
  const servers = cluster.map(({ address }) => address)
  const statuses: NatsStatus[] = []
  const onStatus = (status: NatsStatus) => statuses.push(status)
  const [password, caFile] = [PASSWORD, certificates.ca]
  // #region open
  const bus = await openNatsBus({
    servers, // ['10.0.0.1:4222', '10.0.0.2:4222', '10.0.0.3:4222']
    replicas: 3,
    tls: { caFile },
    credentials: { user: 'gateway', password },
    name: 'gateway-1',
    onStatus,
  })
  // #endregion
  const other = await openNatsBus({
    servers: servers.toReversed(),
    replicas: 3,
    tls: { caFile },
    credentials: { user: 'gateway', password },
  })
  onTestFinished(async () => void (await Promise.all([bus.close(), other.close()])))
  // One of these watches has its consumer on the server that is killed.
  const watches: unknown[][] = []
  do watches.push(await startWatch(other))
  while (!(await isConsumerOnLeader(cluster, 'poundlock_runs', certificates.ca)))
  const acked: number[] = []
  const leader = Promise.withResolvers<void>()
  const writing = (async () => {
    for (let value = 0; value < 80; value += 1) {
      await bus.append(['runs', 'r1'], value, LONG)
      acked.push(value)
      if (value === 40) leader.resolve()
    }
  })()
  await leader.promise
  await bus.claim(['claims', 'before'], 'bus')
  const killed = await leaderOf(cluster, 'poundlock_runs', certificates.ca)
  await killed!.kill()
  // Claims wait for a leader, too, and one gets each.
  const claims = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      Promise.all([
        bus.claim(['claims', `c${index}`], 'bus', LONG),
        other.claim(['claims', `c${index}`], 'other', LONG),
      ]),
    ),
  )
  await writing
  expect(claims.map((both) => both.filter(({ claimed }) => claimed).length)).toEqual(claims.map(() => 1))
  expect((await other.claim(['claims', 'before'], 'other', LONG)).claimed).toBe(false)
  const { entries } = await other.read({ log: ['runs', 'r1'] })
  expect(entries.map(({ value }) => value)).toEqual(acked)
  await expect.poll(() => watches, POLL).toEqual(watches.map(() => acked))
  // Whether a write had to wait is a matter of how quick the election was.
  expect(statuses.map(({ kind }) => kind)).not.toContain('outdated')
  await bus.serve(['node', 'n1'], () => 'n1')
  await expect.poll(() => other.request(['node', 'n1'], 1), POLL).toMatchObject({ status: 'answered', value: 'n1' })
})

test('A server that offers no TLS, or the certificate of another authority, gets nothing but the greeting of TLS.', async () => {
  const { ca } = makeCertificates()
  const received: Buffer[] = []
  const plain = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => received.push(data))
    // What a server says that does not know of TLS, or somebody in between.
    socket.write('INFO {"server_id":"x","version":"2.15.1","proto":1,"headers":true,"max_payload":1048576}\r\n')
  })
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  onTestFinished(() => void plain.close())
  const open = openNatsBus({
    servers: [`127.0.0.1:${(plain.address() as AddressInfo).port}`],
    tls: { caFile: ca },
    credentials: { user: 'gateway', password: PASSWORD },
    connectMs: 2000,
  })
  await expect(open).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  const text = Buffer.concat(received)
  expect(text.includes(PASSWORD) || text.includes('CONNECT')).toBe(false)
  // A handshake record of TLS.
  expect(text[0]).toBe(0x16)
})

const LONG = { waitMs: 60_000 }

/** The values that a watch gives, from when it follows the log. */
async function startWatch(bus: Bus): Promise<unknown[]> {
  const values: unknown[] = []
  const current = Promise.withResolvers<void>()
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const watching = (async () => {
    for await (const event of bus.watch({ log: ['runs', 'r1'] }, { signal: ending.signal })) {
      if (event.kind === 'entry') values.push(event.entry.value)
      else if (event.kind === 'current') current.resolve()
    }
  })()
  // The bus may be closed first.
  watching.catch((error: unknown) => {
    if (!(error instanceof BusError && error.code === 'CLOSED')) throw error
  })
  await current.promise
  return values
}

async function leaderOf(
  cluster: readonly NatsServer[],
  stream: string,
  caFile: string,
): Promise<NatsServer | undefined> {
  return withManager(cluster, caFile, async (manager) => {
    const { cluster: group } = await manager.streams.info(stream)
    return cluster.find(({ name }) => name === group?.leader)
  })
}

async function isConsumerOnLeader(cluster: readonly NatsServer[], stream: string, caFile: string): Promise<boolean> {
  const leader = await leaderOf(cluster, stream, caFile)
  return withManager(cluster, caFile, async (manager) => {
    for await (const consumer of manager.consumers.list(stream)) {
      if (leader !== undefined && consumer.cluster?.leader === leader.name) return true
    }
    return false
  })
}

async function withManager<Result>(
  cluster: readonly NatsServer[],
  caFile: string,
  action: (manager: JetStreamManager) => Promise<Result>,
): Promise<Result> {
  const connection = await connect({
    servers: cluster.map(({ address }) => address),
    tls: { caFile, handshakeFirst: true },
    user: 'gateway',
    pass: PASSWORD,
    inboxPrefix: 'poundlock.inbox',
  })
  try {
    return await action(await jetstreamManager(connection))
  } finally {
    await connection.close()
  }
}
