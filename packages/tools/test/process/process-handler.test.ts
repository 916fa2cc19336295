import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess, startTerminal } from '@poundlock/process'
import { openJobs, serveJobs, type Jobs } from '@poundlock/process/jobs'
import type { ProcessToolInput } from '@poundlock/spec/tools'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProcessHandler, type ToolContext, type ToolOutput } from '../../src/index.ts'

async function scene() {
  const folder = join(mkdtempSync(join(tmpdir(), 'process-tool-')), 'jobs')
  const host = await serveJobs({
    folder,
    async start({ work }) {
      const { script, terminal } = work as { script: string; terminal?: boolean }
      const env = { PATH: '/usr/bin:/bin' }
      const command = { file: '/bin/sh', args: ['-c', script], cwd: '/', env, stdin: 'pipe' } as const
      return { handle: terminal ? await startTerminal(command) : startProcess(command) }
    },
  })
  const jobs = openJobs({ folder, launchHost: () => expect.unreachable('the host is here') })
  onTestFinished(async () => {
    jobs.close()
    await host?.close()
  })
  const handler = createProcessHandler({ jobs, isConfined: ({ title }) => title === 'confined' })
  const context = (agent = 'main') =>
    ({ agent, session: 's', abortSignal: new AbortController().signal }) as ToolContext
  const start = async (script: string, more: { terminal?: boolean; agent?: string; title?: string } = {}) => {
    const { agent = 'main', title = script, terminal = false } = more
    return (await jobs.start({ title, agent, session: 's', work: { script, terminal } })).id
  }
  const call = (input: ProcessToolInput, agent?: string) => handler.run(input, context(agent))
  return { jobs, handler, context, start, call }
}

const textOf = ({ content }: ToolOutput) => content.map((part) => (part.type === 'text' ? part.text : '')).join('')

test('an agent lists its own jobs, and finds no others by their ids', async () => {
  const { start, call } = await scene()
  const own = await start('cat')
  const other = await start('cat', { agent: 'other' })
  expect(textOf(await call({ action: 'list' }))).toContain(own)
  expect(textOf(await call({ action: 'list' }))).not.toContain(other)
  for (const action of ['poll', 'log', 'kill', 'remove', 'submit'] as const) {
    expect(textOf(await call({ action, id: other }))).toMatch(/there is no job/)
  }
})

test('polling gives what is new, how long to wait when nothing was, and the end', async () => {
  const { start, call } = await scene()
  const id = await start('while read line; do echo "got $line"; done; exit 4')
  const delays: unknown[] = []
  for (let count = 0; count < 6; count++) {
    delays.push(((await call({ action: 'poll', id })).structured as { retryInMs: number }).retryInMs)
  }
  await call({ action: 'write', id, data: 'one\n' })
  const news = await call({ action: 'poll', id, timeoutMs: 20_000 })
  delays.push((news.structured as { retryInMs: number }).retryInMs)
  expect(textOf(news)).toMatch(/^got one\n\[running/)
  // Row oc-0584 of the behaviour corpus.
  expect(delays).toEqual([5000, 10_000, 30_000, 60_000, 60_000, 60_000, 5000])
  await call({ action: 'write', id, eof: true })
  await vi.waitFor(
    async () => {
      expect(textOf(await call({ action: 'poll', id, timeoutMs: 10_000 }))).toMatch(/^\[ended: exit_code:4\]/)
    },
    { timeout: 60_000 },
  )
})

test('a word that arrives in two pieces is given whole, and a prompt once nothing follows it', async () => {
  const { start, call } = await scene()
  const id = await start(`printf 'a token=abc'; read go; printf 'def\\n'; printf 'Password:'; read go`)
  const written = (bytes: number) =>
    vi.waitFor(
      async () => expect(await call({ action: 'log', id })).toMatchObject({ structured: { logBytes: bytes } }),
      { timeout: 60_000 },
    )
  await written(11)
  expect(textOf(await call({ action: 'poll', id }))).toMatch(/^a \n\[running/)
  await call({ action: 'write', id, data: 'go\n' })
  await written(24)
  expect(textOf(await call({ action: 'poll', id }))).toMatch(/^token=abcdef\n\[running/)
  expect(textOf(await call({ action: 'poll', id }))).toMatch(/^Password:\n\[running/)
})

test('a private key is waited for to its end', async () => {
  const { jobs, start, call } = await scene()
  const [begin, end] = ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----']
  const written = (bytes: number) =>
    vi.waitFor(async () => expect((await jobs.get(id))?.logSize).toBeGreaterThanOrEqual(bytes), { timeout: 60_000 })
  const id = await start(`printf 'x\\n%s\\nkkkk\\n' '${begin}'; read go; printf 'llll\\n%s\\n' '${end}'; read go`)
  await written(35)
  expect(textOf(await call({ action: 'poll', id }))).toMatch(/^x\n\[running/)
  expect(textOf(await call({ action: 'log', id }))).toMatch(/^x\n\[running/)
  await call({ action: 'write', id, data: 'go\n' })
  await vi.waitFor(async () => expect(textOf(await call({ action: 'log', id }))).toContain(end), { timeout: 60_000 })
  const rest = textOf(await call({ action: 'poll', id, timeoutMs: 20_000 }))
  expect(rest).toContain(`${begin}\nkkkk\nllll\n${end}\n`)
})

describe('an answer that would begin or end in a private key', () => {
  const body = Array.from({ length: 8 }, (_, index) => `key${index}`)
  const key = ['-----BEGIN EC PRIVATE KEY-----', ...body, '-----END EC PRIVATE KEY-----']
  const lines = ['a', 'b', ...key, 'c', 'd']
  const open = async (text: string) => {
    const { jobs, start, call } = await scene()
    const id = await start(`printf '%b' '${text}'`)
    await jobs.wait(id, 60_000)
    return async (input: Partial<ProcessToolInput>) => {
      const { structured } = await call({ action: 'log', id, ...input })
      return structured as { lines: readonly string[]; offset: number; cut: boolean }
    }
  }

  test('holds all of it, since a key is known by how it begins', async () => {
    const log = await open(`${lines.join('\\n')}\\n`)
    expect(await log({ offset: 6, limit: 2 })).toMatchObject({ lines: key, offset: 2 })
    expect(await log({ offset: 11, limit: 2 })).toMatchObject({ lines: [...key, 'c'], offset: 2 })
    expect(await log({ offset: 1, limit: 3 })).toMatchObject({ lines: ['b', ...key], offset: 1 })
    expect(await log({ offset: 12 })).toMatchObject({ lines: ['c', 'd'], offset: 12 })
    expect(await log({ offset: 0, limit: 2 })).toMatchObject({ lines: ['a', 'b'], offset: 0 })
  })

  test('or nothing of it, at the end of the log', async () => {
    const log = await open(`${lines.join('\\n')}\\n`)
    expect(await log({ limit: 5 })).toMatchObject({ lines: ['c', 'd'], offset: 12 })
    expect(await log({ limit: 12 })).toMatchObject({ lines: [...key, 'c', 'd'], offset: 2 })
    const unended = await open(lines.slice(0, 8).join('\\n'))
    expect(await unended({ limit: 3 })).toMatchObject({ lines: [], offset: 8 })
  })

  test('what only looks like the beginning of one hides no more of a log than a key could have', async () => {
    const log = await open(`${key[0]!}\\n${`${'x'.repeat(999)}\\n`.repeat(66)}the end\\n`)
    expect((await log({ limit: 1 })).lines).toEqual(['the end'])
    const other = await open(`-----BEGIN build-----\\none\\ntwo\\n`)
    expect(await other({ limit: 1 })).toMatchObject({ lines: ['two'] })
    expect(await other({ offset: 1, limit: 1 })).toMatchObject({ lines: ['one'] })
  })

  test('a poll that leaves out what came first begins behind it', async () => {
    const { jobs, start, call } = await scene()
    const script = `i=0; printf '%s\\n' '${key[0]!}'; while [ $i -lt 600 ]; do i=$((i+1)); echo "key$i ${'k'.repeat(60)}"; done; printf '%s\\n' '${key.at(-1)!}' after`
    const id = await start(script)
    await jobs.wait(id, 60_000)
    const { structured } = await call({ action: 'poll', id })
    expect(structured).toMatchObject({ output: 'after\n' })
  })
})

test('a poll that leaves out the beginning of one long line begins with a whole character, far from any word', async () => {
  const { jobs, start, call } = await scene()
  const id = await start(`i=0; while [ $i -lt 12000 ]; do i=$((i+1)); printf 'éaé'; done; printf ' end'`)
  await jobs.wait(id, 60_000)
  const { output } = (await call({ action: 'poll', id })).structured as { output: string }
  expect(output).toMatch(/^[éa]+ end$/)
  expect(output.length).toBeLessThan(30_000)
})

test('what was left out begins with a line', async () => {
  const { start, call } = await scene()
  const id = await start('i=0; while [ $i -lt 9000 ]; do i=$((i+1)); echo "line $i"; done')
  await vi.waitFor(async () => expect(textOf(await call({ action: 'list' }))).toContain('ended'), 30_000)
  const { structured } = await call({ action: 'poll', id })
  const { output, skippedBytes, logBytes } = structured as { output: string; skippedBytes: number; logBytes: number }
  expect(output).toMatch(/^line \d+\n/)
  expect(output).toMatch(/\nline 9000\n$/)
  expect(skippedBytes + output.length).toBe(logBytes)
})

test('a character that arrives in two pieces is given whole', async () => {
  const { start, call } = await scene()
  const id = await start(`printf '\\303'; read go; printf '\\251\\n'`)
  await vi.waitFor(
    async () => expect(await call({ action: 'log', id })).toMatchObject({ structured: { logBytes: 1 } }),
    60_000,
  )
  expect(await call({ action: 'poll', id })).toMatchObject({ structured: { output: '' } })
  await call({ action: 'write', id, data: '\n' })
  expect(await call({ action: 'poll', id, timeoutMs: 20_000 })).toMatchObject({ structured: { output: 'é\n' } })
})

test('a poll after a flood gives its last 30,000 characters, and says what it left out (st-0122)', async () => {
  const { jobs, start, call } = await scene()
  const id = await start('seq 1 100000')
  await jobs.wait(id, 60_000)
  const { structured } = await call({ action: 'poll', id })
  const { output, skippedBytes } = structured as { output: string; skippedBytes: number }
  expect(output.length).toBeLessThanOrEqual(30_000)
  expect(output.endsWith('100000\n')).toBe(true)
  expect(skippedBytes + output.length).toBe(588_895)
})

test('the log shows no half of a word that is being written, and a prompt once nothing follows it', async () => {
  const { jobs, start, call } = await scene()
  const id = await start(`printf 'a\\ntoken=abc'; read go; printf 'def\\nPassword:'; read go`)
  const written = (bytes: number) =>
    vi.waitFor(async () => expect((await jobs.get(id))?.logSize).toBe(bytes), { timeout: 60_000 })
  await written(11)
  expect((await call({ action: 'log', id })).structured).toMatchObject({ lines: ['a'], total: 1 })
  await call({ action: 'write', id, data: 'go\n' })
  await written(24)
  expect((await call({ action: 'log', id })).structured).toMatchObject({ lines: ['a', 'token=abcdef'] })
  expect((await call({ action: 'log', id })).structured).toMatchObject({ lines: ['a', 'token=abcdef', 'Password:'] })
})

test('the log is read by lines: the last ones, or from one on to the end (st-0126)', async () => {
  const { jobs, start, call } = await scene()
  const id = await start('seq 1 1000; printf end')
  await jobs.wait(id, 60_000)
  expect((await call({ action: 'log', id })).structured).toMatchObject({ offset: 801, total: 1001 })
  expect((await call({ action: 'log', id, offset: 998 })).structured).toMatchObject({ lines: ['999', '1000', 'end'] })
  expect((await call({ action: 'log', id, offset: 5, limit: 2 })).structured).toMatchObject({
    lines: ['6', '7'],
    offset: 5,
  })
  expect((await call({ action: 'log', id, offset: 5000 })).structured).toMatchObject({ lines: [], total: 1001 })
})

test('a poll waits 30 seconds at most, whatever it asks for (st-0124)', async () => {
  const { jobs, context } = await scene()
  const { id } = await jobs.start({ title: 'cat', agent: 'main', session: 's', work: { script: 'cat' } })
  vi.useFakeTimers({ toFake: ['performance'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  // What would be waited for passes at once.
  const hurried: Jobs = {
    ...jobs,
    wait: (which, milliseconds) => {
      vi.advanceTimersByTime(milliseconds)
      return jobs.get(which)
    },
  }
  const patient = createProcessHandler({ jobs: hurried, isConfined: () => false })
  await patient.run({ action: 'poll', id, timeoutMs: 60_000 }, context())
  expect(performance.now()).toBe(30_000)
})

test('lines that are longer than an answer are cut, and it says so', async () => {
  const { jobs, start, call } = await scene()
  const id = await start(`head -c 200000 /dev/zero | tr '\\0' x; echo; echo last`)
  await jobs.wait(id, 60_000)
  const { lines, cut } = (await call({ action: 'log', id })).structured as { lines: string[]; cut: boolean }
  expect(lines.join('').length).toBeLessThan(31_000)
  expect(lines.at(-1)).toBe('last')
  expect(cut).toBe(true)
})

test('keys and pastes reach a terminal, and end what runs on it', async () => {
  const { jobs, start, call } = await scene()
  const id = await start('read line; echo "got $line"; exec cat', { terminal: true })
  await call({ action: 'write', id, data: 'typed' })
  await call({ action: 'submit', id })
  await vi.waitFor(async () => expect(textOf(await call({ action: 'log', id }))).toContain('got typed'), 30_000)
  expect(textOf(await call({ action: 'send-keys', id, keys: ['No-key'] }))).toMatch(
    /there is no key.*\n?.*Nothing was sent/,
  )
  await call({ action: 'send-keys', id, keys: ['C-c'] })
  expect(await jobs.wait(id, 60_000)).toMatchObject({ result: { signal: 'SIGINT' } })
})

test('what a job is told needs as much as the job may do; looking after it needs nothing', async () => {
  const { handler, start, context } = await scene()
  const loose = await start('cat')
  const confined = await start('cat', { title: 'confined' })
  const needs = (input: ProcessToolInput) => handler.permissionOf?.(input, context())
  for (const action of ['list', 'poll', 'log', 'kill', 'clear', 'remove'] as const) {
    expect(await needs({ action, id: loose })).toBe('read-only')
  }
  for (const action of ['write', 'send-keys', 'paste', 'submit'] as const) {
    expect(await needs({ action, id: loose })).toBe('danger-full-access')
    expect(await needs({ action, id: confined })).toBe('workspace-write')
  }
})

test('what is written to is named whole, so that it is what was decided about', async () => {
  const { handler, jobs, start, call, context } = await scene()
  const id = await start('cat', { title: 'confined' })
  const part = id.slice(0, -1)
  const inputs: ProcessToolInput[] = [
    { action: 'write', data: 'x' },
    { action: 'send-keys', keys: ['x'] },
    { action: 'submit' },
  ]
  for (const more of inputs) {
    expect(await handler.permissionOf?.({ ...more, id: part }, context())).toBe('read-only')
    expect(textOf(await call({ ...more, id: part }))).toBe(
      `"${part}" is not the whole id of a job\nTo write to it, name it whole: ${id}.`,
    )
  }
  const silent = createProcessHandler({
    jobs: { ...jobs, list: () => Promise.reject(new Error('no host')) },
    isConfined: () => true,
  })
  // Who could not look takes nothing for harmless.
  await expect(silent.permissionOf?.({ action: 'write', id, data: 'x' }, context())).rejects.toThrow('no host')
})

test('calls that lack something say what', async () => {
  const { start, call } = await scene()
  const id = await start('exit 0')
  for (const [input, expected] of [
    [{ action: 'poll' }, /which job\? id is missing/],
    [{ action: 'write', id }, /data is missing/],
    [{ action: 'send-keys', id }, /keys is missing/],
    [{ action: 'paste', id }, /data is missing/],
    [{ action: 'poll', id: 'job_' }, /./],
    [{ action: 'clear', id: 'nothing' }, /there is no job "nothing"\nKnown: job_/],
  ] as const) {
    expect(textOf(await call(input))).toMatch(expected)
  }
})

test('what has ended is not written to, and it says how it ended', async () => {
  const { jobs, start, call } = await scene()
  const id = await start('exit 3')
  await jobs.wait(id, 60_000)
  expect(textOf(await call({ action: 'write', id, data: 'x' }))).toBe(
    `${id} reads nothing any more: ended: exit_code:3\nNothing was written.`,
  )
})

test('what runs is not cleared; remove ends it first', async () => {
  const { jobs, start, call } = await scene()
  const id = await start('sleep 1000')
  expect(textOf(await call({ action: 'clear', id }))).toMatch(/it runs\nEnd it with kill first/)
  expect(textOf(await call({ action: 'remove', id }))).toMatch(/ended and removed/)
  expect(await jobs.get(id)).toBeNull()
})
