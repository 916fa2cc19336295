import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import { readProcessStat } from '@poundlock/state-files/node'
import { describe, expect, test, vi } from 'vitest'
import { startProcess, supervise, type SuperviseOptions } from '../src/index.ts'
import { shell } from './sample-commands.ts'

const run = async (line: string, options?: SuperviseOptions) => supervise(startProcess(shell(line)), options)

/** A process that is in no system: it writes what it is told and ends when it is told. */
function imaginary(output: AsyncIterable<Uint8Array> | null = null) {
  const signals: string[] = []
  let end = (_: ProcessExit): void => {}
  const exited = new Promise<ProcessExit>((resolve) => (end = resolve))
  const handle: ProcessHandle = {
    pid: undefined,
    stdin: null,
    stdout: output,
    stderr: null,
    exited,
    kill: (signal) => void signals.push(signal ?? 'none'),
  }
  return { handle, signals, end }
}

describe('supervise', () => {
  test('tells how a command ended', async () => {
    expect(await run('echo out; echo err >&2; exit 7')).toMatchObject({
      stdout: 'out\n',
      stderr: 'err\n',
      tail: expect.stringMatching(/^(out\nerr|err\nout)\n$/) as string,
      exitCode: 7,
      signal: null,
      reason: 'exit',
      interrupted: false,
      exitText: 'exit_code:7',
      truncated: false,
      outputOpen: false,
    })
    expect(await run('kill -TERM $$')).toMatchObject({
      exitCode: null,
      signal: 'SIGTERM',
      reason: 'signal',
      interrupted: false,
      exitText: 'signal:SIGTERM',
    })
    expect(await run('true')).toMatchObject({ exitText: 'exit_code:0' })
    expect(await run('/no/such/program')).toMatchObject({ exitText: 'exit_code:127 (command not found)' })
    expect(await run('/etc/passwd')).toMatchObject({ exitText: 'exit_code:126 (command found but not executable)' })
  })

  test('makes a time-out a result, with what was written until then', async () => {
    expect(await run('echo before; sleep 1000', { timeoutMs: 200 })).toMatchObject({
      stdout: 'before\n',
      reason: 'timeout',
      interrupted: true,
      exitText: 'timeout',
      signal: 'SIGTERM',
    })
  })

  test('lets a command clean up before it is killed', async () => {
    const line = 'trap "echo cleaned; exit 4" TERM; echo ready; while :; do sleep 0.01; done'
    const controller = new AbortController()
    const onOutput = (): void => controller.abort()
    expect(await run(line, { abortSignal: controller.signal, onOutput })).toMatchObject({
      stdout: 'ready\ncleaned\n',
      exitCode: 4,
      reason: 'aborted',
      interrupted: true,
      exitText: 'aborted',
    })
  })

  test('ends at once what was aborted before', async () => {
    expect(await run('sleep 1000', { abortSignal: AbortSignal.abort() })).toMatchObject({ reason: 'aborted' })
  })

  test('keeps no listener on the signal of a session with many commands', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    await run('true', { abortSignal: signal })
    expect(added.mock.calls.map(([, listener]) => listener)).toEqual(removed.mock.calls.map(([, listener]) => listener))
  })

  test('first asks, then kills, and kills again what outlived the command itself', async () => {
    const { handle, signals } = imaginary()
    const { promise, resolve } = Promise.withResolvers<ProcessExit>()
    const supervised = supervise({ ...handle, exited: promise }, { timeoutMs: 1, killGraceMs: 1 })
    while (signals.length < 2) await new Promise((next) => setTimeout(next, 1))
    expect(signals).toEqual(['SIGTERM', 'SIGKILL'])
    resolve({ code: null, signal: 'SIGKILL' })
    expect(await supervised).toMatchObject({ reason: 'timeout', signal: 'SIGKILL' })
    expect(signals).toEqual(['SIGTERM', 'SIGKILL', 'SIGKILL'])
  })

  test('gives the first reason when several come', async () => {
    const { handle, signals, end } = imaginary()
    const controller = new AbortController()
    const supervised = supervise(handle, { timeoutMs: 1, abortSignal: controller.signal })
    while (signals.length === 0) await new Promise((next) => setTimeout(next, 1))
    controller.abort()
    end({ code: 0, signal: null })
    expect(await supervised).toMatchObject({ reason: 'timeout', exitCode: 0 })
  })

  test('does not wait for a stream that never ends', async () => {
    const { handle, end } = imaginary({
      [Symbol.asyncIterator]: () => ({ next: async () => new Promise(() => {}) }),
    })
    end({ code: 0, signal: null })
    expect(await supervise(handle, { drainGraceMs: 5 })).toMatchObject({ reason: 'exit', outputOpen: true })
  })

  test('takes a stream that breaks for one that ends', async () => {
    async function* breaking() {
      yield Buffer.from('before')
      throw new Error('broken')
    }
    const { handle, end } = imaginary(breaking())
    end({ code: 0, signal: null })
    expect(await supervise(handle)).toMatchObject({ stdout: 'before', outputOpen: false })
  })

  test('writes input of any size, and does not mind who does not read it', async () => {
    const input = '“\u{1F680}'.repeat(1_000_000)
    const counted = startProcess({ ...shell('wc -c'), stdin: 'pipe' })
    expect(await supervise(counted, { input })).toMatchObject({ stdout: '7000000\n' })
    for (const line of ['true', 'exec 0<&-; sleep 0.05', 'head -c 1 >/dev/null']) {
      const deaf = startProcess({ ...shell(line), stdin: 'pipe' })
      expect(await supervise(deaf, { input })).toMatchObject({ reason: 'exit', exitCode: 0 })
    }
    const bytes = startProcess({ ...shell('cat'), stdin: 'pipe' })
    expect(await supervise(bytes, { input: Uint8Array.of(0x61, 0xff) })).toMatchObject({ stdout: 'a\ufffd' })
  })

  test('lets a command die of SIGPIPE as in a shell', async () => {
    expect(await run('yes | head -n 1')).toMatchObject({ stdout: 'y\n', exitCode: 0 })
  })

  test('tells a listener each piece, and waits for it', async () => {
    const chunks: string[] = []
    let told = 0
    // The command goes on when it is told to, so that nothing arrives together.
    const handle = startProcess({ ...shell('echo a; read go; echo b >&2; read go; printf c'), stdin: 'pipe' })
    const result = await supervise(handle, {
      onOutput: async ({ stream, text }) => {
        told++
        await new Promise((resolve) => setImmediate(resolve))
        expect(told).toBe(chunks.length + 1)
        chunks.push(`${stream}:${text}`)
        handle.stdin?.write('\n')
      },
    })
    expect(chunks).toEqual(['stdout:a\n', 'stderr:b\n', 'stdout:c'])
    expect(result).toMatchObject({ stdout: 'a\nc', stderr: 'b\n', tail: 'a\nb\nc' })
  })

  test('ends the command when a listener throws, and throws that', async () => {
    const handle = startProcess(shell('echo $$; sleep 1000'))
    const failure = new Error('listener')
    const supervised = supervise(handle, {
      onOutput: () => {
        throw failure
      },
    })
    await expect(supervised).rejects.toBe(failure)
    expect(await handle.exited).toMatchObject({ signal: 'SIGTERM' })
    expect(readProcessStat(handle.pid ?? 0)?.isZombie).not.toBe(false)
  })

  test.each<SuperviseOptions>([
    { timeoutMs: 0 },
    { timeoutMs: -1 },
    { timeoutMs: Number.NaN },
    { maxOutputCharacters: -1 },
    { killGraceMs: Number.NaN },
    { maxSpillBytes: -5 },
    { timeoutMs: '5' as unknown as number },
  ])('refuses %o, and leaves nothing running that nobody watches', async (options) => {
    const handle = startProcess(shell('sleep 1000'))
    await expect(supervise(handle, options)).rejects.toMatchObject({ code: 'PROCESS_INVALID_OPTION' })
    expect(await handle.exited).toEqual({ code: null, signal: 'SIGKILL' })
  })

  test('takes time-outs longer than a timer can be', async () => {
    expect(await run('true', { timeoutMs: 1e12 })).toMatchObject({ reason: 'exit' })
    expect(await run('true', { timeoutMs: Infinity })).toMatchObject({ reason: 'exit' })
  })

  test('leaves no timer behind that keeps the program from ending', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    await run('true', { timeoutMs: 100_000 })
    expect(timers()).toBeLessThanOrEqual(before)
  })
})
