import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quote } from '@poundlock/shell'
import { needsProgram } from '@poundlock/tooling/programs'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSpinner, startSpinner, withSpinner } from '../src/output/spinner.ts'
import { LAUNCHER, openScene } from './poundlock.ts'

const CLEAR = '\r\u001B[K'

test('a contained command that says nothing has a spinner, which is gone before its first output', async () => {
  needsProgram('script')
  const scene = openScene()
  const words = ['exec', '--', 'until [ -e go ]; do sleep 0.1; done; echo said']
  const { NO_COLOR: _, ...environment } = process.env
  const terminal = execa('script', ['-qec', quote([process.execPath, LAUNCHER, ...words]), '/dev/null'], {
    cwd: scene.workspace,
    env: { ...environment, POUNDLOCK_HOME: scene.state, TERM: 'xterm' },
    extendEnv: false,
    reject: false,
  })
  let screen = ''
  terminal.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
    if (screen.includes('⠙ running')) writeFileSync(join(scene.workspace, 'go'), '')
  })
  const { exitCode } = await terminal
  expect(exitCode, screen).toBe(0)
  expect(screen).toMatch(/^\r\u{1B}\[K⠋ running(?:\r\u{1B}\[K\S running)+\r\u{1B}\[Ksaid\r\n$/u)
})

test.each([
  ['nothing else listens', '', [null, 'SIGINT']],
  ['the command ends itself', "process.once('SIGINT', () => setTimeout(() => process.exit(7)));", [7, null]],
])('an interrupt clears it, where %s', async (_name, listener, ended) => {
  needsProgram('script')
  const spinner = fileURLToPath(new URL('../src/output/spinner.ts', import.meta.url))
  const program = `${listener}
    const { startSpinner } = await import(${JSON.stringify(spinner)});
    startSpinner('reading'); setInterval(() => undefined, 1000)`
  const inner = `
    const { spawn } = require('node:child_process');
    const { NO_COLOR, ...environment } = process.env;
    const child = spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(program)}],
      { stdio: 'inherit', env: { ...environment, TERM: 'xterm' } });
    process.on('SIGUSR2', () => child.kill('SIGINT'));
    process.stdout.write('PID ' + process.pid + '\\n');
    child.on('exit', (...ended) => console.log('ENDED ' + JSON.stringify(ended)));`
  const terminal = execa('script', ['-qec', quote([process.execPath, '-e', inner]), '/dev/null'], { reject: false })
  let screen = ''
  terminal.stdout.on('data', (chunk: Buffer) => {
    const wasDrawn = screen.includes('reading')
    screen += chunk.toString()
    if (!wasDrawn && screen.includes('reading')) process.kill(Number(/PID (\d+)/.exec(screen)![1]), 'SIGUSR2')
  })
  await terminal
  expect(JSON.parse(/ENDED (.*)/.exec(screen)![1]!)).toEqual(ended)
  // The one that ends itself goes on until then.
  expect(screen).toMatch(ended[0] === null ? /reading\r\u{1B}\[KENDED/u : /reading/u)
})

describe('what the spinner draws', () => {
  let written = ''
  const wasTerminal = process.stderr.isTTY

  beforeEach(() => {
    vi.useFakeTimers()
    written = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text)
      return true
    })
    vi.stubEnv('TERM', 'xterm')
    vi.stubEnv('NO_COLOR', undefined)
    Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  })
  afterEach(() => {
    endSpinner()
    vi.useRealTimers()
    vi.unstubAllEnvs()
    Object.defineProperty(process.stderr, 'isTTY', { value: wasTerminal, configurable: true })
    vi.restoreAllMocks()
  })

  test('nothing in the first second, then frames, and in the end a clear line', () => {
    startSpinner('reading')
    vi.advanceTimersByTime(999)
    expect(written).toBe('')
    vi.advanceTimersByTime(121)
    endSpinner()
    expect(written).toBe(`${CLEAR}⠋ reading${CLEAR}⠙ reading${CLEAR}`)
    vi.advanceTimersByTime(5000)
    expect(written).toMatch(/⠙ reading\r\u{1B}\[K$/u)
  })

  test.each([
    ['standard error', 'stderr'],
    ['standard output', 'stdout'],
  ] as const)('nothing more once something else was written to %s', (_name, stream) => {
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written += String(text)
      return true
    })
    startSpinner('reading')
    vi.advanceTimersByTime(1000)
    process[stream].write('read\n')
    vi.advanceTimersByTime(5000)
    write.mockRestore()
    expect(written).toBe(`${CLEAR}⠋ reading${CLEAR}read\n`)
  })

  test('at once for work that lets no timer run', async () => {
    await withSpinner('reading', { blocks: true }, async () => expect(written).toBe(`${CLEAR}⠋ reading`))
    expect(written).toBe(`${CLEAR}⠋ reading${CLEAR}`)
  })

  test.each([
    [10, '⠋ reading'],
    [9, '⠋ readin'],
    [3, '⠋ '],
    [1, '⠋ '],
    [0, '⠋ reading'],
  ])('no more than fits on a terminal of %d columns', (columns, line) => {
    Object.defineProperty(process.stderr, 'columns', { value: columns, configurable: true })
    startSpinner('reading')
    vi.advanceTimersByTime(1000)
    endSpinner()
    Reflect.deleteProperty(process.stderr, 'columns')
    expect(written).toBe(`${CLEAR}${line}${CLEAR}`)
  })

  test('what ends within a second leaves no trace', async () => {
    expect(await withSpinner('reading', {}, async () => 7)).toBe(7)
    vi.advanceTimersByTime(5000)
    expect(written).toBe('')
  })

  test.each([
    ['a terminal without sequences', { TERM: 'dumb' }, true, {}],
    ['NO_COLOR', { TERM: 'xterm', NO_COLOR: '1' }, true, {}],
    ['a file', { TERM: 'xterm' }, false, {}],
    ['--json', { TERM: 'xterm' }, true, { json: true }],
  ])('nothing for %s', async (_name, env, isTTY, flags) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true })
    await withSpinner('reading', flags, async () => vi.advanceTimersByTime(5000))
    expect(written).toBe('')
  })

  test('work that fails clears it, too', async () => {
    const failing = withSpinner('reading', {}, async () => {
      vi.advanceTimersByTime(1000)
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    expect(written).toBe(`${CLEAR}⠋ reading${CLEAR}`)
  })
})
