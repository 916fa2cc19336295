import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { McpError } from '../../src/index.ts'
import { hostile, isAlive, makeFolder, openManager } from '../open-manager.ts'

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise
    return 'no error'
  } catch (error) {
    return (error as McpError).code
  }
}
const call = (mode: string, tool = 'echo') => [{ server: mode, tool }, {}] as const

test('lines that are no messages are skipped, before the introduction and in the middle of a call', async () => {
  const manager = openManager([hostile('noise')])
  expect((await manager.call(...call('noise'))).content).toEqual([{ type: 'text', text: 'done' }])
})

describe('lists of tools', () => {
  test('one without an end is left, and what was read until then counts', async () => {
    const manager = openManager([hostile('endless-cursor')])
    const report = await manager.refresh('endless-cursor')
    expect(report.problem).toMatch(/more than 1000 pages/)
    expect(report.callable).toBe(1000)
  })

  test('one that goes in a circle is left', async () => {
    const report = await openManager([hostile('same-cursor')]).refresh('same-cursor')
    expect(report.problem).toMatch(/goes in a circle/)
    expect(report.callable).toBe(1)
  })

  test('one that is none is an error', async () => {
    const manager = openManager([hostile('not-a-list')])
    expect(await codeOf(manager.refresh('not-a-list'))).toBe('MCP_RESULT')
    expect(manager.server('not-a-list')).toMatchObject({ state: 'configured', pid: null })
  })

  test('names that look alike stay apart, and one that is listed twice differently cannot be called', async () => {
    const manager = openManager([hostile('names-collide')])
    const { quarantined } = await manager.refresh('names-collide')
    expect(quarantined).toEqual([{ name: 'twice', reason: expect.stringMatching(/lists it twice/) }])
    const names = manager.tools().map((tool) => tool.publicName)
    expect(new Set(names).size).toBe(3)
    for (const name of names) expect(name).toMatch(/^mcp__names-collide__a_b_\d[a-z0-9]{7}$/)
    expect(manager.find(names[1]!)?.name).toBe('a/b')
    expect(await codeOf(manager.call(...call('names-collide', 'twice')))).toBe('MCP_TOOL_HELD')
  })

  test('a bad schema costs its own tool alone', async () => {
    const manager = openManager([hostile('bad-schemas')])
    const { quarantined } = await manager.refresh('bad-schemas')
    expect(manager.tools().map((tool) => tool.name)).toEqual(['good', 'bomb', 'pattern'])
    expect(quarantined.map((tool) => tool.name)).toEqual(['remote', 'no-object', 'none', 'broken', ''])
    expect((await manager.call(...call('bad-schemas', 'good'))).isError).toBe(false)
    // What multiplies itself runs out of steps, and what backtracks elsewhere is matched in linear time.
    const started = performance.now()
    const bomb = manager.call({ server: 'bad-schemas', tool: 'bomb' }, { a: 'x' })
    await expect(bomb).rejects.toThrow(/too costly to check/)
    const backtracking = manager.call({ server: 'bad-schemas', tool: 'pattern' }, { a: `${'a'.repeat(5000)}!` })
    await expect(backtracking).rejects.toThrow(/does not fit the pattern/)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('changes that are announced a thousand times are looked at a few times', async () => {
    const onChange = vi.fn<(server: string) => void>()
    const manager = openManager([hostile('floods-changes')], { onChange })
    await manager.call(...call('floods-changes'))
    await manager.call(...call('floods-changes'))
    expect(onChange.mock.calls.length).toBeLessThan(20)
  })
})

describe('results', () => {
  test('a hundred megabytes end the connection, not us, and the server is started again', async () => {
    const manager = openManager([hostile('huge-result')])
    await manager.refresh('huge-result')
    const before = process.memoryUsage().rss
    expect(await codeOf(manager.call(...call('huge-result')))).toBe('MCP_CLOSED')
    expect(manager.server('huge-result')?.problem).toMatch(/bytes/)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
    expect((await manager.refresh('huge-result')).state).toBe('started')
  })

  test('what is too long for a result is in a file, whole', async () => {
    const folder = makeFolder()
    const manager = openManager([hostile('long-result', { maxResultCharacters: 1000 })], { spillDirectory: folder })
    const result = await manager.call(...call('long-result'))
    const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''))
    expect(texts[0]).toHaveLength(1000)
    expect(texts[1]).toContain(`the whole is in ${result.spillFile}`)
    expect(readFileSync(result.spillFile!, 'utf8')).toBe('line\n'.repeat(100_000))
    expect(statSync(result.spillFile!).mode & 0o777).toBe(0o600)
  })

  test('text that is no UTF-8 is not a result: nothing is replaced in it', async () => {
    const manager = openManager([hostile('bad-utf8', { timeoutMs: 500 })])
    expect(await codeOf(manager.call(...call('bad-utf8')))).toBe('MCP_TIMEOUT')
  })

  test('an answer in a batch is told at once, and is none', async () => {
    const manager = openManager([hostile('answers-in-batch', { timeoutMs: 600_000 })])
    await expect(manager.call(...call('answers-in-batch'))).rejects.toThrow(/came in a batch of messages/)
  })

  test('an answer in a batch is one under the revision that has batches', async () => {
    const manager = openManager([hostile('may-answer-in-batch')])
    expect(await manager.call(...call('may-answer-in-batch'))).toMatchObject({ content: [{ text: 'batched' }] })
  })

  test('what has another form is told', async () => {
    expect(await codeOf(openManager([hostile('no-result')]).call(...call('no-result')))).toBe('MCP_RESULT')
  })

  test('what it says of an error cannot be taken for what we say, and is no longer than anybody reads', async () => {
    const refused = openManager([hostile('forged-lines')]).call(...call('forged-lines'))
    await expect(refused).rejects.toThrow(/asked for tools\/call: no\n {2}\| allowed: yes\n {2}\| x+…$/)
    const { message } = (await refused.catch((error: unknown) => error)) as McpError
    expect(message.length).toBeLessThan(2200)
  })

  test('an answer to another id answers nothing', async () => {
    const { content } = await openManager([hostile('wrong-ids')]).call(...call('wrong-ids'))
    expect(content).toEqual([{ type: 'text', text: 'answers this' }])
  })
})

describe('ends', () => {
  test('a server that asks without an end and reads no answer does not fill our memory', async () => {
    const manager = openManager([hostile('asks-and-never-reads')])
    expect(await codeOf(manager.call(...call('asks-and-never-reads')))).toBe('MCP_CLOSED')
  })

  test('a server that dies in a call leaves its outcome unknown, and the next call starts it again', async () => {
    const manager = openManager([hostile('dies-mid-call')])
    const dying = manager.call(...call('dies-mid-call'))
    await expect(dying).rejects.toThrow(/whether the call was carried out is unknown/)
    await expect(dying).rejects.toThrow(/Segmentation fault/)
    expect(manager.server('dies-mid-call')).toMatchObject({ state: 'manifest-known', failures: 1, pid: null })
    expect(await codeOf(manager.call(...call('dies-mid-call')))).toBe('MCP_CLOSED')
    expect(manager.server('dies-mid-call')).toMatchObject({ restarts: 1, failures: 2 })
  })

  test('one that fails all the time is left alone, visibly, until somebody looks at it', async () => {
    const manager = openManager([hostile('dies-mid-call')], { backoff: { firstMs: 1, mostFailures: 3 } })
    for (let count = 0; count < 3; count++) await codeOf(manager.call(...call('dies-mid-call')))
    expect(manager.server('dies-mid-call')).toMatchObject({ down: true, failures: 3 })
    expect(await codeOf(manager.call(...call('dies-mid-call')))).toBe('MCP_DOWN')
    expect(await manager.refresh('dies-mid-call')).toMatchObject({ down: false, state: 'started' })
  })

  test('one that dies at once is told with what it said', async () => {
    const start = openManager([hostile('dies-at-start')]).refresh('dies-at-start')
    await expect(start).rejects.toThrow(/exit_code:1[^]*the variable TOKEN is missing/)
  })

  test('one that ignores SIGTERM and the end of its input is killed', async () => {
    const manager = openManager([hostile('ignores-sigterm')])
    const { pid } = await manager.refresh('ignores-sigterm')
    await manager.close()
    expect(isAlive(pid!)).toBe(false)
  })

  test('its children are ended with it, also those in a group of their own', async () => {
    const file = join(makeFolder(), 'pids')
    const manager = openManager([hostile('grandchildren', { file })])
    await manager.refresh('grandchildren')
    const pids = readFileSync(file, 'utf8').split(' ').map(Number)
    expect(pids.map(isAlive)).toEqual([true, true, true])
    await manager.close()
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false, false])
  })

  test('one that nobody calls is stopped, and started when it is called again', async () => {
    const manager = openManager([hostile('honest', { idleMs: 50 })])
    const { pid } = await manager.refresh('honest')
    await expect.poll(() => manager.server('honest')?.state).toBe('manifest-known')
    await expect.poll(() => isAlive(pid!)).toBe(false)
    expect((await manager.call(...call('honest'))).isError).toBe(false)
    expect(manager.server('honest')).toMatchObject({ state: 'invoked', failures: 0, problem: null })
  })
})

describe('starts', () => {
  test('one that says nothing is given up, and the other framing is thought of', async () => {
    const start = openManager([hostile('never-introduces', { startTimeoutMs: 300 })]).refresh('never-introduces')
    await expect(start).rejects.toMatchObject({ code: 'MCP_START', remedy: expect.stringContaining('Content-Length') })
  })

  test('one that speaks the other framing is told so', async () => {
    const start = openManager([hostile('content-length')]).refresh('content-length')
    await expect(start).rejects.toThrow(/Content-Length/)
  })

  test('one that begins with a byte order mark is understood at once', async () => {
    const manager = openManager([hostile('byte-order-mark', { startTimeoutMs: 600_000 })])
    expect(await manager.call(...call('byte-order-mark'))).toMatchObject({ isError: false })
  })

  test('one that writes UTF-16 is told so at once', async () => {
    const start = openManager([hostile('utf-16', { startTimeoutMs: 600_000 })]).refresh('utf-16')
    await expect(start).rejects.toThrow(/writes UTF-16; expected UTF-8/)
  })

  test.each([
    ['introduces-in-batch', /came in a batch of messages/],
    ['introduces-without-version', /is not a message: jsonrpc must be "2\.0"/],
    ['introduces-twice-at-once', /neither a result alone nor an error/],
  ])('one that %s is told so at once, and not when its time is out', async (mode, what) => {
    const start = openManager([hostile(mode, { startTimeoutMs: 600_000 })]).refresh(mode)
    await expect(start).rejects.toThrow(what)
  })

  test('a revision that nobody knows is refused', async () => {
    await expect(openManager([hostile('old-revision')]).refresh('old-revision')).rejects.toThrow(/1999-01-01/)
  })

  test('a server without tools is none the worse', async () => {
    expect(await openManager([hostile('no-tools')]).refresh('no-tools')).toMatchObject({ callable: 0, problem: null })
  })

  test('a program that is not there is named', async () => {
    const definition = hostile('honest')
    const missing = { ...definition, transport: { ...definition.transport, command: 'no-such-program' } }
    await expect(openManager([missing as never]).refresh('honest')).rejects.toThrow(/no-such-program/)
  })

  test('many calls at once start it once', async () => {
    const manager = openManager([hostile('honest')])
    await Promise.all(Array.from({ length: 20 }, () => manager.call(...call('honest'))))
    expect(manager.server('honest')?.restarts).toBe(0)
  })

  test('one that must be contained is not started where nothing contains it', async () => {
    await expect(openManager([hostile('honest', { contained: true })]).refresh('honest')).rejects.toThrow(
      /nothing here can contain/,
    )
  })
})

describe('time', () => {
  test('a call that is not answered times out, and is told to the server', async () => {
    expect(
      await codeOf(openManager([hostile('never-answers', { timeoutMs: 200 })]).call(...call('never-answers'))),
    ).toBe('MCP_TIMEOUT')
  })

  test('progress extends the time', async () => {
    const seen: number[] = []
    const manager = openManager([hostile('slow-with-progress', { timeoutMs: 300 })])
    const { content } = await manager.call(...call('slow-with-progress'), {
      onProgress: ({ progress }) => seen.push(progress),
    })
    expect(content).toEqual([{ type: 'text', text: 'slow but sure' }])
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('progress without an end does not extend it for ever', async () => {
    const manager = openManager([hostile('progress-forever', { timeoutMs: 300, longestCallMs: 600 })])
    await expect(manager.call(...call('progress-forever'))).rejects.toThrow(/did not end the call within 600 ms/)
  })

  test('a caller gives up, also while the server starts', async () => {
    const manager = openManager([hostile('never-answers'), hostile('never-introduces')])
    await manager.refresh('never-answers')
    for (const mode of ['never-answers', 'never-introduces']) {
      const controller = new AbortController()
      const given = manager.call(...call(mode), { signal: controller.signal })
      setTimeout(() => controller.abort(), 50)
      expect(await codeOf(given)).toBe('MCP_CANCELLED')
    }
  })
})

describe('what changes after it was accepted', () => {
  test('is held back, reported, and can be accepted', async () => {
    const file = join(makeFolder(), 'forwarded')
    const manager = openManager([hostile('changes-when-told', { name: 'changing', file })])
    await manager.call({ server: 'changing', tool: 'echo' }, {})
    expect(existsSync(file)).toBe(true)
    await expect(manager.call({ server: 'changing', tool: 'echo' }, {})).rejects.toThrow(/is not what was accepted/)
    await expect(manager.call({ server: 'changing', tool: 'extra' }, {})).rejects.toThrow(/was added after/)
    expect(manager.server('changing')).toMatchObject({
      withheld: 2,
      callable: 0,
      drift: { changed: ['echo'], added: ['extra'], removed: [] },
    })
    expect(manager.tools().map(({ withheldBy }) => withheldBy)).toEqual(['changed', 'added'])
    manager.accept('changing', manager.tools('changing'))
    expect((await manager.call({ server: 'changing', tool: 'echo' }, {})).isError).toBe(false)
  })

  test('is held back by another process, which reads what the first accepted', async () => {
    const folder = makeFolder()
    const file = join(makeFolder(), 'forwarded')
    const server = hostile('changes-when-told', { name: 'changing', file })
    const first = openManager([server], { folder })
    await first.refresh('changing')
    await first.close()
    writeFileSync(file, '')
    const second = openManager([server], { folder })
    expect(second.tools().map(({ withheldBy }) => withheldBy)).toEqual([null])
    await expect(second.call({ server: 'changing', tool: 'echo' }, {})).rejects.toThrow(/is not what was accepted/)
  })

  test('is not called where it was decided about as it was before', async () => {
    const manager = openManager([hostile('honest')])
    await manager.refresh('honest')
    const digest = '0'.repeat(64)
    await expect(manager.call(...call('honest'), { digest })).rejects.toThrow(/is not what was accepted/)
  })

  test('nothing is accepted by itself where somebody must say so', async () => {
    const manager = openManager([hostile('honest', { pins: 'explicit' })])
    await expect(manager.call(...call('honest'))).rejects.toThrow(/was not accepted yet/)
    manager.accept('honest', manager.tools())
    expect((await manager.call(...call('honest'))).isError).toBe(false)
  })
})

describe('what a server asks of us', () => {
  const asked = async (tool: string, options: Parameters<typeof openManager>[1], more = {}) => {
    const manager = openManager([hostile('asks', more)], options)
    const { content } = await manager.call({ server: 'asks', tool }, {})
    return JSON.parse((content[0] as { text: string }).text) as unknown
  }

  test('the model and the person only where its definition allows it and the app can', async () => {
    const onSampling = vi.fn<() => Promise<unknown>>(async () => ({ role: 'assistant' }))
    const refused = { code: -32_601, message: expect.stringContaining('Method not found') }
    expect(await asked('sampling/createMessage', {})).toEqual(refused)
    expect(await asked('sampling/createMessage', { onSampling })).toEqual(refused)
    expect(onSampling).not.toHaveBeenCalled()
    expect(await asked('sampling/createMessage', { onSampling }, { sampling: true })).toEqual({ role: 'assistant' })
    expect(await asked('elicitation/create', { onElicitation: async () => ({ action: 'decline' }) })).toEqual(refused)
    expect(
      await asked('elicitation/create', { onElicitation: async () => ({ action: 'decline' }) }, { elicitation: true }),
    ).toEqual({ action: 'decline' })
  })

  test('a refusal reaches it as an error', async () => {
    const onSampling = async () => Promise.reject(new Error('refused by policy'))
    expect(await asked('sampling/createMessage', { onSampling }, { sampling: true })).toEqual({
      code: -32_603,
      message: 'refused by policy',
    })
  })

  test('where it may work', async () => {
    expect(await asked('roots/list', { roots: [{ uri: 'file:///w' }] })).toEqual({ roots: [{ uri: 'file:///w' }] })
    expect(await asked('ping', {})).toEqual({})
  })
})

test('it gets no more of the environment than passes', async () => {
  const secret = { PATH: process.env['PATH'], AWS_SECRET_ACCESS_KEY: 's', GITHUB_TOKEN: 't', HOME: '/h' }
  const definition = hostile('environment', { env: { TOKEN: '${GITHUB_TOKEN}' } })
  const { content } = await openManager([definition], { hostEnvironment: secret }).call(...call('environment'))
  const environment = JSON.parse((content[0] as { text: string }).text) as Record<string, string>
  expect(environment).toMatchObject({ TOKEN: 't', HOME: '/h' })
  expect(Object.keys(environment)).not.toContain('AWS_SECRET_ACCESS_KEY')
  expect(Object.keys(environment)).not.toContain('GITHUB_TOKEN')
})
