import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PolicyLayer } from '@poundlock/policy'
import { openJobs, serveJobs, type Jobs } from '@poundlock/process/jobs'
import { createNoneBackend } from '@poundlock/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { storedWork, startJobWork } from '../src/host/index.ts'
import { openRuntime } from './open-runtime.ts'

interface Row {
  readonly id: string
  readonly expect: Readonly<Record<string, unknown>>
  readonly beat_expect?: Readonly<Record<string, unknown>>
}

const read = <T extends { readonly id: string }>(name: string) =>
  new Map(
    readFileSync(new URL(`corpus/${name}`, import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T)
      .map((row) => [row.id, row] as const),
  )

/** What another system does with commands and their jobs. */
const rows = read<Row>('process.jsonl')
/** Those that are answered otherwise here, each with the reason. */
const departures = read<{ readonly id: string; readonly reason: string }>('process-departures.jsonl')
const met = new Set<string>()

/** What a row wants. */
function wanted(id: string): Readonly<Record<string, unknown>> {
  met.add(id)
  expect(departures.has(id), `${id} is listed as a departure`).toBe(false)
  const { expect: theirs, beat_expect: better } = rows.get(id)!
  return better ?? theirs
}

function departure(id: string): Readonly<Record<string, unknown>> {
  met.add(id)
  expect(departures.get(id)?.reason.length).toBeGreaterThan(20)
  return rows.get(id)!.expect
}

const FREE: Partial<PolicyLayer> = { mode: 'allow', exec: { host: 'gateway', security: 'full', ask: 'off' } }

/** With a host for jobs; `waits` tells how long calls waited for them. */
async function openWithJobs() {
  const folder = join(mkdtempSync(join(tmpdir(), 'poundlock-process-rows-')), 'jobs')
  const none = createNoneBackend()
  const start = ({ work }: { readonly work: unknown }) =>
    startJobWork(work, { backend: none, none, record: () => Promise.resolve() })
  const host = await serveJobs({ folder, keep: storedWork, start, keepAtLeastMs: 0 })
  const real = openJobs({ folder, launchHost: () => expect.unreachable('the host is here') })
  onTestFinished(async () => {
    real.close()
    await host?.close()
  })
  const waits: number[] = []
  const jobs: Jobs = {
    ...real,
    wait: (id, milliseconds, signal) => {
      waits.push(milliseconds)
      return real.wait(id, milliseconds, signal)
    },
  }
  const opened = openRuntime(FREE, { jobs })
  /** Runs it in the background to its end. */
  const toItsEnd = async (command: string) => {
    const { job } = await opened.exec(`read -r; ${command}`, { background: true })
    await real.write(job!.id, Buffer.from('go\n'), { end: true })
    await real.wait(job!.id, 60_000)
    return job!
  }
  return { ...opened, jobs, waits, toItsEnd }
}

test('a call waits ten seconds before its command goes on in the background', async () => {
  const { exec, waits } = await openWithJobs()
  await exec('true')
  expect(waits).toEqual([wanted('st-0116')['ms']])
})

test('a call cannot switch its time-out off, nor lengthen what is configured', async () => {
  expect(departure('st-0120')).toEqual({ timeout: 'disabled' })
  const { exec } = openRuntime(FREE, { timeoutMs: 200 })
  expect(await exec('true', { timeout: 0 })).toMatchObject({
    status: 'invalid',
    message: expect.stringContaining('timeout: expected more than 0'),
  })
  expect(await exec('sleep 1000', { timeout: 86_400 })).toMatchObject({ run: { reason: 'timeout' } })
})

test('output is kept up to 200,000 characters, marked where it is cut, and whole in a file', async () => {
  const { chars } = wanted('st-0121')
  expect(departure('st-0254')['suffix']).toContain('output truncated')
  const { exec } = await openWithJobs()
  const { run } = await exec('seq 1 100000')
  expect(run!.stdout.length + run!.stderr.length).toBe(chars)
  expect(run!.stdout).toMatch(/… \(truncated\)$/)
  expect(statSync(run!.spillFile!).size).toBe(588_895)
  // What the other system cuts is whole here.
  expect((await exec("head -c 20000 /dev/zero | tr '\\0' x")).run!.stdout).toBe('x'.repeat(20_000))
})

test('the last fifty jobs that have ended are kept, each with its whole output', async () => {
  const { max, totalChars } = departure('st-0123')
  const { jobs, toItsEnd } = await openWithJobs()
  for (let count = 0; count < Number(max) + 2; count++) {
    await toItsEnd(count === 2 ? 'seq 1 400000' : 'echo said')
  }
  await expect.poll(async () => (await jobs.list()).length).toBe(max)
  const [oldest] = await jobs.list()
  expect(oldest!.logSize).toBeGreaterThan(Number(totalChars))
  expect(Buffer.from(jobs.readLog(oldest!.id, oldest!.logSize - 7, 7)).toString()).toBe('400000\n')
})

test('output of the background is kept and can be read', async () => {
  expect(wanted('st-0255')).toEqual({ output: 'retained and readable' })
  const { toItsEnd } = await openWithJobs()
  const { log } = await toItsEnd('echo kept')
  expect(readFileSync(log, 'utf8')).toBe('kept\n')
})

test.each(['PATH', 'HOME', 'SHELL'])('a call cannot set %s, whatever would be approved', async (name) => {
  expect(wanted('st-0135')['error']).toContain("Custom 'PATH' variable is forbidden")
  const asked: unknown[] = []
  const { exec, records } = openRuntime(FREE, { ask: async (request) => (asked.push(request), 'deny') as never })
  expect(await exec('true', { env: { [name]: '/x' } })).toMatchObject({
    status: 'invalid',
    message: expect.stringContaining(`Custom '${name}' variable is forbidden`),
  })
  expect([asked, records]).toEqual([[], []])
})

test('a pager is asked about, and the one of the host does not pass', async () => {
  expect(departure('st-0137')).toEqual({ env: { PAGER: '' } })
  const { exec } = openRuntime(FREE, { hostEnvironment: { PAGER: 'less', LANG: 'C' } })
  expect(await exec('true', { env: { PAGER: 'cat' } })).toMatchObject({
    status: 'unapproved',
    message: expect.stringContaining('"PAGER"'),
  })
  expect((await exec('echo "[$PAGER]"')).run!.stdout).toBe('[]\n')
})

test.each([
  ['st-0138', 'no-such-program-anywhere'],
  ['st-0138', 'exit 127'],
  ['st-0138', './missing/program'],
  ['st-0139', '/etc/passwd'],
  ['st-0139', 'exit 126'],
])('%s: %s says what 126 and 127 mean', async (id, command) => {
  const { message } = await openRuntime(FREE).exec(command)
  expect(message.startsWith(String(wanted(id)['failure']))).toBe(true)
  expect(message).toMatch(/\[exit_code:12[67]\]$/)
})

test('a program whose interpreter is missing is not said to lack permission', async () => {
  const scene = openRuntime(FREE)
  const { message } = await scene.exec(`printf '#!/no/such\\n' > t; chmod +x t; true`)
  expect(message).toBe('exit_code:0')
  expect((await scene.exec('./t')).message).not.toContain('permission')
})

test('a time-out says how long it was, in the call and as a job', async () => {
  const prefix = String(wanted('st-0140')['failurePrefix']).replace('5 seconds', '0.1 seconds')
  for (const { exec } of [openRuntime(FREE), await openWithJobs()]) {
    const { message, run } = await exec('sleep 1000', { timeout: 0.1 })
    expect(message.startsWith(prefix)).toBe(true)
    expect(run).toMatchObject({ reason: 'timeout', exitText: 'timeout' })
  }
})

test('every row was met', () => expect([...met].toSorted()).toEqual([...rows.keys()].toSorted()))
