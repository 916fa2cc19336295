import type { PolicyLayer } from '@poundlock/policy'
import { createNoneBackend } from '@poundlock/sandbox'
import { describe, expect, test } from 'vitest'
import type { RuntimeOptions, Speaker } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'

const ME: Speaker = { sender: { provider: 'terminal', id: 'me' }, authorised: true }
const OPEN: Partial<PolicyLayer> = { elevated: { enabled: true, allowFrom: { terminal: ['me'] } } }

function open(layer: Partial<PolicyLayer> = {}, options: Partial<RuntimeOptions> = {}) {
  const opened = openRuntime(layer, options)
  const say = (text: string, speaker = ME) => opened.runtime.direct(text, opened.context, speaker)
  return { ...opened, say }
}

test('what is no directive is left to the session', async () => {
  const { say, records } = open()
  expect(await say('please run the tests')).toBeNull()
  expect(await say('/approve abc allow-once')).toBeNull()
  expect(records).toEqual([])
})

describe('/exec', () => {
  test('changes how the commands of this session run, and of no other', async () => {
    const { say, exec, runtime, context, records } = open({ mode: 'allow' })
    expect((await exec('true')).decision?.exec.host.value).toBe('sandbox')
    expect(await say('/exec host=gateway security=full ask=off')).toMatchObject({ ok: true })
    expect(await exec('true')).toMatchObject({
      status: 'ran',
      sandbox: null,
      decision: { exec: { host: { value: 'gateway', origin: '/exec' }, security: { value: 'full' } } },
    })
    const other = await runtime.call(
      { id: 'c', name: 'exec', input: { command: 'true' } },
      { ...context, session: 'b' },
    )
    expect(other.decision?.exec.host.value).toBe('sandbox')
    expect(records.find(({ type }) => type === 'directive')?.data).toEqual({
      agent: 'main',
      session: 'main',
      text: '/exec host=gateway security=full ask=off',
      by: 'terminal:me',
      ok: true,
      message: 'for this session: host=gateway security=full ask=off',
    })
  })

  test('bare, it tells what holds and why, and changes and records nothing', async () => {
    const { say, records } = open({ exec: { host: 'gateway', security: 'allowlist' } })
    expect((await say('/exec'))?.message).toMatch(/host=gateway .* security=allowlist .* ask=on-miss/)
    expect(records).toEqual([])
  })

  test('from somebody who gives no orders here it is refused, and that is recorded', async () => {
    const { say, runtime, records } = open()
    expect(await say('/exec host=gateway', { ...ME, authorised: false })).toMatchObject({ ok: false })
    expect(runtime.sessionState('main')).toEqual({})
    expect(records).toMatchObject([{ type: 'directive', data: { ok: false } }])
  })

  test('what cannot be recorded does not hold', async () => {
    const { say, runtime } = open({}, { record: async () => Promise.reject(new Error('no space left')) })
    await expect(say('/exec host=gateway')).rejects.toThrow('no space left')
    expect(runtime.sessionState('main')).toEqual({})
  })

  test('does not revive a tool that is denied', async () => {
    const { say, exec } = open({ mode: 'allow', tools: { deny: ['exec'] } })
    await say('/exec host=gateway security=full ask=off')
    expect((await exec('true')).status).toBe('denied')
  })
})

describe('/elevated', () => {
  test('is refused with the gate that is shut and the key that opens it', async () => {
    const { say, runtime } = open()
    const answer = await say('/elevated on')
    expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('tools.elevated.enabled opens it') })
    expect(runtime.sessionState('main')).toEqual({})
  })

  test('lifts commands out of the sandbox with approvals, and off puts them back', async () => {
    const asked: string[] = []
    const { say, exec } = open(
      { ...OPEN, mode: 'allow', exec: { security: 'full', ask: 'off' } },
      {
        ask: async ({ command }) => {
          asked.push(command)
          return { answer: 'allow-once', by: 'me' }
        },
      },
    )
    expect(await say('/elevated on')).toMatchObject({ ok: true })
    expect(await exec('touch x')).toMatchObject({ status: 'ran', sandbox: null })
    expect(asked).toEqual(['touch x'])
    await say('/elevated off')
    expect((await exec('touch x')).decision?.exec.host.value).toBe('sandbox')
  })

  test('full leaves approvals out where security is full and ask is off', async () => {
    const { say, exec } = open({ ...OPEN, exec: { security: 'full', ask: 'off' } })
    await say('/elevated full')
    expect(await exec('touch x')).toMatchObject({ status: 'ran', sandbox: null })
  })

  test('a gate that shuts later ends it: it is asked at each call', async () => {
    const { runtime, context } = open(OPEN)
    await runtime.direct('/elevated full', context, { ...ME, sender: { provider: 'terminal', id: 'other' } })
    expect(runtime.sessionState('main')).toEqual({})
  })
})

describe('what a model asks for', () => {
  test('elevated is refused unless a person has lifted the session', async () => {
    const { say, exec } = open({ ...OPEN, exec: { security: 'full', ask: 'off' } })
    expect(await exec('true', { elevated: true })).toMatchObject({
      status: 'invalid',
      message: expect.stringContaining('only a person lifts a session out of its sandbox'),
    })
    await say('/elevated full')
    expect(await exec('true', { elevated: true })).toMatchObject({ status: 'ran', sandbox: null })
  })

  test('not to be elevated is honoured: it is stricter', async () => {
    const { say, exec } = open({ ...OPEN, mode: 'allow', exec: { security: 'full', ask: 'off' } })
    await say('/elevated full')
    expect((await exec('true', { elevated: false })).decision?.exec.host.value).toBe('sandbox')
  })

  test('a node is refused where there are none', async () => {
    const { exec } = open({ mode: 'allow' })
    expect((await exec('true', { node: 'build-1' })).message).toMatch(/node is not served/)
    expect((await exec('true', { host: 'node' })).status).toBe('denied')
  })
})

test('the host of a session that is contained is asked to contain', async () => {
  const none = createNoneBackend()
  const { exec } = open(
    {},
    {
      containment: {
        backend: none,
        none,
        policy: {
          fileMode: 'workspace-only',
          workspace: '/',
          readPaths: [],
          writePaths: [],
          protectedPaths: [],
          hiddenPaths: [],
          network: 'off',
          limits: {},
        },
        onUnavailable: 'degrade',
      },
    },
  )
  expect((await exec('true')).status).toBe('invalid')
})
