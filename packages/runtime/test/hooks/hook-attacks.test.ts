import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askHook } from '../../src/hooks/ask-hook.ts'
import { commandHook, type Hook, type HookCall } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'

const CALL: HookCall = {
  event: 'before',
  callId: 'call_1',
  tool: 'exec',
  input: { command: 'ls' },
  agent: 'main',
  session: 'main',
  workspace: '/w',
  cwd: '/w',
}

function opened(command: string, timeoutMs = 30_000) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-hook-')))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const environment = { PATH: '/usr/bin:/bin' }
  const hook = commandHook({ name: 'h', event: 'before', command, cwd, environment, shell: '/bin/bash', timeoutMs })
  return { cwd, hook, ask: () => askHook(hook, CALL, undefined) }
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) Z/s.test(stat(pid))

function stat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return '0 () Z'
  }
}

describe('a program that', () => {
  test('will not be ended is ended all the same', async () => {
    const { cwd, ask } = opened(`trap '' TERM INT HUP; echo $$ >pid; while :; do sleep 600 & wait; done`, 300)
    expect(await ask()).toEqual({ decision: 'deny', reason: 'it did not answer within 300 ms' })
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('writes without an end denies', async () => {
    expect(await opened('yes').ask()).toMatchObject({ decision: 'deny' })
    expect(await opened('yes >&2').ask()).toMatchObject({ decision: 'deny' })
  })

  test.each(['sleep 600 & echo $! >pid', 'sleep 600 >/dev/null 2>&1 & echo $! >pid'])(
    'leaves something behind has answered, and it is ended: %s',
    async (command) => {
      const { cwd, ask } = opened(command)
      expect(await ask()).toEqual({ decision: 'allow', reason: '' })
      const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
      await expect.poll(() => isRunning(pid)).toBe(false)
    },
  )

  test.each(['SEGV', 'ABRT', 'PIPE', 'TERM', 'XCPU'])('dies by %s denies', async (signal) => {
    expect(await opened(`ulimit -c 0; kill -${signal} $$; sleep 5`).ask()).toMatchObject({ decision: 'deny' })
  })

  test.each(['./missing.sh', 'no-such-program', '. ./missing', '/', '(', 'echo "'])(
    'is none denies: %s',
    async (command) => expect(await opened(command).ask()).toMatchObject({ decision: 'deny' }),
  )

  test('has lost its folder denies', async () => {
    const { cwd, ask } = opened('true')
    rmSync(cwd, { recursive: true })
    expect(await ask()).toMatchObject({ decision: 'deny' })
  })

  test('writes bytes that are no text, or controls, is shown as what can be read', async () => {
    const { hook } = opened(`printf 'no \\033[2J\\377\\342\\200\\256 x' >&2; exit 2`)
    const { message } = await openRuntime({ mode: 'allow' }, { hooks: [hook] }).exec('true')
    expect(message).toContain('no \\e[2J')
    // oxlint-disable-next-line no-control-regex
    expect(message).not.toMatch(/[\u001B\u202E]/)
  })

  test('looks for secrets in its environment finds none of Poundlock’s', async () => {
    process.env['HOOK_ATTACK_TOKEN'] = 'secret-of-the-host'
    onTestFinished(() => void delete process.env['HOOK_ATTACK_TOKEN'])
    const { cwd, ask } = opened('env >names')
    await ask()
    expect(readFileSync(join(cwd, 'names'), 'utf8')).not.toContain('secret-of-the-host')
  })
})

describe('a function that', () => {
  const answer = async (run: () => unknown) => {
    const hook = { name: 'h', event: 'before', run } as unknown as Hook
    return openRuntime({ mode: 'allow' }, { hooks: [hook] }).exec('echo unchanged')
  }
  const breaking = (): never => {
    throw throwing as unknown as Error
  }
  const throwing = {
    toString: () => {
      throw new Error('again')
    },
  }

  test.each<[string, () => unknown]>([
    ['answers with a tool', () => ({ tool: 'read_file', input: { path: '/etc/passwd' } })],
    ['answers with another name', () => ({ tool_name: 'process' })],
    ['answers with a prototype of its own', () => JSON.parse('{"__proto__":{"decision":"allow"}}')],
    ['answers with a big number', () => 10n],
    ['answers with a function', () => () => 'allow'],
    ['answers with a list', () => ['allow']],
    ['answers with an empty list', () => []],
    ['answers with a map', () => new Map([['decision', 'deny']])],
    ['answers with an error that it did not throw', () => new Error('no')],
    ['answers with a boxed no', () => new Boolean(false)],
    ['answers with a key that is no name', () => ({ [Symbol('decision')]: 'deny' })],
    ['answers true', () => true],
    ['answers what breaks its reader', () => new Proxy({}, { ownKeys: () => breaking() })],
    ['throws nothing', () => Promise.reject()],
    ['throws what cannot be written', () => Promise.reject(throwing)],
    ['throws what has no prototype', () => Promise.reject(Object.create(null))],
    [
      'throws it at once',
      () => {
        throw throwing as unknown as Error
      },
    ],
    ['answers with an input that goes round', () => goingRound()],
    ['answers with an input that is no call', () => ({ input: { command: 7 } })],
    ['answers with an input that has more', () => ({ input: { command: 'true', tool: 'process' } })],
    ['answers with an input of another prototype', () => ({ input: JSON.parse('{"__proto__":{"command":"true"}}') })],
  ])('%s denies, and nothing runs', async (_, run) => {
    const outcome = await answer(run)
    expect(outcome).toMatchObject({ status: 'denied', run: null })
    expect(({} as { decision?: string }).decision).toBeUndefined()
  })

  test('answers as a class of its own is understood', async () => {
    class Answer {
      readonly decision: string
      constructor(decision: string) {
        this.decision = decision
      }
    }
    expect((await answer(() => new Answer('allow'))).status).toBe('ran')
    expect((await answer(() => new Answer('deny'))).status).toBe('denied')
    expect((await answer(() => Object.assign(Object.create(null), { decision: 'deny' }))).status).toBe('denied')
  })

  test('changes the result that it is told leaves the one that the next is told', async () => {
    const told: string[] = []
    const hide = ({ result }: HookCall) => void Object.assign(result!, { text: '' })
    const hooks: Hook[] = [
      { name: 'first', event: 'after', run: hide },
      { name: 'second', event: 'after', run: ({ result }) => void told.push(result!.text) },
    ]
    await openRuntime({ mode: 'allow' }, { hooks }).exec('echo shown')
    expect(told).toEqual(['shown\n'])
  })

  test('answers at length is heard in part', async () => {
    const { notes } = await answer(() => ({ note: 'n'.repeat(1_000_000) }))
    expect(notes[0]!.length).toBeLessThan(10_100)
    const { message } = await answer(() => ({ decision: 'deny', reason: 'r'.repeat(1_000_000) }))
    expect(message.length).toBeLessThan(3000)
  })
})

function goingRound(): object {
  const input: Record<string, unknown> = { command: 'true' }
  input['env'] = input
  return { input }
}
