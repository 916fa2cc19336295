import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openRequestStore } from '@poundlock/approvals/node'
import { quote } from '@poundlock/shell'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { LAUNCHER, openScene, ranOf, type Scene } from './poundlock.ts'

/** A workspace whose commands run on this machine, and ask unless a rule covers them. */
function openAsking(): Scene {
  const scene = openScene()
  scene.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } })
  writeFileSync(join(scene.workspace, 'notes'), 'one\ntwo\n')
  return scene
}

const environmentOf = (scene: Scene) => ({ POUNDLOCK_HOME: scene.state, NO_COLOR: '1' })

/** `approvals watch --json` or `serve --json` beside the test, with the events that it prints. */
async function startWatch(scene: Scene, command = 'watch') {
  const child = execa(process.execPath, [LAUNCHER, 'approvals', command, '--json'], {
    cwd: scene.workspace,
    env: environmentOf(scene),
    stdin: 'ignore',
    reject: false,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<any> => JSON.parse(((await lines.next()) as { value: string }).value)
  return { child, next, first: await next() }
}

function startExec(scene: Scene, command: string) {
  const child = execa(process.execPath, [LAUNCHER, 'exec', '--', command], {
    cwd: scene.workspace,
    env: environmentOf(scene),
    stdin: 'ignore',
    reject: false,
    stripFinalNewline: false,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Answers as a person does who is not the parent of the one that asks. */
const resolve = (scene: Scene, id: string, ...words: string[]) =>
  scene.run(['approvals', 'resolve', id, ...words, '--json'])

test('what is asked without a terminal waits for anyone who watches, and runs once it is approved', async () => {
  const scene = openAsking()
  const watch = await startWatch(scene)
  expect(watch.first).toMatchObject({ event: 'watching', serves: true })
  const running = startExec(scene, 'sort -r notes')
  const { event, request } = await watch.next()
  expect(event).toBe('waiting')
  expect(request).toMatchObject({ tool: 'exec', binding: { text: 'sort -r notes', agent: 'main', host: 'gateway' } })
  expect((await scene.run(['approvals', 'pending', '--json'])).json().requests).toEqual([request])
  expect((await scene.run(['approvals', 'pending'])).stdout).toMatch(
    /sort -r notes\n +because +sort would read \S+notes\n[^]* in +\S+workspace/,
  )
  expect(await resolve(scene, request.id.slice(0, 6), 'allow-once', '--reason', 'ok')).toMatchObject({ code: 0 })
  const ran = ranOf(await running)
  expect(ran).toMatchObject({ code: 0, stdout: 'two\none\n' })
  expect(await watch.next()).toMatchObject({ event: 'settled', id: request.id, answer: { decision: 'allow-once' } })
  const [decision] = (await scene.run(['audit', 'tail', '--json'])).lines().filter(({ type }) => type === 'decision')
  expect(decision.data.approval).toMatchObject({
    kind: 'person',
    by: expect.stringMatching(/^cli:/) as string,
    requestId: request.id,
    reason: 'ok',
  })
  const same = await scene.run(['approvals', 'resolve', request.id, 'allow'])
  expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('already resolved (same decision)') as string })
  expect(await resolve(scene, request.id, 'deny')).toMatchObject({ code: 2 })
  expect((await scene.run(['approvals', 'pending'])).stdout).toBe('nothing waits for an answer\n')
})

test.each([[[]], [['--json']]])('what waits elsewhere is named on standard error %j', async (flags) => {
  const scene = openAsking()
  const watch = await startWatch(scene)
  const child = execa(process.execPath, [LAUNCHER, 'exec', ...flags, '--', 'sort -r notes'], {
    cwd: scene.workspace,
    env: environmentOf(scene),
    stdin: 'ignore',
    reject: false,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { request } = await watch.next()
  // Before anybody has answered.
  const said = await createInterface({ input: child.stderr })[Symbol.asyncIterator]().next()
  const short = request.id.slice(0, 8)
  const until = new Date(request.expiresAt).toISOString()
  expect(said.value).toBe(`poundlock: waits for an approval, request ${short}, until ${until}: sort -r notes`)
  await resolve(scene, request.id, 'allow-once')
  expect(ranOf(await child)).toMatchObject({ code: 0 })
})

test('a denial says who and why, and the same is not asked again', async () => {
  const scene = openAsking()
  const watch = await startWatch(scene)
  const running = startExec(scene, 'sort -r notes')
  const { request } = await watch.next()
  await resolve(scene, request.id, 'deny', '--reason', 'not today')
  expect(ranOf(await running)).toMatchObject({
    code: 65,
    stdout: '',
    stderr: expect.stringMatching(/refused by cli:\S+: not today/) as string,
  })
  expect(ranOf(await startExec(scene, 'sort -r notes'))).toMatchObject({
    code: 65,
    stderr: expect.stringMatching(/denied shortly before/) as string,
  })
})

test('like ones are answered together', async () => {
  const scene = openAsking()
  const watch = await startWatch(scene)
  const running = ['sort -r notes', 'sort -u notes', 'uniq -c notes'].map((command) => startExec(scene, command))
  const requests = [(await watch.next()).request, (await watch.next()).request, (await watch.next()).request]
  const [sorting, other] = [
    requests.find(({ binding }) => binding.text.startsWith('sort')),
    requests.find(({ binding }) => binding.text.startsWith('uniq')),
  ]
  const { answers } = (await resolve(scene, sorting.id, 'allow-once', '--like')).json()
  expect(answers).toHaveLength(2)
  await resolve(scene, other.id, 'deny')
  expect((await Promise.all(running)).map(({ exitCode }) => exitCode)).toEqual([0, 0, 65])
})

test('what a killed process asked is answered afterwards, and holds for the same call made anew, once', async () => {
  const scene = openAsking()
  const watch = await startWatch(scene)
  const killed = startExec(scene, 'sort -r notes')
  const { request } = await watch.next()
  killed.kill('SIGKILL')
  watch.child.kill('SIGKILL')
  await Promise.all([killed, watch.child])
  expect((await resolve(scene, request.id, 'allow-once')).json().answers).toMatchObject([{ counts: true }])
  expect(ranOf(await startExec(scene, 'sort -r notes'))).toMatchObject({ code: 0, stdout: 'two\none\n' })
  // Nobody serves any more: the next one falls back at once.
  expect(ranOf(await startExec(scene, 'sort -r notes'))).toMatchObject({
    code: 65,
    stderr: expect.stringMatching(/no approver is available/) as string,
  })
})

test('a second one that watches joins the first, and takes its place when it is gone', async () => {
  const scene = openAsking()
  const first = await startWatch(scene)
  const second = await startWatch(scene)
  expect([first.first.serves, second.first.serves]).toEqual([true, false])
  first.child.kill('SIGKILL')
  expect(await second.next()).toMatchObject({ event: 'watching', serves: true })
  const running = startExec(scene, 'sort -r notes')
  const { request } = await second.next()
  await resolve(scene, request.id, 'allow-once')
  expect((await running).exitCode).toBe(0)
})

test('a served socket without anybody who watches reaches nobody, and says so at once', async () => {
  const scene = openAsking()
  const serve = await startWatch(scene, 'serve')
  expect(serve.first).toMatchObject({ event: 'serving', socket: join(scene.state, 'exec-approvals.sock') })
  expect(ranOf(await startExec(scene, 'sort -r notes'))).toMatchObject({ code: 65 })
  serve.child.kill('SIGTERM')
  expect((await serve.child).exitCode).toBe(0)
})

test('nobody approves what their own parent asks for', async () => {
  const scene = openAsking()
  const store = openRequestStore(join(scene.state, 'approvals', 'requests'))
  const text = readFileSync(new URL('fixtures/request.json', import.meta.url), 'utf8')
  const { id } = store.create(JSON.parse(text)).request
  const refused = await resolve(scene, id, 'allow-once')
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no process can approve its own request/) as string,
  })
  expect(store.pending()).toHaveLength(1)
})

/** A command at a terminal of its own, by script(1). */
function atTerminal(scene: Scene, args: readonly string[]) {
  const terminal = execa('script', ['-qec', quote([process.execPath, LAUNCHER, ...args]), '/dev/null'], {
    cwd: scene.workspace,
    env: environmentOf(scene),
    reject: false,
    stderr: 'inherit',
  })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  let screen = ''
  terminal.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()))
  return {
    terminal,
    async shows(pattern: RegExp): Promise<string> {
      while (!pattern.test(screen)) await once(terminal.stdout, 'data')
      return screen
    },
  }
}

test('anyone who watches at a terminal is asked there, with all that an answer holds for', async () => {
  const scene = openAsking()
  const watch = atTerminal(scene, ['approvals', 'watch'])
  await watch.shows(/watching for requests, serving/)
  const running = startExec(scene, 'sort -r notes # \u202Egnp.')
  const screen = await watch.shows(/\[y\/.*N\/s\]/)
  expect(screen).toMatch(/sort -r notes # \\u\{202e\}gnp\./)
  expect(screen).toMatch(/runs +\/usr\/bin\/sort/)
  expect(screen).toMatch(/invisible/)
  watch.terminal.stdin.write('n only by day\n')
  expect(ranOf(await running)).toMatchObject({ code: 65, stderr: expect.stringMatching(/only by day/) as string })
  const second = startExec(scene, 'sort notes')
  await watch.shows(/sort notes[^]*N\/s\]/)
  watch.terminal.stdin.write('y\n')
  expect(ranOf(await second)).toMatchObject({ code: 0, stdout: 'one\ntwo\n' })
  const third = startExec(scene, 'sort -u notes')
  await watch.shows(/sort -u notes[^]*N\/s\]/)
  watch.terminal.stdin.write('\u0003')
  await watch.terminal
  third.kill('SIGKILL')
  const answers = readdirSync(join(scene.state, 'approvals', 'requests')).filter((name) => name.includes('.answer.'))
  expect(answers).toHaveLength(2)
})

test('a question at the terminal is taken back when it was answered elsewhere', async () => {
  const scene = openAsking()
  const asked = atTerminal(scene, ['exec', '--', 'sort -r notes'])
  await asked.shows(/\[y\/a\/N\]/)
  const [request] = (await scene.run(['approvals', 'pending', '--json'])).json().requests
  await resolve(scene, request.id, 'allow-once')
  const screen = await asked.shows(/two\r?\none/)
  expect(screen).toMatch(/taken back/)
  expect((await asked.terminal).exitCode).toBe(0)
})

test('what is asked goes to the configured webhook, and a signed answer from there counts', async () => {
  const scene = openAsking()
  const secret = 'a webhook secret'
  writeFileSync(join(scene.state, 'webhook-secret'), `${secret}\n`, { mode: 0o600 })
  const told = Promise.withResolvers<any>()
  const hook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => (response.end(), told.resolve(JSON.parse(body))))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void hook.close())
  await once(hook, 'listening')
  scene.configure({
    tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } },
    approvals: {
      timeout: 60,
      exec: {
        enabled: true,
        mode: 'targets',
        sessionFilter: ['/^ma.n$/'],
        targets: [{ channel: 'webhook', to: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/` }],
      },
      channels: {
        listen: { port: 0 },
        webhook: { secret: { file: join(scene.state, 'webhook-secret') }, approvers: ['ann'] },
      },
    },
  })
  const { first } = await startWatch(scene, 'serve')
  const running = startExec(scene, 'sort -r notes')
  const { request } = await told.promise
  expect(request.expiresAt - request.createdAt).toBe(60_000)
  const body = JSON.stringify({ id: request.id, decision: 'allow-once', by: 'ann' })
  const [at, id] = [String(Math.floor(Date.now() / 1000)), 'delivery-1']
  const mac = createHmac('sha256', secret).update(`v1:in:${at}:${id}:${body}`).digest('hex')
  const answered = await fetch(`http://127.0.0.1:${first.port}/webhook`, {
    method: 'POST',
    body,
    headers: { 'x-poundlock-timestamp': at, 'x-poundlock-id': id, 'x-poundlock-signature': `v1=${mac}` },
  })
  expect(await answered.json()).toEqual({ message: 'Answered: allow-once.' })
  expect(ranOf(await running)).toMatchObject({ code: 0, stdout: 'two\none\n' })
  const [decision] = (await scene.run(['audit', 'tail', '--json'])).lines().filter(({ type }) => type === 'decision')
  expect(decision.data.approval).toMatchObject({ by: 'webhook:ann' })
  // Another session goes nowhere, so that nobody is reached.
  const other = await scene.run(['exec', '--session', 'other', '--', 'sort -u notes'])
  expect(other).toMatchObject({ code: 65, stderr: expect.stringMatching(/no approver is available/) as string })
})

test.each([
  ['is not there', { env: 'POUNDLOCK_NO_SUCH_VARIABLE' }, /POUNDLOCK_NO_SUCH_VARIABLE holds nothing/],
  ['can be written by others', { file: 'open' }, /can be written by others/],
])('nothing is served with a secret that %s', async (_, secret, message) => {
  const scene = openAsking()
  const file = join(scene.state, 'open')
  writeFileSync(file, 'a long secret')
  chmodSync(file, 0o666)
  scene.configure({
    approvals: { exec: { enabled: true }, channels: { webhook: { secret: 'file' in secret ? { file } : secret } } },
  })
  expect(await scene.run(['approvals', 'serve'])).toMatchObject({
    code: expect.any(Number) as number,
    stdout: '',
    stderr: expect.stringMatching(message) as string,
  })
})

test('a grant counts its uses, and what it would have saved is told before it is given', async () => {
  const scene = openAsking()
  for (const command of ['sort -r notes', 'sort -r ./notes', 'uniq -c notes']) await scene.run(['exec', '--', command])
  const preview = await scene.run(['approvals', 'grants', 'preview', '--json', '--', 'sort -r notes'])
  expect(preview.json()).toMatchObject({
    covers: [expect.stringMatching(/^sort with no other options than -r, below/) as string],
    covered: 2,
    of: 3,
    prompts: [{ covered: true }, { covered: true }, { command: 'uniq -c notes', covered: false }],
  })
  const asked = atTerminal(scene, ['exec', '--', 'sort -r notes'])
  await asked.shows(
    /always: would have covered 2 of the last 3 prompts; at worst it newly lets through: [^;]*sort -r [^]*\[y\/a\/N\]/,
  )
  asked.terminal.stdin.write('a\n')
  await asked.terminal
  expect(await scene.run(['exec', '--', 'sort -r notes'])).toMatchObject({ code: 0 })
  expect(await scene.run(['exec', '--', 'sort -r ./notes'])).toMatchObject({ code: 0 })
  expect((await scene.run(['check', '--', 'sort -r notes'])).code).toBe(0)
  const [grant] = (await scene.run(['approvals', 'grants', 'list', '--json'])).json().grants
  expect(grant.uses).toEqual({ count: 2, lastAt: expect.any(Number) as number })
  expect((await scene.run(['approvals', 'grants', 'list'])).stdout).toMatch(/used 2 times, last \d/)
  expect(await scene.run(['approvals', 'grants', 'preview', '--', 'sudo ls'])).toMatchObject({ code: 2 })
  // What is granted already is no merit of another.
  const other = await scene.run(['approvals', 'grants', 'preview', '--json', '--', 'uniq -c notes'])
  expect(other.json()).toMatchObject({ covered: 1, of: 1, prompts: [{ command: 'uniq -c notes', covered: true }] })
})

test('an "always" that is limited where it is answered is asked about anew when it is used up', async () => {
  const scene = openAsking()
  const watch = await startWatch(scene)
  const running = startExec(scene, 'sort -r notes')
  const { request } = await watch.next()
  const answer = (...words: string[]) => resolve(scene, request.id, ...words)
  for (const [words, message] of [
    [['allow-once', '--uses', '2'], /limit an allow-always, not allow-once/],
    [['allow-always', '--uses', '0'], /"0" is not a number of uses/],
    [['allow-always', '--uses', '1e3'], /"1e3" is not a number of uses/],
    [['allow-always', '--expires', '1y'], /"1y" is not a time/],
    [['allow-always', '--expires', '-1d'], /"-1d" is not a time/],
    [['allow-always', '--uses', '2', '--like'], /cannot be given with --like/],
    [['deny', '--decision', 'allow-always'], /Two decisions are given/],
    [[], /is not an answer/],
  ] as const) {
    expect(await answer(...words)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) as string })
  }
  expect(await answer('--decision', 'allow-always', '--uses', '3', '--expires', '1d')).toMatchObject({ code: 0 })
  expect(await running).toMatchObject({ exitCode: 0 })
  const [grant] = (await scene.run(['approvals', 'grants', 'list', '--json'])).json().grants
  expect(grant).toMatchObject({ maxUses: 3, uses: { count: 0 } })
  expect(Math.abs(grant.expiresAt - Date.now() - 24 * 3_600_000)).toBeLessThan(600_000)
  expect((await scene.run(['approvals', 'grants', 'list'])).stdout).toMatch(/never used; 3 uses in all, until \d{4}-/)
  watch.child.kill('SIGTERM')
  await watch.child
  // The call that was asked about was approved by itself; each command of a line is a use.
  expect(await scene.run(['exec', '--', 'sort -r notes; sort -r ./notes'])).toMatchObject({ code: 0 })
  const limit = (...words: string[]) => scene.run(['approvals', 'grants', 'limit', ...words])
  expect(await limit(grant.id.slice(0, 8), '--uses', '100', '--json')).toMatchObject({ code: 0 })
  expect((await limit(grant.id, '--expires', '2h', '--json')).json().grant).toMatchObject({ maxUses: 3 })
  expect(await limit(grant.id)).toMatchObject({ code: 2, stderr: expect.stringMatching(/No limit is given/) as string })
  // More than is left, in one line: nothing of it runs.
  const greedy = await scene.run(['exec', '--', 'sort -r notes; sort -r ./notes'])
  expect(greedy).toMatchObject({ stdout: '', stderr: expect.stringMatching(/used up, expired or revoked/) as string })
  expect(greedy.code).not.toBe(0)
  expect((await scene.run(['check', '--', 'sort -r notes'])).code).not.toBe(0)
  expect((await scene.run(['approvals', 'grants', 'list', '--json'])).json().grants).toEqual([])
})
