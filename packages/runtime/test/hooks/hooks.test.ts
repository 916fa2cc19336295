import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PolicyLayer } from '@poundlock/policy'
import { PoundlockError } from '@poundlock/spec'
import type { ToolHandler, ToolOutput } from '@poundlock/tools'
import { describe, expect, test, vi } from 'vitest'
import type { Hook, HookAnswer, RuntimeOptions } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'
import { reader, writer } from '../tools/file-handlers.ts'

const HANDLERS = [reader, writer] as readonly ToolHandler[]

/** A hook that answers the same each time. */
const saying = (answer: HookAnswer | undefined, more: Partial<Hook> = {}): Hook => ({
  name: 'guard',
  event: 'before',
  run: () => answer,
  ...more,
})

function open(hooks: readonly Hook[], layer: Partial<PolicyLayer> = {}, options: Partial<RuntimeOptions> = {}) {
  const opened = openRuntime({ mode: 'allow', ...layer }, { handlers: HANDLERS, hooks, ...options })
  const call = (name: string, input: unknown) => opened.runtime.call({ id: 'call_1', name, input }, opened.context)
  return { ...opened, call }
}

const yes: Partial<RuntimeOptions> = { ask: async () => ({ answer: 'allow-once', by: 'terminal:me' }) }

describe('a hook before a call', () => {
  test('is told of the call, and no objection lets it go on', async () => {
    const run = vi.fn<Hook['run']>(() => undefined)
    const { call, workspace } = open([saying(undefined, { run })])
    expect((await call('write', { path: 'a', content: 'x' })).status).toBe('ran')
    expect(run).toHaveBeenCalledExactlyOnceWith(
      {
        event: 'before',
        callId: 'call_1',
        tool: 'write_file',
        input: { path: 'a', content: 'x' },
        agent: 'main',
        session: 'main',
        workspace,
        cwd: workspace,
      },
      expect.any(AbortSignal),
    )
  })

  test('that denies ends the call, and the record says which hook it was', async () => {
    const { call, records, workspace } = open([saying({ decision: 'deny', reason: 'not on Sundays' })])
    expect(await call('write_file', { path: 'a', content: '' })).toMatchObject({
      status: 'denied',
      output: null,
      message: 'denied: the hook "guard" refuses: not on Sundays (hook guard)',
      decision: { decision: 'deny', reasons: [{ code: 'HOOK_DENY', layer: 'hooks' }] },
    })
    expect(existsSync(join(workspace, 'a'))).toBe(false)
    expect(records).toMatchObject([
      {
        type: 'decision',
        data: { outcome: 'denied', approval: { kind: 'hook', by: 'guard', answer: 'deny', reason: 'not on Sundays' } },
      },
    ])
  })

  test('is asked about commands too', async () => {
    const { exec } = open([saying({ decision: 'deny', reason: 'no' }, { tools: ['bash'] })])
    expect(await exec('touch here')).toMatchObject({ status: 'denied', run: null })
  })

  test('is not asked about what the rules deny', async () => {
    const run = vi.fn<Hook['run']>()
    const { call } = open([saying(undefined, { run })], { tools: { deny: ['write_file'] } })
    expect((await call('write_file', { path: 'a', content: '' })).status).toBe('denied')
    expect(run).not.toHaveBeenCalled()
  })

  test('can have a person asked, who sees why', async () => {
    const ask = vi.fn<NonNullable<RuntimeOptions['ask']>>(async () => ({ answer: 'allow-once', by: 'terminal:me' }))
    const { exec } = open([saying({ decision: 'ask', reason: 'is it Friday?' })], {}, { ask, keepGrants: () => {} })
    expect(await exec('echo hi')).toMatchObject({ status: 'ran', approval: { kind: 'person', by: 'terminal:me' } })
    expect(ask.mock.calls[0]?.[0]).toMatchObject({
      decision: { decision: 'ask', reasons: [{ code: 'HOOK_ASK', message: 'the hook "guard" asks: is it Friday?' }] },
      // What a hook asks is asked each time.
      always: [],
    })
  })

  test('that wants a person asked where nobody is there is a no', async () => {
    const { call } = open([saying({ decision: 'ask' })])
    expect(await call('write_file', { path: 'a', content: '' })).toMatchObject({ status: 'unapproved', output: null })
  })

  test('that allows answers nothing that the rules ask', async () => {
    const { exec } = open([saying({ decision: 'allow' })], { exec: { askRules: ['touch'] } })
    expect(await exec('touch here')).toMatchObject({ status: 'unapproved', run: null })
  })
})

describe('a hook that rewrites', () => {
  const rewriting = (input: unknown, more: Partial<Hook> = {}) => saying({ input }, more)

  test('changes what runs, and the record says so', async () => {
    const { call, workspace, records } = open([rewriting({ path: 'b', content: 'clean' })])
    expect((await call('write_file', { path: 'a', content: 'x' })).status).toBe('ran')
    expect(existsSync(join(workspace, 'a'))).toBe(false)
    expect(readFileSync(join(workspace, 'b'), 'utf8')).toBe('clean')
    expect(records[0]?.data).toMatchObject({ rewrittenBy: ['guard'], files: [{ path: 'b' }] })
  })

  test('is decided again: it cannot get past a rule', async () => {
    const { exec, records } = open([rewriting({ command: 'touch here' })], { exec: { denyRules: ['touch'] } })
    expect(await exec('echo hi')).toMatchObject({ status: 'denied', run: null })
    expect(records).toMatchObject([{ data: { decision: 'deny', command: 'touch here', rewrittenBy: ['guard'] } }])
  })

  test('is validated again: what does not fit the tool denies', async () => {
    const { call } = open([rewriting({ path: 'b', text: 'x' })])
    expect(await call('write_file', { path: 'a', content: '' })).toMatchObject({
      status: 'denied',
      message: expect.stringMatching(/what it made of the input is wrong: .*text: unknown key "text"/),
    })
  })

  test('is what a person is shown, and what runs is what they saw', async () => {
    const ask = vi.fn<NonNullable<RuntimeOptions['ask']>>(async () => ({ answer: 'allow-once', by: 'me' }))
    const { exec } = open([rewriting({ command: 'echo rewritten' })], { exec: { askRules: ['echo'] } }, { ask })
    expect(await exec('true')).toMatchObject({ status: 'ran', run: { stdout: 'rewritten\n' } })
    expect(ask.mock.calls[0]?.[0].command).toBe('echo rewritten')
  })

  test('is seen by the next one, and the last word counts', async () => {
    const seen: unknown[] = []
    const { exec } = open([
      rewriting({ command: 'echo two' }, { name: 'second' }),
      rewriting({ command: 'echo one' }, { name: 'first', priority: 1 }),
      saying(undefined, { name: 'third', priority: -1, run: ({ input }) => void seen.push(input) }),
    ])
    expect(await exec('echo none')).toMatchObject({ run: { stdout: 'two\n' } })
    expect(seen).toEqual([{ command: 'echo two' }])
  })

  test('by changing what it was told changes nothing', async () => {
    const tampering: Hook = saying(undefined, {
      run: ({ input }) => void ((input as { command: string }).command = 'touch here'),
    })
    expect(await open([tampering]).exec('echo hi')).toMatchObject({ run: { stdout: 'hi\n' } })
  })
})

describe('order', () => {
  test('the highest priority first, equals as they are given, and nobody after a no', async () => {
    const asked: string[] = []
    const named = (name: string, priority?: number, answer?: HookAnswer): Hook => ({
      name,
      event: 'before',
      ...(priority !== undefined && { priority }),
      run: () => (asked.push(name), answer),
    })
    const { exec } = open(
      [
        named('c'),
        named('d', 0, { decision: 'deny' }),
        named('e'),
        named('b', 5, { decision: 'ask' }),
        named('a', 5.5),
      ],
      {},
      yes,
    )
    expect((await exec('echo hi')).status).toBe('denied')
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a no wins over a question that came before it', async () => {
    const ask = vi.fn<NonNullable<RuntimeOptions['ask']>>()
    const hooks = [saying({ decision: 'ask' }), saying({ decision: 'deny' }, { name: 'last' })]
    expect((await open(hooks, {}, { ask }).exec('echo hi')).status).toBe('denied')
    expect(ask).not.toHaveBeenCalled()
  })

  test('only hooks for the tool are asked', async () => {
    const run = vi.fn<Hook['run']>()
    const { exec } = open([saying(undefined, { run, tools: ['group:fs', 'mcp__*'] })])
    await exec('echo hi')
    expect(run).not.toHaveBeenCalled()
  })
})

describe('a hook that breaks denies', () => {
  test.each<[string, Partial<Hook>, RegExp]>([
    [
      'by throwing',
      {
        run: () => {
          throw new Error('no disk')
        },
      },
      /it failed: no disk/,
    ],
    ['by rejecting', { run: () => Promise.reject(new Error('no net')) }, /it failed: no net/],
    ['by never answering', { timeoutMs: 20, run: () => new Promise(() => {}) }, /did not answer within 20 ms/],
    ['by an unknown decision', { run: () => ({ decision: 'maybe' }) as never }, /the decision "maybe"/],
    ['by an unknown key', { run: () => ({ decison: 'deny' }) as never }, /the unknown key "decison"/],
    ['by answering a text', { run: () => 'deny' as never }, /it answered "deny"; expected an object/],
    ['by a reason that is none', { run: () => ({ reason: 7 }) as never }, /not a string/],
    ['by an input that is no data', { run: () => ({ input: { path: () => 'a' } }) }, /it failed/],
  ])('%s', async (_, hook, message) => {
    const { call, workspace } = open([saying(undefined, hook)])
    const outcome = await call('write_file', { path: 'a', content: '' })
    expect(outcome).toMatchObject({ status: 'denied', message: expect.stringMatching(message) })
    expect(existsSync(join(workspace, 'a'))).toBe(false)
  })

  test('one that is no longer waited for is told so alone, whether others that answered at once look or not', async () => {
    const seen: [string, AbortSignal][] = []
    const quick = saying(undefined, { name: 'quick' })
    const quickAndLooking = saying(undefined, {
      name: 'looks',
      run: (_call, signal) => void seen.push(['quick', signal]),
    })
    const slow = saying(undefined, {
      name: 'slow',
      timeoutMs: 20,
      run: (_call, signal) => {
        seen.push(['slow', signal])
        return new Promise(() => {})
      },
    })
    const unseen = saying(undefined, {
      name: 'unseen',
      timeoutMs: 20,
      run: (...given: unknown[]) => {
        seen.push(['slow', given[1] as AbortSignal])
        return new Promise(() => {})
      },
    })
    for (const last of [slow, unseen, unseen, slow]) {
      const { call } = open([quick, quickAndLooking, quick, last])
      expect((await call('write_file', { path: 'a', content: '' })).status).toBe('denied')
    }
    expect(new Set(seen.map(([, signal]) => signal)).size).toBe(8)
    for (const [name, signal] of seen) expect([name, signal.aborted]).toEqual([name, name === 'slow'])
  })

  test('one that is waited for is let go when the call is given up', async () => {
    const stop = new AbortController()
    const { runtime, context } = open([
      saying(undefined, {
        run: async () => {
          stop.abort()
          return new Promise(() => {})
        },
      }),
    ])
    const outcome = await runtime.call({ id: 'c', name: 'exec', input: { command: 'true' } }, context, {
      abortSignal: stop.signal,
    })
    expect(outcome).toMatchObject({ status: 'denied', run: null })
  })

  test.each<[string, Partial<Hook>, RegExp]>([
    ['no such event', { event: 'during' as never }, /there is no event "during"; known: before/],
    ['no such tool', { tools: ['sing'] }, /there is no tool "sing"/],
    ['no such group', { tools: ['group:all'] }, /there is no group "group:all"/],
    ['for nothing', { tools: [] }, /list of tools is empty/],
    ['no time', { timeoutMs: 0 }, /timeoutMs/],
    ['no number', { priority: Number.NaN }, /priority/],
  ])('one that could never be asked is refused at once: %s', (_, hook, message) => {
    expect(() => open([saying(undefined, hook)])).toThrow(expect.objectContaining({ code: 'HOOK_INVALID' }))
    expect(() => open([saying(undefined, hook)])).toThrow(message)
  })
})

describe('a hook after a call', () => {
  test('is told how it went, a failure apart from a success', async () => {
    const told: [string, unknown][] = []
    const hook = (event: 'after' | 'after-failure') =>
      saying(undefined, { event, run: (call) => void told.push([event, call.result]) })
    const { exec, call, workspace } = open([hook('after'), hook('after-failure')])
    writeFileSync(join(workspace, 'a'), 'text')
    await exec('echo out; echo err >&2')
    await exec('echo out; exit 3')
    await call('read_file', { path: 'a' })
    await call('read_file', { path: 'none' })
    expect(told).toEqual([
      ['after', { message: 'exit_code:0', text: 'out\nerr\n', exitCode: 0 }],
      ['after-failure', { message: 'exit_code:3', text: 'out\n', exitCode: 3 }],
      ['after', { message: 'done', text: 'text' }],
      ['after-failure', expect.objectContaining({ code: 'INTERNAL' })],
    ])
  })

  test('is not told of what never ran', async () => {
    const run = vi.fn<Hook['run']>()
    const { exec } = open([saying(undefined, { event: 'after-failure', run })], { exec: { denyRules: ['touch'] } })
    await exec('touch here')
    await exec('')
    expect(run).not.toHaveBeenCalled()
  })

  test('adds what the model should know', async () => {
    const { exec } = open([saying({ note: 'run the tests' }, { event: 'after' }), saying({ note: 'careful' })])
    expect((await exec('true')).notes).toEqual(['careful', 'run the tests'])
  })

  test.each<[string, Hook['run']]>([
    ['refuses', () => ({ decision: 'deny', reason: 'a secret is in it' })],
    ['breaks', () => Promise.reject(new Error('a secret is in it'))],
  ])('that %s keeps the result back, and nobody has seen it before', async (_, run) => {
    const { runtime, context, records } = open([saying(undefined, { event: 'after', run })])
    const onOutput = vi.fn<() => void>()
    const input = { command: 'echo the secret' }
    const outcome = await runtime.call({ id: 'c', name: 'exec', input }, context, { onOutput })
    expect(outcome).toMatchObject({
      status: 'ran',
      withheld: { by: 'hook guard', reason: expect.stringContaining('a secret is in it') },
      run: { exitCode: 0, stdout: '', stderr: '', tail: '' },
    })
    expect(JSON.stringify({ ...outcome, decision: null })).not.toContain('the secret')
    expect(onOutput).not.toHaveBeenCalled()
    expect(records.at(-1)).toMatchObject({
      type: 'result-withheld',
      data: { callId: 'c', runId: 'run_1', by: 'hook guard' },
    })
  })

  test('keeps the content of a tool back', async () => {
    const { call, workspace } = open([saying({ decision: 'deny' }, { event: 'after' })])
    writeFileSync(join(workspace, 'a'), 'the secret')
    const outcome = await call('read_file', { path: 'a' })
    expect(outcome.withheld).toEqual({ by: 'hook guard', reason: '' })
    expect(JSON.stringify(outcome)).not.toContain('the secret')
  })

  test.each<[string, (error: PoundlockError) => ToolOutput]>([
    ['answers with', (error) => ({ content: [{ type: 'text', text: error.message }], error })],
    [
      'throws',
      (error) => {
        throw error
      },
    ],
  ])('keeps back what an error shows that a tool %s', async (_, end) => {
    const details = { nearest: 'the secret' }
    const error = new PoundlockError('near the secret', { code: 'NEAR', details, remedy: 'Copy the secret.' })
    const failing = { ...reader, run: async () => end(error) } as ToolHandler
    const { call } = open([saying({ decision: 'deny' }, { event: 'after-failure' })], {}, { handlers: [failing] })
    const outcome = await call('read_file', { path: 'a' })
    expect(outcome).toMatchObject({ withheld: { by: 'hook guard' }, error: { code: 'NEAR' } })
    expect(JSON.stringify(outcome)).not.toContain('the secret')
    expect(outcome.error?.cause).toBeUndefined()
  })

  test('that lets it through hands the output on', async () => {
    const { runtime, context } = open([saying(undefined, { event: 'after' })])
    const seen: string[] = []
    await runtime.call({ id: 'c', name: 'exec', input: { command: 'echo hi' } }, context, {
      onOutput: ({ text }) => void seen.push(text),
    })
    expect(seen).toEqual(['hi\n'])
  })

  test('cannot ask or rewrite: it has happened', async () => {
    for (const answer of [{ decision: 'ask' }, { input: {} }] as const) {
      const { exec } = open([saying(answer, { event: 'after' })])
      expect((await exec('true')).withheld?.reason).toMatch(/can neither ask nor change/)
    }
  })
})

describe('a piece of code is heard as the command that it comes to, by hooks for commands', () => {
  const code = { language: 'bash', code: 'echo a; echo b' }
  const command = `bash -c 'echo a; echo b'`

  test('before it runs: what one of them denies or asks holds, and others are told of the code', async () => {
    const told: unknown[] = []
    const run: Hook['run'] = ({ tool, input }) => void told.push([tool, input])
    const forCommands = saying(undefined, { run, tools: ['exec'] })
    const { call } = open([forCommands, saying(undefined, { run, tools: ['REPL'] }), saying(undefined, { run })])
    expect((await call('REPL', code)).run?.stdout).toBe('a\nb\n')
    expect(told).toEqual([
      ['exec', { command }],
      ['REPL', code],
      ['REPL', code],
    ])
    const denying = open([saying({ decision: 'deny', reason: 'no' }, { tools: ['bash'] })])
    expect(await denying.call('REPL', code)).toMatchObject({ status: 'denied', tool: 'REPL', run: null })
    const asking = open([saying({ decision: 'ask' }, { tools: ['exec'] })])
    expect(await asking.call('REPL', code)).toMatchObject({ status: 'unapproved', run: null })
  })

  test('as it was rewritten, and it is no command that could be replaced', async () => {
    const rewriting = saying({ input: { language: 'bash', code: 'git push' } }, { tools: ['REPL'], priority: 1 })
    const noPushes: Hook = {
      ...saying(undefined, { name: 'no pushes', tools: ['exec'] }),
      run: ({ input }) => (JSON.stringify(input).includes('push') ? { decision: 'deny' } : undefined),
    }
    const { call } = open([noPushes, rewriting])
    expect(await call('REPL', code)).toMatchObject({ status: 'denied', approval: { by: 'no pushes' } })
    expect(await open([saying({ input: { command: 'true' } }, { tools: ['exec'] })]).call('REPL', code)).toMatchObject({
      status: 'denied',
      message: expect.stringContaining('this is a call of REPL: it can deny it, or ask'),
      run: null,
    })
    const wrong = saying({ input: { language: 'ruby', code: 'x' } }, { tools: ['REPL'], priority: 1 })
    expect(await open([noPushes, wrong]).call('REPL', code)).toMatchObject({ status: 'denied', run: null })
  })

  test('after it ran: what one of them keeps back is kept back', async () => {
    const told: unknown[] = []
    const run: Hook['run'] = ({ tool, input, result }) => {
      told.push([tool, input, result?.text])
      return { decision: 'deny' }
    }
    const { call } = open([saying(undefined, { run, event: 'after', tools: ['exec'] })])
    const outcome = await call('REPL', code)
    expect(outcome).toMatchObject({ status: 'ran', withheld: { by: 'hook guard' }, run: { stdout: '' } })
    expect(told).toEqual([['exec', { command }, 'a\nb\n']])
  })
})
