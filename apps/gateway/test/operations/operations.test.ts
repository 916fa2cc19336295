import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drainAndClose, jsonLog, type Area, type OpenArea } from '../../src/index.ts'
import { openTestGateway, type TestGateway } from '../support/test-gateway.ts'

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** One HTTP request, over TCP or the local socket. */
function ask(
  { gateway, stateFolder }: TestGateway,
  path: string,
  options: { readonly method?: string; readonly headers?: Record<string, string>; readonly local?: boolean } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, local = false } = options
  const where = local
    ? { socketPath: join(stateFolder, 'gateway', 'gateway.sock') }
    : { host: '127.0.0.1', port: gateway.port! }
  return new Promise((resolve, reject) => {
    const sent = request({ ...where, path, method, agent: false, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** An area that is busy until it is told otherwise. */
function busyArea(): { readonly open: OpenArea; end(): void; readonly closed: () => boolean } {
  let calls = 1
  let isClosed = false
  const area: Area = { handlers: {}, counts: () => ({ calls }), close: () => void (isClosed = true) }
  return { open: () => area, end: () => void (calls = 0), closed: () => isClosed }
}

describe('health', () => {
  test('a gateway that runs is healthy, started and ready, over TCP and over the local socket', async () => {
    const gateway = await openTestGateway()
    for (const path of ['/healthz', '/startupz', '/readyz']) {
      expect(await ask(gateway, path)).toMatchObject({ status: 200, text: 'ok\n' })
      expect(await ask(gateway, path, { local: true, headers: { host: 'localhost' } })).toMatchObject({ status: 200 })
    }
  })

  test('a gateway that drains lives, but is not ready', async () => {
    const gateway = await openTestGateway()
    gateway.gateway.drain()
    expect(await ask(gateway, '/healthz')).toMatchObject({ status: 200 })
    expect(await ask(gateway, '/readyz')).toMatchObject({ status: 503, text: 'draining\n' })
  })

  test.each(['POST', 'DELETE', 'PUT'])('%s is refused, and says what is expected', async (method) => {
    const gateway = await openTestGateway()
    expect(await ask(gateway, '/readyz', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  test('HEAD has the status and no body', async () => {
    const gateway = await openTestGateway()
    expect(await ask(gateway, '/healthz', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  })
})

describe('metrics', () => {
  test('connections, refusals and what areas count are in the text for Prometheus', async () => {
    const gateway = await openTestGateway()
    await gateway.owner()
    await ask(gateway, '/healthz', { headers: { host: 'attacker.example' } })
    gateway.gateway.services.metrics.count('poundlock_calls_total', { outcome: 'completed' })
    gateway.gateway.services.metrics.observe('poundlock_ask_seconds', { answer: 'deny' }, 3)
    const { status, text, headers } = await ask(gateway, '/metrics')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(text).toContain('poundlock_connections{role="operator"} 1\n')
    expect(text).toContain('poundlock_connections_accepted_total{role="operator"} 1\n')
    expect(text).toMatch(/poundlock_refused_total\{reason="[a-z-]+"\} 1\n/)
    expect(text).toContain('poundlock_calls_total{outcome="completed"} 1\n')
    expect(text).toContain('poundlock_ask_seconds_bucket{le="5",answer="deny"} 1\n')
    expect(text).toContain('nodejs_eventloop_lag_seconds ')
    // What would wake an idle gateway a hundred times a second.
    expect(text).not.toContain('nodejs_eventloop_lag_p99_seconds')
  })

  test('labels that come without an end are counted together', async () => {
    const gateway = await openTestGateway()
    const { metrics } = gateway.gateway.services
    for (let n = 0; n < 2000; n++) metrics.count('poundlock_decisions_total', { decision: 'deny', reason: `R${n}` })
    const { text } = await ask(gateway, '/metrics')
    expect(text.split('\n').filter((line) => line.startsWith('poundlock_decisions_total{'))).toHaveLength(501)
    expect(text).toContain('poundlock_decisions_total{decision="other",reason="other"} 1500\n')
  })

  test('they are not there when they are off', async () => {
    const gateway = await openTestGateway({ metrics: 'off' })
    gateway.gateway.services.metrics.count('poundlock_calls_total', { outcome: 'completed' })
    expect(await ask(gateway, '/metrics')).toMatchObject({ status: 404 })
  })

  test('a page in a browser does not get them, not even a page of the gateway', async () => {
    const gateway = await openTestGateway()
    const origin = `http://127.0.0.1:${gateway.gateway.port}`
    expect(await ask(gateway, '/metrics', { headers: { origin } })).toMatchObject({ status: 403 })
  })

  test('a secret of a client is in none of them', async () => {
    const gateway = await openTestGateway()
    const device = await gateway.pair('agent', ['status.read'])
    await ask(gateway, `/metrics?token=${device.token}`)
    const { text } = await ask(gateway, '/metrics')
    for (const secret of [device.token, Buffer.from(device.token).toString('base64'), device.key.id]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('draining', () => {
  test('waits for what runs, refuses new calls, and closes', async () => {
    const busy = busyArea()
    const gateway = await openTestGateway({ areas: [busy.open] })
    const owner = await gateway.owner()
    const drained = drainAndClose(gateway.gateway, { budgetMs: 60_000 })
    expect(await ask(gateway, '/readyz')).toMatchObject({ status: 503 })
    const invited = await owner.call('devices.invite', { role: 'agent', scopes: ['status.read'] })
    expect(invited).toMatchObject({ ok: false, error: { code: 'DRAINING' } })
    expect(invited.error?.retryAfterMs).toBeGreaterThan(0)
    expect(busy.closed()).toBe(false)
    busy.end()
    expect(await drained).toBe(0)
    expect(busy.closed()).toBe(true)
    await expect(ask(gateway, '/healthz')).rejects.toThrow(/ECONNREFUSED/)
  })

  test('ends when the budget is over, and says how much still ran', async () => {
    const busy = busyArea()
    const { gateway } = await openTestGateway({ areas: [busy.open] })
    expect(await drainAndClose(gateway, { budgetMs: 1 })).toBe(1)
    expect(busy.closed()).toBe(true)
  })

  test('ends at once when it is asked a second time', async () => {
    const busy = busyArea()
    const { gateway } = await openTestGateway({ areas: [busy.open] })
    const hurry = new AbortController()
    const drained = drainAndClose(gateway, { budgetMs: 600_000, signal: hurry.signal })
    hurry.abort()
    expect(await drained).toBe(1)
  })
})

describe('the log', () => {
  test('is one line of JSON an event, whatever the fields hold', () => {
    const lines: string[] = []
    const log = jsonLog({ write: (line) => lines.push(line), now: () => 0, isForJournal: false })
    log('request-refused', { address: 'x\n{"event":"ready"}\u001b[2J' })
    expect(lines).toHaveLength(1)
    expect(lines[0]!.indexOf('\n')).toBe(lines[0]!.length - 1)
    expect(lines[0]).not.toContain('\u001b')
    expect(JSON.parse(lines[0]!)).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      event: 'request-refused',
      address: 'x\n{"event":"ready"}\u001b[2J',
    })
  })

  test('gives a journal the priority of each event', () => {
    const lines: string[] = []
    const log = jsonLog({ write: (line) => lines.push(line), now: () => 0, isForJournal: true })
    log('fault')
    log('ready')
    expect(lines.map((line) => line.slice(0, 3))).toEqual(['<3>', '<6>'])
  })
})
