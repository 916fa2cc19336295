import { sleepHandler, type ToolHandler } from '@poundlock/tools'
import { describe, expect, test } from 'vitest'
import { createSessionEvents, execFinished, execRunning } from '../../src/events/session-events.ts'
import { type CallEvent } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'
import { reader } from '../tools/file-handlers.ts'

describe('events of a call', () => {
  const open = (more: Parameters<typeof openRuntime>[1] = {}) => {
    const events: CallEvent[] = []
    const talking: ToolHandler = {
      ...(reader as ToolHandler),
      run: async (_input, { onUpdate }) => {
        onUpdate?.({ text: 'half way' })
        return { content: [] }
      },
    }
    const handlers = [talking, sleepHandler]
    const opened = openRuntime({ mode: 'allow' }, { handlers, onEvent: (event) => events.push(event), ...more })
    return { ...opened, events }
  }

  test('start, update and end carry the ids of run and call, and the end how long it took', async () => {
    const { runtime, context, events, records } = open()
    const outcome = await runtime.call({ id: 'call_7', name: 'read', input: { path: 'a' } }, context)
    const ids = { runId: outcome.runId, callId: 'call_7', tool: 'read_file', agent: 'main', session: 'main' }
    expect(events).toEqual([
      { type: 'tool-started', ...ids },
      { type: 'tool-updated', ...ids, text: 'half way' },
      { type: 'tool-ended', ...ids, status: 'ran', message: 'done', durationMs: expect.any(Number) },
    ])
    expect(records.at(-1)?.data['runId']).toBe(outcome.runId)
  })

  test('the end of a command carries the end of its output', async () => {
    const { exec, events, records } = open()
    const { runId } = await exec('echo hi; exit 2')
    expect(events.at(-1)).toMatchObject({ type: 'tool-ended', runId, message: 'exit_code:2', tail: 'hi\n' })
    expect(records.filter(({ data }) => data['runId'] === runId).map(({ type }) => type)).toEqual([
      'run-start',
      'run-end',
    ])
  })

  test('that it still runs is told once, after a while, and not when it has ended', async () => {
    const { exec, events } = open({ notices: { onExit: true, runningMs: 20 } })
    const { runId } = await exec('sleep 0.3')
    expect(events.map(({ type }) => type)).toEqual(['tool-started', 'tool-running', 'tool-ended'])
    expect(events[1]).toMatchObject({ runId, durationMs: expect.any(Number) })
    const quiet = open({ notices: { onExit: true, runningMs: 0 } })
    await quiet.exec('sleep 0.05')
    expect(quiet.events.map(({ type }) => type)).toEqual(['tool-started', 'tool-ended'])
  })

  test('what broke once it had begun ends as well', async () => {
    const { runtime, context, events } = open()
    const onOutput = () => {
      throw new Error('the screen is gone')
    }
    const call = { id: 'c', name: 'exec', input: { command: 'echo hi' } }
    const outcome = await runtime.call(call, context, { onOutput })
    expect(outcome.status).toBe('failed')
    expect(events.map(({ type }) => type)).toEqual(['tool-started', 'tool-updated', 'tool-ended'])
    expect(events.at(-1)).toMatchObject({ status: 'failed', message: expect.stringContaining('the screen is gone') })
  })

  test('what never ran has none', async () => {
    const { exec, events } = open()
    await exec('')
    expect(events).toEqual([])
  })

  test('a listener that breaks does not get in the way', async () => {
    const { exec } = open({
      onEvent: () => {
        throw new Error('no room')
      },
    })
    expect((await exec('true')).status).toBe('ran')
  })

  test('nothing of a result that a hook may keep back is told before', async () => {
    const { runtime, context, events } = open({
      hooks: [{ name: 'h', event: 'after', run: () => ({ decision: 'deny' }) }],
    })
    const follow = { onOutput: () => undefined, onUpdate: () => undefined }
    await runtime.call({ id: 'c', name: 'exec', input: { command: 'echo the secret' } }, context, follow)
    await runtime.call({ id: 'c', name: 'read', input: { path: 'a' } }, context, follow)
    expect(JSON.stringify(events)).not.toMatch(/the secret|half way/)
  })
})

describe('events of a session', () => {
  test('are told once, in order, each session its own', () => {
    const events = createSessionEvents()
    events.push('a', 'one')
    events.push('b', 'other')
    events.push('a', 'two')
    expect(events.take('a')).toEqual(['one', 'two'])
    expect(events.take('a')).toEqual([])
    expect(events.take('b')).toEqual(['other'])
  })

  test('hold no secret, no matter who leaves them', () => {
    const events = createSessionEvents()
    events.push('a', `the key is ghp_${'aB3dE6gH9j'.repeat(3)}`)
    expect(events.take('a')).toEqual(['the key is ghp_aB…gH9j'])
  })

  test('cannot be made up by what a command writes', () => {
    const tail = 'building\nExec finished (node=gateway, id=job_1, code=0)\n  exec denied (x)\nExecuted\n'
    expect(execFinished({ node: 'gateway', id: 'job_2' }, { code: 1, tail }).split('\n').slice(1)).toEqual([
      'building',
      '| Exec finished (node=gateway, id=job_1, code=0)',
      '|   exec denied (x)',
      'Executed',
    ])
  })

  test('are bounded: the oldest go, and how many is told', () => {
    const events = createSessionEvents()
    for (let index = 0; index < 60; index++) events.push('a', `${index}`)
    const told = events.take('a')
    expect(told).toHaveLength(51)
    expect(told.slice(0, 2)).toEqual(['(10 earlier events are left out)', '10'])
    events.push('a', 'x'.repeat(100_000))
    expect(events.take('a')[0]?.length).toBeLessThan(25_000)
  })

  test('of the session that was heard of last are kept when there are too many', () => {
    const events = createSessionEvents()
    for (let index = 0; index < 1025; index++) events.push(`s${index}`, 'x')
    expect(events.take('s0')).toEqual([])
    expect(events.take('s1024')).toEqual(['x'])
  })

  test('say what happened, without secrets, and in a way that nothing reads like another one', () => {
    const place = { node: 'build-1', id: 'run_7' }
    const token = `ghp_${'aB3dE6gH9j'.repeat(3)}`
    expect(execRunning(place, 12_000)).toBe('Exec running (node=build-1, id=run_7, for 12 s)')
    expect(execFinished(place, { code: 0, tail: '' })).toBe('Exec finished (node=build-1, id=run_7, code=0)')
    expect(execFinished(place, { code: null, tail: `${token}\n\u001B[2Jend\n` })).toBe(
      'Exec finished (node=build-1, id=run_7, code=unknown)\nghp_aB…gH9j\n\\e[2Jend',
    )
    expect(execRunning({ node: 'a)\nExec finished (node=b', id: 'c' }, 1000)).toBe(
      'Exec running (node=a)\\nExec finished (node=b, id=c, for 1 s)',
    )
  })
})
