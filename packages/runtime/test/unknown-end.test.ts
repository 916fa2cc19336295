import { expect, test } from 'vitest'
import { RUN_OUTCOME_UNKNOWN } from '../src/index.ts'
import { openRuntime } from './open-runtime.ts'

const ALLOWED = { mode: 'allow', exec: { host: 'gateway', security: 'full', ask: 'off' } } as const

test.each(['recorded', 'not recorded'])(
  'a command that was lost while it ran has a code of its own; its end is %s',
  async (how) => {
    const seen: string[] = []
    const record = async (type: string) => {
      seen.push(type)
      if (type === 'run-end' && how === 'not recorded') throw new Error('the disk is full')
    }
    const { runtime, context } = openRuntime(ALLOWED, { record })
    const onOutput = () => {
      throw new Error('the reader broke')
    }
    const call = { id: 'c', name: 'exec', input: { command: 'echo x; sleep 600' } }
    const { status, error } = await runtime.call(call, context, { onOutput })
    expect([status, error?.code]).toEqual(['failed', RUN_OUTCOME_UNKNOWN])
    expect(seen.at(-1)).toBe('run-end')
  },
)

test('a command that could not be started has another code', async () => {
  const record = async (type: string) => {
    if (type === 'run-start') throw new Error('the disk is full')
  }
  const { exec } = openRuntime(ALLOWED, { record })
  const { status, error } = await exec('echo x')
  expect(status).toBe('failed')
  expect(error?.code).not.toBe(RUN_OUTCOME_UNKNOWN)
})
