import { describe, expect, test } from 'vitest'
import { traceSettings, type TraceSettings } from '../../src/index.ts'
import { SpanExporter } from '../../src/tracing/span-exporter.ts'
import { toolSpan } from '../../src/tracing/tool-span.ts'
import { attributesOf, goneCollector, openCollector } from '../support/test-collector.ts'
import { approver, eventsOf, exec, newKey, openWork, watch, type WorkScene } from '../support/work-scene.ts'

const settingsFor = (endpoint: string, more: { readonly arguments?: boolean } = {}): TraceSettings =>
  traceSettings({ endpoint, ...more }, { OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a%20b' }, '1.2.3')!

const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

async function traced(traces: TraceSettings): Promise<WorkScene> {
  const scene = await openWork({ traces })
  const { agent, session } = scene
  await exec(agent.connection, session, `echo token=${SECRET}`)
  await exec(agent.connection, session, 'cat missing')
  await exec(agent.connection, session, 'echo no', { input: { security: 'deny' } })
  return scene
}

describe('spans of tool calls', () => {
  test('reach a collector with the conventions for tools, and without what was run', async () => {
    const collector = await openCollector()
    const scene = await traced(settingsFor(collector.endpoint))
    await scene.gateway.close()
    const [request] = collector.requests
    expect(request).toMatchObject({
      path: '/v1/traces',
      headers: { 'x-team': 'a b', 'content-type': 'application/json' },
    })
    const { resource } = request!.body.resourceSpans[0]
    expect(attributesOf(resource)).toEqual({ 'service.name': 'poundlock-gateway', 'service.version': '1.2.3' })
    const [ran, failed, denied] = collector.spans()
    const common = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'exec', 'gen_ai.agent.name': 'coder' }
    expect(ran).toMatchObject({
      name: 'execute_tool exec',
      kind: 1,
      status: {},
      events: [{ name: 'poundlock.run.started' }],
    })
    expect(ran.attributes).toMatchObject({
      ...common,
      'gen_ai.tool.call.id': expect.stringMatching(/^call_[0-9a-f]{32}$/),
      'gen_ai.conversation.id': scene.session,
      'process.exit.code': 0,
      'poundlock.call.status': 'ran',
      'poundlock.decision': 'allow',
    })
    expect(BigInt(ran.endTimeUnixNano) >= BigInt(ran.startTimeUnixNano)).toBe(true)
    expect(failed).toMatchObject({ status: {}, attributes: { ...common, 'process.exit.code': 1 } })
    expect(denied).toMatchObject({
      status: { code: 2 },
      attributes: { ...common, 'error.type': 'denied', 'poundlock.decision': 'deny' },
    })
    expect(JSON.stringify(collector.requests)).not.toMatch(/ghp_|echo|missing/)
  })

  test('have inputs where that is turned on, and no secret then', async () => {
    const collector = await openCollector()
    const scene = await traced(settingsFor(collector.endpoint, { arguments: true }))
    await scene.gateway.close()
    const given = JSON.parse(collector.spans()[0].attributes['gen_ai.tool.call.arguments'])
    expect(given.command).toMatch(/^echo token=/)
    expect(JSON.stringify(collector.requests)).not.toContain(SECRET)
  })

  test('continue the trace of the request, and leave out one that is not sampled', async () => {
    const collector = await openCollector()
    const { agent, session, gateway } = await openWork({ traces: settingsFor(collector.endpoint) })
    const call = (flags: string) =>
      agent.connection.call(
        'tools.call',
        { session, tool: 'exec', input: { command: 'echo' } },
        { idempotencyKey: newKey(), traceparent: `00-${TRACE}-00f067aa0ba902b7-${flags}` },
      )
    await call('01')
    await call('00')
    await gateway.close()
    expect(collector.spans()).toMatchObject([{ traceId: TRACE, parentSpanId: '00f067aa0ba902b7' }])
  })

  test('say what people answered', async () => {
    const collector = await openCollector()
    const scene = await openWork({ traces: settingsFor(collector.endpoint) })
    const { connection } = await approver(scene)
    const events = eventsOf(connection)
    await watch(connection)
    const called = exec(scene.agent.connection, scene.session, 'node -p 1')
    const { data } = await events.next('approvals.waiting')
    await connection.call('approvals.answer', { id: data.approval.id, decision: 'deny' })
    await called
    await scene.gateway.close()
    expect(collector.spans()[0].attributes).toMatchObject({
      'error.type': 'unapproved',
      'poundlock.decision': 'ask',
      'poundlock.approval.answer': 'deny',
    })
  })
})

describe('sending spans', () => {
  const span = toolSpan(
    {
      callId: 'c',
      tool: 'exec',
      agent: 'a',
      session: 's',
      input: {},
      arrivedAt: 1,
      endedAt: 2,
      end: { error: new Error('secret') },
    },
    false,
  )!

  test('a batch that the collector had no time for is sent again, one that it refuses is not', async () => {
    const busy = await openCollector([503, 429])
    const refusing = await openCollector([400])
    const log: string[] = []
    const open = (endpoint: string) => new SpanExporter(settingsFor(endpoint), (event) => void log.push(event))
    const exporters = [open(busy.endpoint), open(refusing.endpoint)]
    for (const exporter of exporters) exporter.add(span)
    await Promise.all(exporters.map((exporter) => exporter.close()))
    expect(busy.requests).toHaveLength(3)
    expect(refusing.requests).toHaveLength(1)
    expect(exporters.map(({ dropped }) => dropped)).toEqual([0, 1])
    expect(log).toEqual(['traces-failed', 'traces-failed'])
  })

  test('a bounded number waits for a collector that is away, and each that is lost is counted', async () => {
    const exporter = new SpanExporter(settingsFor(await goneCollector()), () => undefined)
    for (let count = 0; count < 5000; count++) exporter.add(span)
    expect(exporter.dropped).toBeGreaterThanOrEqual(5000 - 2048 - 512)
    await exporter.close()
    expect(exporter.dropped).toBe(5000)
  })
})

describe('where spans go', () => {
  const from = (environment: Record<string, string>, configured = {}) => traceSettings(configured, environment, '0')

  test('nowhere, unless a collector is named', () => {
    expect(from({})).toBeNull()
    const named = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
    expect(from(named)?.endpoint).toBe('http://127.0.0.1:4318/v1/traces')
    expect(from({ ...named, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
    expect(from({ ...named, OTEL_SDK_DISABLED: 'true' })).toBeNull()
    const own = { ...named, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c.example/in' }
    expect(from(own)?.endpoint).toBe('https://c.example/in')
    expect(from(own, { endpoint: 'http://localhost:1/x' })?.endpoint).toBe('http://localhost:1/x')
    expect(from({ ...named, OTEL_SERVICE_NAME: 'mine', OTEL_RESOURCE_ATTRIBUTES: 'team=a,b' })?.resource).toEqual({
      'service.name': 'mine',
      'service.version': '0',
      team: 'a',
    })
  })

  test.each([
    ['headers without TLS', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example', OTEL_EXPORTER_OTLP_HEADERS: 'key=a' }],
    ['a password in the address', { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:pass@c.example' }],
    ['another scheme', { OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///etc/passwd' }],
    ['gRPC', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ])('%s is refused', (_what, environment) => {
    expect(() => from(environment)).toThrow(expect.objectContaining({ code: 'GATEWAY_CONFIG' }))
  })
})
