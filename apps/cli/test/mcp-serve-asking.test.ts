import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { execa } from 'execa'
import { describe, expect, onTestFinished, test } from 'vitest'
import { KeptRequests, type WaitingCall } from '../src/mcp/kept-requests.ts'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'
import { startServe } from './serve-client.ts'
import { serveOverHttp } from './serve-over-http.ts'

/** What asks unless a rule covers it, and runs on this machine. */
function openAsking(exec: object = {}): Scene {
  const scene = openScene()
  scene.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off', ...exec } } })
  writeFileSync(join(scene.workspace, 'notes'), 'one\ntwo\n')
  return scene
}

const SORT = { command: 'sort -r notes' }
const SORTED = { content: [{ type: 'text', text: 'two\none' }] }
/** The model reads who let it run, where it was not asked in front of it. */
const APPROVED_ELSEWHERE = {
  content: [
    {
      type: 'text',
      text: expect.stringMatching(/^It waited for an approval, request [0-9a-f]{8}: cli:\w+ allowed it\.$/),
    },
    ...SORTED.content,
  ],
}

const waiting = async (scene: Scene): Promise<readonly any[]> =>
  (await scene.run(['approvals', 'pending', '--json'])).json().requests

/** As a person does, at a terminal of their own. */
const answer = async (scene: Scene, id: string, decision: string) =>
  expect(await scene.run(['approvals', 'resolve', id, decision])).toMatchObject({ code: 0 })

const readLines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0)

/** The id that a refused call names. */
function namedIn(result: any): string {
  expect(result).toMatchObject({ isError: true })
  const [, id] = /"poundlock approvals resolve ([0-9a-f]{8}) allow-once"/.exec(result.content[0].text) ?? []
  if (id === undefined) throw new Error(`no request is named in: ${result.content[0].text}`)
  return id
}

/** Settles once `approvals watch` serves. */
async function startWatch(scene: Scene) {
  const child = execa(process.execPath, [LAUNCHER, 'approvals', 'watch', '--json'], {
    cwd: scene.workspace,
    env: { POUNDLOCK_HOME: scene.state },
    stdin: 'ignore',
    reject: false,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<any> => JSON.parse(((await lines.next()) as { value: string }).value)
  expect(await next()).toMatchObject({ event: 'watching' })
  return next
}

describe('a client that shows no forms', () => {
  test('is told how a person approves, and gets the answer with the same call made again, once', async () => {
    const scene = openAsking()
    const client = startServe(scene)
    await client.introduce()
    const id = namedIn(await client.call('exec', SORT))
    expect(await waiting(scene)).toMatchObject([{ tool: 'exec', binding: { text: SORT.command } }])
    // Asked again before anybody has answered, it is the same question.
    expect(namedIn(await client.call('exec', SORT))).toBe(id)
    expect(await waiting(scene)).toHaveLength(1)
    await answer(scene, id, 'allow-once')
    expect(await client.call('exec', SORT)).toMatchObject(APPROVED_ELSEWHERE)
    expect(namedIn(await client.call('exec', SORT))).not.toBe(id)
  })

  test('gets no answer that was given to another call', async () => {
    const scene = openAsking()
    const client = startServe(scene)
    await client.introduce()
    const id = namedIn(await client.call('exec', SORT))
    await answer(scene, id, 'allow-once')
    expect(namedIn(await client.call('exec', { command: 'sort -u notes' }))).not.toBe(id)
    writeFileSync(join(scene.workspace, 'notes'), 'three\n')
    expect(await client.call('exec', { command: 'sort -r notes', env: { A: '1' } })).toMatchObject({ isError: true })
    const other = startServe(scene)
    await other.introduce()
    expect(namedIn(await other.call('exec', SORT))).not.toBe(id)
  })

  test('is asked once about a host before the command starts, and the command runs once', async () => {
    const scene = openScene()
    scene.configure({ sandbox: { network: 'ask' } })
    const runs = () => readLines(join(scene.workspace, 'runs'))
    const CONTACT = { command: 'echo x >> runs; curl -sS http://api.invalid/' }
    const client = startServe(scene)
    await client.introduce()
    const id = namedIn(await client.call('exec', CONTACT))
    expect(namedIn(await client.call('exec', CONTACT))).toBe(id)
    expect(await waiting(scene)).toMatchObject([
      { binding: { argv: [['sandbox.egress', 'api.invalid:80', 'fetches']] } },
    ])
    expect(runs()).toBe(0)
    await answer(scene, id, 'allow-once')
    const ran = await client.call('exec', CONTACT)
    expect(ran.content.at(-1).text).toContain('api.invalid could not be looked up')
    expect(runs()).toBe(1)
    expect(await waiting(scene)).toEqual([])
  })

  test('is not asked again about a host that an approved command names', async () => {
    const scene = openScene()
    scene.configure({ sandbox: { network: 'ask' }, tools: { exec: { ask: ['curl'] } } })
    const CONTACT = { command: 'echo x >> runs; curl -sS http://api.invalid/' }
    const client = startServe(scene)
    await client.introduce()
    await answer(scene, namedIn(await client.call('exec', CONTACT)), 'allow-once')
    expect((await client.call('exec', CONTACT)).content.at(-1).text).toContain('could not be looked up')
    expect(readLines(join(scene.workspace, 'runs'))).toBe(1)
    expect(await waiting(scene)).toEqual([])
  })

  test('is not asked to run again what ran: a host that only a script names is refused, and nothing waits', async () => {
    const scene = openScene()
    scene.configure({ sandbox: { network: 'ask' } })
    writeFileSync(join(scene.workspace, 'go.sh'), 'echo x >> runs; curl -sS http://api.invalid/')
    const client = startServe(scene)
    await client.introduce()
    const ran = await client.call('exec', { command: 'sh go.sh' })
    expect(ran.content.at(-1).text).toContain('no person can be asked. Add "api.invalid" to sandbox.egress')
    expect(JSON.stringify(ran)).not.toContain('make the same call again')
    expect(readLines(join(scene.workspace, 'runs'))).toBe(1)
    expect(await waiting(scene)).toEqual([])
  })

  test('is refused what a person denied meanwhile', async () => {
    const scene = openAsking()
    const client = startServe(scene)
    await client.introduce()
    await answer(scene, namedIn(await client.call('exec', SORT)), 'deny')
    const refused = await client.call('exec', SORT)
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/refused by cli:/) }] })
  })

  test('waits while anyone who watches is asked', async () => {
    const scene = openAsking()
    const next = await startWatch(scene)
    const client = startServe(scene)
    await client.introduce()
    const asked = client.begin('tools/call', { name: 'exec', arguments: SORT, _meta: { progressToken: 1 } })
    const { request } = await next()
    const told = await client.message((one) => one.method === 'notifications/progress')
    expect(told.params.message).toContain(request.id.slice(0, 8))
    await answer(scene, request.id, 'allow-once')
    expect((await client.answerTo(asked)).result).toMatchObject(APPROVED_ELSEWHERE)
  })

  test('that asked for no log is told all the same that its call waits, unless it asked for less', async () => {
    const scene = openAsking()
    const next = await startWatch(scene)
    const client = startServe(scene)
    await client.introduce()
    const asked = client.begin('tools/call', { name: 'exec', arguments: SORT })
    const { request } = await next()
    const notice = await client.message((one) => one.method === 'notifications/message')
    expect(notice.params).toMatchObject({ level: 'warning', data: expect.stringContaining(request.id.slice(0, 8)) })
    await answer(scene, request.id, 'allow-once')
    expect((await client.answerTo(asked)).result).toMatchObject(APPROVED_ELSEWHERE)
    await client.ask('logging/setLevel', { level: 'error' })
    const again = client.begin('tools/call', { name: 'exec', arguments: { command: 'sort -u notes' } })
    await next()
    const { request: second } = await next()
    await answer(scene, second.id, 'allow-once')
    const notices: string[] = []
    await client.message((one) => {
      if (one.method === 'notifications/message') notices.push(one.params.data)
      return one.id === again
    })
    expect(notices.filter((text) => text.includes(second.id.slice(0, 8)))).toEqual([])
  })

  test('that gives a call up leaves no question behind', async () => {
    const scene = openAsking()
    const next = await startWatch(scene)
    const client = startServe(scene)
    await client.introduce()
    const asked = client.begin('tools/call', { name: 'exec', arguments: SORT })
    const { request } = await next()
    client.send({ method: 'notifications/cancelled', params: { requestId: asked } })
    expect(await next()).toMatchObject({ event: 'settled', id: request.id })
    expect(await waiting(scene)).toEqual([])
  })

  test('gets what the fallback allows at once, and nobody is asked afterwards', async () => {
    const scene = openAsking({ security: 'full', ask: 'always', askFallback: 'full' })
    const client = startServe(scene)
    await client.introduce()
    expect(await client.call('exec', SORT)).toMatchObject(SORTED)
    expect(await waiting(scene)).toEqual([])
  })

  test('leaves no question behind when it goes', async () => {
    const scene = openAsking()
    const client = startServe(scene)
    await client.introduce()
    namedIn(await client.call('exec', SORT))
    client.end()
    expect(await client.exited).toBe(0)
    expect(await waiting(scene)).toEqual([])
  })

  test('is told so over HTTP as well', async () => {
    const scene = openAsking()
    const { post } = await serveOverHttp(scene)
    const clientInfo = { name: 'tests', version: '1' }
    await post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
    const call = async (id: number) =>
      (await post({ id, method: 'tools/call', params: { name: 'exec', arguments: SORT } })).message.result
    await answer(scene, namedIn(await call(2)), 'allow-once')
    expect(await call(3)).toMatchObject(APPROVED_ELSEWHERE)
  })
})

describe('a client that shows forms', () => {
  const isForm = (one: any) => one.method === 'elicitation/create'
  const CLAUDE = [{ elicitation: {} }, { name: 'claude-code' }] as const
  /** More rows than its form shows, the last but one of them hostile. */
  const HIDDEN = {
    command: `sort -r notes\n${'sort -u notes > sorted\n'.repeat(6)}touch hidden\necho done`,
  }

  test('is not asked about what it would not show, and is told why, and how a person answers', async () => {
    const scene = openAsking()
    const client = startServe(scene)
    await client.introduce(...CLAUDE)
    const refused = await client.call('exec', HIDDEN)
    const id = namedIn(refused)
    expect(refused.content[0].text).toMatch(/not asked about in claude-code, which would not show all of it/)
    expect(refused.content[0].text).toMatch(/no allow rule covers .*\n(?:to allow it: .*\n)+/)
    await answer(scene, id, 'allow-once')
    expect((await client.call('exec', HIDDEN)).isError).toBeUndefined()
    // Nothing was put to it meanwhile: it would have been sent before the answers.
    await expect(Promise.race([client.message(isForm), client.ask('ping')])).resolves.toMatchObject({ result: {} })
  })

  test('waits where somebody else is asked about what it would not show', async () => {
    const scene = openAsking()
    const next = await startWatch(scene)
    const client = startServe(scene)
    await client.introduce(...CLAUDE)
    const asked = client.begin('tools/call', { name: 'exec', arguments: HIDDEN, _meta: { progressToken: 1 } })
    const { request } = await next()
    const told = await client.message((one) => one.method === 'notifications/progress')
    expect(told.params.message).toContain(request.id.slice(0, 8))
    await answer(scene, request.id, 'allow-once')
    const { content } = (await client.answerTo(asked)).result
    expect(content[0].text).toContain(`request ${request.id.slice(0, 8)}: cli:`)
  })

  test.each(['cancel', 'nothing of the form'])(
    'that answers %s learns why, how to mend it, and how to go on',
    async (action) => {
      const scene = openAsking()
      const client = startServe(scene)
      await client.introduce(...CLAUDE)
      const asked = client.begin('tools/call', { name: 'exec', arguments: SORT })
      client.send({ id: (await client.message(isForm)).id, result: { action } })
      const { result } = await client.answerTo(asked)
      const id = namedIn(result)
      expect(result.content[0].text).toMatch(/no allow rule covers sort/)
      expect(result.content[0].text).toMatch(/to allow it: add "sort" to tools\.exec\.allow/)
      expect(result.content[0].text).toMatch(
        action === 'cancel' ? /dismissed in claude-code without an answer/ : /put to claude-code, which did not answer/,
      )
      await answer(scene, id, 'allow-once')
      expect(await client.call('exec', SORT)).toMatchObject(APPROVED_ELSEWHERE)
    },
  )

  test('that declines, as one without a person does, learns why and how to mend it', async () => {
    const scene = openAsking()
    const client = startServe(scene)
    await client.introduce(...CLAUDE)
    const asked = client.begin('tools/call', { name: 'exec', arguments: SORT })
    client.send({ id: (await client.message(isForm)).id, result: { action: 'decline' } })
    const { text } = (await client.answerTo(asked)).result.content[0]
    expect(text).toMatch(/^refused by mcp-client:claude-code: declined as a whole/)
    expect(text).toMatch(/no allow rule covers sort.*\nto allow it: add "sort" to tools\.exec\.allow/)
  })

  test('whose person chose to deny learns why it was asked, and the smallest change that needs no approval, once', async () => {
    const scene = openAsking()
    const client = startServe(scene)
    await client.introduce(...CLAUDE)
    const asked = client.begin('tools/call', { name: 'exec', arguments: SORT })
    client.send({
      id: (await client.message(isForm)).id,
      result: { action: 'accept', content: { decision: 'deny' } },
    })
    const { text } = (await client.answerTo(asked)).result.content[0]
    expect(text.split('\n')).toEqual([
      'refused by mcp-client:claude-code',
      'to allow it: add "sort" to tools.exec.allow',
      expect.stringMatching(/^needs approval: sort would read \S+; no allow rule covers sort/),
    ])
  })

  test('that allows it is not told so again', async () => {
    const scene = openAsking()
    const client = startServe(scene)
    await client.introduce(...CLAUDE)
    const asked = client.begin('tools/call', { name: 'exec', arguments: SORT })
    client.send({
      id: (await client.message(isForm)).id,
      result: { action: 'accept', content: { decision: 'allow once' } },
    })
    expect((await client.answerTo(asked)).result).toMatchObject(SORTED)
  })

  test('has the others asked as well, who answer once it was dismissed', async () => {
    const scene = openAsking()
    const next = await startWatch(scene)
    const client = startServe(scene)
    await client.introduce(...CLAUDE)
    const asked = client.begin('tools/call', { name: 'exec', arguments: SORT, _meta: { progressToken: 1 } })
    const { request } = await next()
    client.send({ id: (await client.message(isForm)).id, result: { action: 'cancel' } })
    await answer(scene, request.id, 'allow-once')
    expect((await client.answerTo(asked)).result).toMatchObject(APPROVED_ELSEWHERE)
  })
})

describe('a client that gives up after a minute', () => {
  /** A question that only a person answers, when a test says so. */
  function askedOnce() {
    const given = Promise.withResolvers<any>()
    const asked: AbortSignal[] = []
    const kept = new KeptRequests((...surfaces) => {
      const noting = surfaces.find(({ name }) => name === 'noting')
      if (!noting) return () => Promise.reject(new Error('somebody saw it'))
      return (request, { signal } = {}) => {
        asked.push(signal!)
        void noting.show({ stored: { id: '0123456789abcdef' }, asked: request } as any)
        const takeBack = () => given.resolve({ answer: 'cancelled', message: '' })
        if (signal!.aborted) takeBack()
        signal!.addEventListener('abort', takeBack, { once: true })
        return given.promise
      }
    }, 1)
    const client: WaitingCall = {
      patience: 'a-minute',
      remedy: undefined,
      surface: { name: 'mcp-client', show: async () => false },
    }
    const ask = kept.askFor(client)
    const request = (callId: string, always: readonly string[] = []) =>
      ({
        callId,
        always,
        alwaysKey: always.join('; '),
        binding: BINDING,
        decision: { exec: { askFallback: { value: 'deny' } } },
      }) as any
    return { kept, client, given, asked, ask, request }
  }
  const BINDING = JSON.parse(readFileSync(new URL('fixtures/request.json', import.meta.url), 'utf8')).binding

  test('is told before that, and the same call waits for the same answer', async () => {
    const { client, given, asked, ask, request } = askedOnce()
    expect(await ask(request('a'))).toMatchObject({ answer: 'timed-out', requestId: '0123456789abcdef' })
    expect(client.remedy).toContain('resolve 01234567 allow-once')
    given.resolve({ answer: 'allow-once', by: 'me' })
    expect(await ask(request('b'))).toMatchObject({ answer: 'allow-once', by: 'me' })
    expect(asked).toHaveLength(1)
  })

  test('has an "always" that covered something else for this once only', async () => {
    const { given, ask, request } = askedOnce()
    await ask(request('a', ['sort *']))
    given.resolve({ answer: 'allow-always', by: 'me' })
    expect(await ask(request('b', ['* *']))).toMatchObject({ answer: 'allow-once' })
  })

  test('takes the question back with its call, and with the end of the server', async () => {
    const { kept, asked, ask, request } = askedOnce()
    expect(await ask(request('a'), { signal: AbortSignal.abort() })).toMatchObject({ answer: 'cancelled' })
    const other = askedOnce()
    await other.ask(other.request('b'))
    other.kept.end()
    expect([asked[0]!.aborted, other.asked[0]!.aborted]).toEqual([true, true])
    kept.end()
  })
})
