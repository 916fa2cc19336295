import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
