import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PolicyLayer } from '@poundlock/policy'
import { openJobs, serveJobs } from '@poundlock/process/jobs'
import { createNoneBackend, SandboxError, type SandboxBackend } from '@poundlock/sandbox'
import { createProcessHandler, type ToolHandler } from '@poundlock/tools'
import { expect, onTestFinished, test } from 'vitest'
import { storedWork, startJobWork } from '../src/host/index.ts'
import type { Hook, RuntimeOptions } from '../src/index.ts'
import { openRuntime, type Record } from './open-runtime.ts'

/** Everything is allowed here: what is looked at is how it runs. */
const FREE: Partial<PolicyLayer> = { mode: 'allow', exec: { host: 'gateway', security: 'full', ask: 'off' } }

async function openBackground(
  layer: Partial<PolicyLayer> = FREE,
  more: Partial<RuntimeOptions> = {},
  none = createNoneBackend(),
) {
  const folder = join(mkdtempSync(join(tmpdir(), 'poundlock-background-')), 'jobs')
  const hostRecords: Record[] = []
  const host = await serveJobs({
    folder,
    keep: storedWork,
    start: ({ work }) =>
      startJobWork(work, {
        backend: none,
        none,
        record: async (type, data) => void hostRecords.push({ type, data: { ...data } }),
      }),
  })
  const jobs = openJobs({ folder, launchHost: () => expect.unreachable('the host is here') })
  onTestFinished(async () => {
    jobs.close()
    await host?.close()
  })
  const handlers = [createProcessHandler({ jobs, isConfined: () => false })] as readonly ToolHandler[]
  const opened = openRuntime(layer, { jobs, handlers, ...more })
  const process = (input: object) => opened.runtime.call({ id: 'call_2', name: 'process', input }, opened.context)
  return { ...opened, process, folder, jobs, hostRecords }
}

test('a command that ends in time is a result like any other, and leaves no job', async () => {
  const { exec, jobs, hostRecords } = await openBackground()
  const outcome = await exec('echo out; echo err >&2; exit 3')
  expect(outcome).toMatchObject({
    status: 'ran',
    job: null,
    run: { stdout: 'out\n', stderr: 'err\n', exitCode: 3, reason: 'exit', denials: [] },
  })
  expect(await jobs.list()).toEqual([])
  expect(hostRecords.map(({ type }) => type)).toEqual(['run-start', 'run-end'])
  expect(hostRecords[1]?.data).toMatchObject({ callId: 'call_1', outcome: 'exited', exitCode: 3 })
})

test('a sandbox that breaks is answered alike, waited for here or by the host of jobs', async () => {
  const none: SandboxBackend = {
    ...createNoneBackend(),
    open: async () => {
      throw new SandboxError('it broke. Nothing was run.', { code: 'SANDBOX_FAILED', remedy: 'Mend it.' })
    },
  }
  const workspace = mkdtempSync(join(tmpdir(), 'poundlock-broken-'))
  const paths = { readPaths: [], writePaths: [], protectedPaths: [], hiddenPaths: [] }
  const policy = { fileMode: 'workspace-only', workspace, network: 'off', limits: {}, ...paths } as const
  const containment = { backend: none, none, policy, onUnavailable: 'degrade' } as const
  const { exec, jobs, runtime, context } = await openBackground({ mode: 'allow' }, { containment }, none)
  const expected = {
    status: 'unavailable',
    message: 'it broke. Nothing was run.\nMend it.',
    error: { code: 'SANDBOX_FAILED' },
    run: null,
  }
  expect(await exec('true')).toMatchObject(expected)
  const call = { id: 'c', name: 'exec', input: { command: 'true' } }
  expect(await runtime.call(call, context, { onOutput: () => undefined })).toMatchObject(expected)
  expect(await jobs.list()).toEqual([])
})

test('one that takes longer goes on in the background, and its end is recorded', async () => {
  const { exec, jobs, hostRecords } = await openBackground()
  const outcome = await exec('echo begun; sleep 0.3; echo done', { yieldMs: 10 })
  expect(outcome).toMatchObject({ status: 'ran', run: null, job: { waitedMs: 10 } })
  const id = outcome.job!.id
  expect(await jobs.wait(id, 60_000)).toMatchObject({ phase: 'ended', agent: 'main', result: { exitCode: 0 } })
  expect(readFileSync(outcome.job!.log, 'utf8')).toBe('begun\ndone\n')
  expect(hostRecords.at(-1)).toMatchObject({ type: 'run-end', data: { outcome: 'exited' } })
  expect(outcome.runId).toBe(hostRecords[0]?.data['runId'])
})

test('the wait is at least 10 ms and at most two minutes (st-0117, st-0118)', async () => {
  const { exec } = await openBackground()
  expect((await exec('sleep 0.3', { yieldMs: 1 })).job).toMatchObject({ waitedMs: 10 })
  expect(await exec('true', { yieldMs: 999_999 })).toMatchObject({ run: { exitCode: 0 } })
})

test('background returns at once, and what it is given to read comes later', async () => {
  const { exec, jobs } = await openBackground()
  const { job } = await exec('cat', { background: true })
  await jobs.write(job!.id, Buffer.from('later\n'), { end: true })
  await jobs.wait(job!.id, 60_000)
  expect(readFileSync(job!.log, 'utf8')).toBe('later\n')
})

test('on the host, a command can have a terminal; in a sandbox it cannot, and that is said before it is run', async () => {
  const { exec } = await openBackground()
  expect(await exec('tty >/dev/null && echo yes', { pty: true })).toMatchObject({ run: { stdout: 'yes\r\n' } })
  const contained = await openBackground({ mode: 'allow' })
  expect(await contained.exec('true', { pty: true })).toMatchObject({
    status: 'invalid',
    message: expect.stringContaining('no terminal'),
  })
  expect(contained.records).toEqual([])
})

test('with a terminal, what a command writes reaches its followers', async () => {
  const { runtime, context } = await openBackground()
  const heard: string[] = []
  const call = { id: 'c', name: 'exec', input: { command: 'tty >/dev/null && echo yes', pty: true } }
  const outcome = await runtime.call(call, context, { onOutput: ({ text }) => heard.push(text) })
  expect(outcome).toMatchObject({ status: 'ran', run: { stdout: 'yes\r\n' } })
  expect(heard.join('')).toBe('yes\r\n')
})

test('where nobody may type, no command is run without the terminal that it was to have', async () => {
  const { exec, records } = await openBackground({ ...FREE, tools: { deny: ['process'] } })
  expect(await exec('true', { pty: true })).toMatchObject({
    status: 'invalid',
    message: expect.stringContaining('typed to by process, which the policy denies'),
  })
  expect(records).toEqual([])
})

test('where nobody may look after it, a command is waited for to its end (st-0131)', async () => {
  const { exec, jobs } = await openBackground({ ...FREE, tools: { deny: ['process'] } })
  expect(await exec('echo whole', { background: true, yieldMs: 10 })).toMatchObject({
    job: null,
    run: { stdout: 'whole\n' },
  })
  expect(await jobs.list()).toEqual([])
})

test('a time-out and an end from outside are those of the call', async () => {
  const { runtime, exec, context } = await openBackground()
  expect(await exec('sleep 1000', { timeout: 0.05 })).toMatchObject({ run: { reason: 'timeout' } })
  const controller = new AbortController()
  const call = { id: 'call_2', name: 'exec', input: { command: 'sleep 1000' } }
  const running = runtime.call(call, context, { abortSignal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  expect(await running).toMatchObject({ run: { reason: 'aborted', interrupted: true } })
})

test('output that is longer than a result is whole in a file that stays', async () => {
  const { exec } = await openBackground()
  const { run } = await exec('seq 1 100000')
  expect(run).toMatchObject({ truncated: true, spillComplete: true })
  expect(readFileSync(run!.spillFile!, 'utf8').endsWith('100000\n')).toBe(true)
})

test('what could not be started says why and how to mend it, as without a background', async () => {
  const ask = async () => ({ answer: 'allow-once', by: 'me' }) as const
  const { exec, runtime, context } = await openBackground(FREE, { ask })
  const input = { command: 'true', env: { A: 'x'.repeat(200_000) } }
  const error = { code: 'PROCESS_TOO_LARGE', message: expect.any(String), remedy: expect.any(String) }
  const expected = { status: 'ran', run: { reason: 'spawn-failed', exitCode: 126, error } }
  const asJob = await exec(input.command, input)
  expect(asJob).toMatchObject(expected)
  const here = await runtime.call({ id: 'c', name: 'exec', input }, context, { onOutput: () => undefined })
  expect(here).toMatchObject(expected)
  expect(here.message).toBe(asJob.message)
  expect(here.run?.error?.remedy).toBe(asJob.run?.error?.remedy)
})

test('a session is told of the end of its jobs with its next prompt, once, and of no other session', async () => {
  const { exec, jobs, runtime } = await openBackground()
  const { job } = await exec('read -r; echo the end; exit 4', { background: true })
  await jobs.write(job!.id, Buffer.from('go\n'), { end: true })
  await jobs.wait(job!.id, 60_000)
  runtime.sessionEvents.push('main', 'something else')
  expect(await runtime.takeEvents('other')).toEqual([])
  expect(await runtime.takeEvents('main')).toEqual([
    'something else',
    `Exec finished (node=gateway, id=${job!.id}, code=4)\nthe end`,
  ])
  expect(await runtime.takeEvents('main')).toEqual([])
})

test('nothing of what a job is started with lies on disk: its environment, and secrets of its command line', async () => {
  const { exec, jobs, folder } = await openBackground({ ...FREE, exec: { ...FREE.exec, environment: ['OWN_*'] } })
  const secret = `ghp_${'aB3dE6gH9j'.repeat(3)}`
  const { job } = await exec(`read -r; echo "\${#OWN_WORD}" # ${secret}`, {
    background: true,
    env: { OWN_WORD: 'hidden-word' },
  })
  const kept = readdirSync(join(folder, job!.id)).map((name) => readFileSync(join(folder, job!.id, name), 'utf8'))
  expect(kept.join('')).toContain(job!.id)
  expect(kept.join('')).not.toContain('hidden-word')
  expect(kept.join('')).not.toContain(secret)
  await jobs.write(job!.id, Buffer.from('go\n'), { end: true })
  await jobs.wait(job!.id, 60_000)
  expect(readFileSync(job!.log, 'utf8')).toBe('11\n')
})

/** Keeps back what commands say that holds the word. */
const guard: Hook = {
  name: 'guard',
  event: 'after',
  tools: ['bash'],
  run: ({ result }) => (result?.text.includes('hidden') ? { decision: 'deny', reason: 'not for you' } : undefined),
}
const FAILING: Hook = { ...guard, event: 'after-failure' }

/** Opens it with both, and runs commands in the background to their end. */
async function openGuarded() {
  const opened = await openBackground(FREE, { hooks: [guard, FAILING] })
  const toItsEnd = async (command: string): Promise<string> => {
    const { job } = await opened.exec(`read -r; ${command}`, { background: true })
    await opened.jobs.write(job!.id, Buffer.from('go\n'), { end: true })
    await opened.jobs.wait(job!.id, 60_000)
    return job!.id
  }
  return { ...opened, toItsEnd }
}

test.each(['poll', 'log'])(
  'what a hook keeps back of a command does not come out of the background by %s',
  async (action) => {
    const { exec, process, toItsEnd, records } = await openGuarded()
    expect(await exec('echo hidden')).toMatchObject({ withheld: { by: 'hook guard' } })
    const id = await toItsEnd("echo hid''den")
    const outcome = await process({ action, id })
    expect(outcome).toMatchObject({ status: 'ran', withheld: { by: 'hook guard', reason: 'not for you' } })
    expect(JSON.stringify(outcome.output)).not.toContain('hidden')
    expect(records.at(-1)).toMatchObject({ type: 'result-withheld', data: { callId: 'call_2', by: 'hook guard' } })
    expect(JSON.stringify(await process({ action: 'list' }))).toContain(id)
  },
)

test.each([0, 1])('nor out of what its session is told when it ends with code %i', async (code) => {
  const { toItsEnd, runtime } = await openGuarded()
  const shown = await toItsEnd(`echo fine; exit ${code}`)
  const withheld = await toItsEnd(`echo hidden; exit ${code}`)
  expect(await runtime.takeEvents('main')).toEqual([
    `Exec finished (node=gateway, id=${shown}, code=${code})\nfine`,
    `Exec finished (node=gateway, id=${withheld}, code=${code})\n(its output was withheld by the hook guard: not for you)`,
  ])
})

test('that a job still runs is told once, and its end only where that is wanted', async () => {
  const { exec, jobs, runtime } = await openBackground(FREE, { notices: { onExit: false, runningMs: 30 } })
  const { job } = await exec('read -r', { background: true })
  let told: readonly string[] = []
  await expect.poll(async () => (told = [...told, ...(await runtime.takeEvents('main'))])).toHaveLength(1)
  expect(told).toEqual([
    expect.stringMatching(new RegExp(`^Exec running \\(node=gateway, id=${job!.id}, for \\d+ s\\)$`)),
  ])
  expect(await runtime.takeEvents('main')).toEqual([])
  await jobs.write(job!.id, Buffer.from('go\n'), { end: true })
  await jobs.wait(job!.id, 60_000)
  expect(await runtime.takeEvents('main')).toEqual([])
})

test('a job that went well and said nothing is not told of; one that failed is (st-0128, st-0129)', async () => {
  const { toItsEnd, runtime } = await openGuarded()
  await toItsEnd('true')
  expect(await runtime.takeEvents('main')).toEqual([])
  const id = await toItsEnd('exit 1')
  expect(await runtime.takeEvents('main')).toEqual([`Exec finished (node=gateway, id=${id}, code=1)`])
})
