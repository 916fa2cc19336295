import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PolicyLayer } from '@poundlock/policy'
import { globSearchHandler, grepSearchHandler, readFileHandler, sleepHandler, type ToolHandler } from '@poundlock/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { RuntimeOptions } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'
import { reader, searcher, writer } from './file-handlers.ts'

const HANDLERS = [reader, searcher, writer, sleepHandler] as readonly ToolHandler[]

function open(layer: Partial<PolicyLayer> = {}, options: Partial<RuntimeOptions> = {}) {
  const opened = openRuntime(layer, { handlers: HANDLERS, ...options })
  const call = (name: string, input: unknown) => opened.runtime.call({ id: 'call_1', name, input }, opened.context)
  return { ...opened, call }
}

/** A folder that is none of the workspace's. */
function elsewhere(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-elsewhere-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const yes: Partial<RuntimeOptions> = { ask: async () => ({ answer: 'allow-once', by: 'terminal:me' }) }
const INSIDE_ONLY: Partial<PolicyLayer> = { files: { readScope: 'workspace' } }

describe('a tool that is allowed', () => {
  test('runs, and what it said is the outcome', async () => {
    const { call, workspace, records } = open()
    writeFileSync(join(workspace, 'a.txt'), 'hello')
    expect(await call('read_file', { path: 'a.txt' })).toMatchObject({
      status: 'ran',
      tool: 'read_file',
      message: 'done',
      runId: 'run_1',
      run: null,
      output: { content: [{ type: 'text', text: 'hello' }] },
      error: null,
    })
    expect(records).toMatchObject([
      {
        type: 'decision',
        data: { tool: 'read_file', decision: 'allow', outcome: 'allowed', files: [{ access: 'read', path: 'a.txt' }] },
      },
      { type: 'tool-end', data: { runId: 'run_1', callId: 'call_1', tool: 'read_file', outcome: 'done' } },
    ])
  })

  test('is recorded before it runs when it may change something', async () => {
    const { call, records, workspace } = open()
    expect((await call('write_file', { path: 'b.txt', content: 'x' })).status).toBe('ran')
    expect(records.map(({ type }) => type)).toEqual(['decision', 'tool-start', 'tool-end'])
    expect(records[1]?.data).toMatchObject({ runId: 'run_1', callId: 'call_1', approvedBy: expect.any(String) })
    expect(readFileSync(join(workspace, 'b.txt'), 'utf8')).toBe('x')
  })

  test('is found by its alias, and is called by its own name from then on', async () => {
    const { call, workspace, records } = open()
    writeFileSync(join(workspace, 'a.txt'), 'hello')
    expect(await call('Read', { path: 'a.txt' })).toMatchObject({ status: 'ran', tool: 'read_file' })
    expect(records[0]?.data).toMatchObject({ tool: 'read_file' })
  })

  test('gets the input as it was decided, whatever becomes of it meanwhile', async () => {
    const input = { path: 'b.txt', content: 'decided' }
    const { call, workspace } = open(
      { mode: 'prompt' },
      {
        ask: async () => {
          Object.assign(input, { path: '../outside.txt', content: 'swapped' })
          return { answer: 'allow-once', by: 'terminal:me' }
        },
      },
    )
    expect((await call('write_file', input)).status).toBe('ran')
    expect(readFileSync(join(workspace, 'b.txt'), 'utf8')).toBe('decided')
  })

  test('whose input breaks its reader has an outcome like any other', async () => {
    const { runtime, context } = open()
    const call = {
      id: 'c',
      name: 'read_file',
      get input(): unknown {
        throw new Error('not to be read')
      },
    }
    expect(await runtime.call(call, context)).toMatchObject({ status: 'failed', error: { code: 'INTERNAL' } })
  })

  test('is told when its caller gives up', async () => {
    const { runtime, context, records } = open()
    const stop = new AbortController()
    const outcome = await runtime.call({ id: 'c', name: 'Sleep', input: { duration_ms: 60_000 } }, context, {
      get abortSignal() {
        // Once the tool runs, and not before.
        setImmediate(() => stop.abort())
        return stop.signal
      },
    })
    expect(outcome).toMatchObject({ status: 'ran', output: { structured: { stopped: true } } })
    expect(records.at(-1)?.type).toBe('tool-end')
  })
})

describe('whatever a handler answers or throws, the call has an outcome and its end is recorded', () => {
  const fake = { code: 'X', message: 'no' }
  test.each<[string, () => unknown, code: string]>([
    ['nothing', () => undefined, 'TOOL_OUTPUT'],
    ['null', () => null, 'TOOL_OUTPUT'],
    ['a text', () => 'done', 'TOOL_OUTPUT'],
    ['no content', () => ({}), 'TOOL_OUTPUT'],
    ['content that is no list', () => ({ content: 'done' }), 'TOOL_OUTPUT'],
    ['a part without text', () => ({ content: [{ type: 'text' }] }), 'TOOL_OUTPUT'],
    ['an empty part', () => ({ content: [null] }), 'TOOL_OUTPUT'],
    ['an error that is none', () => ({ content: [], error: fake }), 'TOOL_OUTPUT'],
    ['a throw of nothing', () => Promise.reject(), 'INTERNAL'],
    ['a throw without a prototype', () => Promise.reject(Object.create(null)), 'INTERNAL'],
    ['a throw that breaks its reader', () => Promise.reject(breaking()), 'INTERNAL'],
  ])('%s', async (_, answer, code) => {
    const handler = { ...writer, run: async () => answer() } as unknown as ToolHandler
    for (const redactResults of [true, false]) {
      const { call, records } = open({}, { handlers: [handler], redactResults })
      expect(await call('write_file', { path: 'b.txt', content: 'x' })).toMatchObject({
        status: 'failed',
        output: null,
        error: { code },
      })
      expect(records.at(-1)).toMatchObject({ type: 'tool-end', data: { outcome: 'failed', code } })
    }
  })

  function breaking(): Error {
    const again = () => {
      throw new Error('again')
    }
    return Object.defineProperty(new Error('first'), 'message', { get: again })
  }
})

describe('wrong input runs nothing, and says how to mend it', () => {
  test.each<[string, unknown, RegExp]>([
    ['read_file', { path: 'a', lines: 3 }, /read_file: lines: unknown key "lines"; known here: path/],
    ['read_file', {}, /read_file: the input: the key "path" is missing/],
    ['read', { path: 7 }, /read_file: path: expected a string, not/],
    ['read_file', null, /read_file: the input: expected an object, not null/],
    ['read_file', { path: () => 'a' }, /expected plain data/],
    ['Sleep', { duration_ms: -1 }, /Sleep: duration_ms: expected at least 0/],
    ['sing', {}, /there is no tool "sing"; known here: exec, REPL, read_file, glob_search, write_file, Sleep/],
    ['read\u200Bfile', { path: 'a' }, /there is no tool/],
  ])('%s %j', async (name, input, message) => {
    const { call, records } = open()
    expect(await call(name, input)).toMatchObject({
      status: 'invalid',
      output: null,
      runId: null,
      message: expect.stringMatching(message),
    })
    expect(records).toEqual([])
  })
})

describe('a tool that is not allowed does nothing', () => {
  test('by a list of tools', async () => {
    const { call, workspace, records } = open({ tools: { deny: ['group:fs'] } })
    expect(await call('write', { path: 'b.txt', content: '' })).toMatchObject({ status: 'denied', output: null })
    expect(existsSync(join(workspace, 'b.txt'))).toBe(false)
    expect(records).toMatchObject([{ type: 'decision', data: { outcome: 'denied' } }])
  })

  test('by the mode', async () => {
    const { call } = open({ mode: 'read-only' })
    expect(await call('write_file', { path: 'b.txt', content: '' })).toMatchObject({
      status: 'denied',
      message: expect.stringContaining("tool 'write_file' requires workspace-write permission"),
    })
  })

  test('by a rule on files that covers where a link leads', async () => {
    const { call, workspace } = open({ files: { read: { deny: ['secrets'] } } })
    mkdirSync(join(workspace, 'secrets'))
    writeFileSync(join(workspace, 'secrets/key'), 'k')
    symlinkSync('secrets/key', join(workspace, 'plain.txt'))
    expect(await call('read_file', { path: 'plain.txt' })).toMatchObject({
      status: 'denied',
      message: expect.stringContaining('tools.fs.read.deny'),
    })
  })

  test('a link that leads out of the workspace is judged by where it leads', async () => {
    const { call, workspace } = open()
    symlinkSync(elsewhere(), join(workspace, 'out'))
    expect((await call('write_file', { path: 'out/b.txt', content: '' })).status).toBe('unapproved')
  })

  describe('when the workspace is replaced by a link to elsewhere once it is decided', () => {
    function openSwapped(more: readonly ToolHandler[] = []) {
      const trap = elsewhere()
      writeFileSync(join(trap, 'a.txt'), 'foreign words')
      let decided = 0
      const opened = openRuntime(
        { files: { readScope: 'workspace' } },
        {
          handlers: [...more.filter((handler) => !handler.served), sleepHandler],
          record: async (type) => {
            if (type !== 'decision' || ++decided > 1) return
            rmSync(opened.workspace, { recursive: true })
            symlinkSync(trap, opened.workspace)
          },
        },
      )
      for (const handler of more) if (handler.served) opened.runtime.tools.add(handler)
      writeFileSync(join(opened.workspace, 'a.txt'), 'our words')
      onTestFinished(() => rmSync(opened.workspace, { force: true }))
      const call = (name: string, input: unknown) => opened.runtime.call({ id: 'call_1', name, input }, opened.context)
      return { call, trap }
    }

    test.each([
      ['read_file', { path: 'a.txt' }],
      ['grep_search', { pattern: 'words' }],
      ['grep_search', { pattern: 'words', path: 'a.txt' }],
      ['glob_search', { pattern: '*' }],
    ])('%s tells nothing of what is there: %j', async (name, input) => {
      const { call } = openSwapped([readFileHandler, grepSearchHandler, globSearchHandler] as readonly ToolHandler[])
      const { output, error } = await call(name, input)
      expect(error?.code).toBe('FILE_REFUSED')
      expect(JSON.stringify(output)).not.toContain('foreign words')
    })

    const served: ToolHandler = {
      ...(reader as ToolHandler),
      spec: { ...reader.spec, name: 'mcp__files__read' },
      served: { server: 'files', tool: 'read' },
      inputs: { onlyReads: true },
    }
    test.each<[string, ToolHandler, object]>([
      ['a tool that changes something', writer, { path: 'b.txt', content: '' }],
      ['a tool of somebody else that reads', reader, { path: 'a.txt' }],
      ['a tool of a server that reads', served, { path: 'a.txt' }],
      [
        'a tool that says it holds what it reads, and changes something',
        { ...(writer as ToolHandler), holdsFilesOpen: true },
        { path: 'b.txt', content: '' },
      ],
    ])('%s does not begin', async (_, handler, input) => {
      const { call, trap } = openSwapped([handler])
      expect(await call(handler.spec.name, input)).toMatchObject({
        status: 'denied',
        message: expect.stringContaining('was replaced since it was decided'),
      })
      expect(existsSync(join(trap, 'b.txt'))).toBe(false)
    })
  })

  test('what cannot be recorded does not run', async () => {
    const { call, workspace } = open(
      {},
      {
        record: async (type) => {
          if (type === 'tool-start') throw new Error('no space left')
        },
      },
    )
    expect(await call('write_file', { path: 'b.txt', content: '' })).toMatchObject({
      status: 'failed',
      output: null,
      runId: null,
      message: 'no space left',
    })
    expect(existsSync(join(workspace, 'b.txt'))).toBe(false)
  })
})

describe('a fault of a handler', () => {
  const broken = { ...reader, run: async () => Promise.reject(new Error('out of paper')) } as ToolHandler

  test('is an outcome and not a throw', async () => {
    const { call, records } = open({}, { handlers: [broken] })
    expect(await call('read_file', { path: 'a' })).toMatchObject({
      status: 'failed',
      message: 'out of paper',
      error: { code: 'INTERNAL' },
    })
    expect(records.at(-1)).toMatchObject({ type: 'tool-end', data: { outcome: 'failed', message: 'out of paper' } })
  })

  test('when its end cannot be recorded, what it said is not lost', async () => {
    const { call } = open(
      {},
      {
        record: async (type) => {
          if (type === 'tool-end') throw new Error('no space left')
        },
      },
    )
    expect(await call('write_file', { path: 'b.txt', content: '' })).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('the tool ran (done), but its end could not be recorded: no space left'),
      output: { content: [{ text: 'written' }] },
    })
  })
})

describe('what a person approved', () => {
  test('is shown whole, and runs', async () => {
    const outside = elsewhere()
    const shown: unknown[] = []
    const { call, records } = open(
      {},
      {
        ask: async ({ tool, input, command, decision }) => {
          shown.push({ tool, input, command, decision: decision.decision })
          return { answer: 'allow-once', by: 'terminal:me' }
        },
      },
    )
    const input = { path: join(outside, 'b.txt'), content: 'x' }
    expect((await call('write_file', input)).status).toBe('ran')
    expect(shown).toMatchObject([
      { tool: 'write_file', input, decision: 'ask', command: `write_file ${JSON.stringify(input, null, 1)}` },
    ])
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('x')
    expect(records[1]).toMatchObject({ type: 'tool-start', data: { approvedBy: 'terminal:me' } })
  })

  test('a no ends it', async () => {
    const outside = elsewhere()
    const { call } = open({}, { ask: async () => ({ answer: 'deny', by: 'terminal:me' }) })
    expect(await call('write_file', { path: join(outside, 'b.txt'), content: '' })).toMatchObject({
      status: 'unapproved',
      message: expect.stringMatching(/^refused by terminal:me(?:\n|$)/),
    })
    expect(existsSync(join(outside, 'b.txt'))).toBe(false)
  })

  test('a link that leads elsewhere once somebody has said yes is not followed', async () => {
    const [outside, trap] = [elsewhere(), elsewhere()]
    const opened = open(
      {},
      {
        ask: async () => {
          const link = join(opened.workspace, 'out')
          rmSync(link)
          symlinkSync(trap, link)
          return { answer: 'allow-once', by: 'terminal:me' }
        },
      },
    )
    symlinkSync(outside, join(opened.workspace, 'out'))
    expect(await opened.call('write_file', { path: 'out/b.txt', content: '' })).toMatchObject({
      status: 'denied',
      message: expect.stringContaining('changed since it was approved'),
    })
    expect(existsSync(join(trap, 'b.txt'))).toBe(false)
  })

  test('covers all below a folder that was named, but nothing that a rule of its own speaks of', async () => {
    const outside = elsewhere()
    mkdirSync(join(outside, 'deep'))
    for (const name of ['a', 'deep/b', 'asked', 'denied']) writeFileSync(join(outside, name), '')
    const rules = { ask: [join(outside, 'asked')], deny: [join(outside, 'denied')] }
    const { call } = open({ files: { readScope: 'workspace', read: rules } }, yes)
    const { output } = await call('glob_search', { path: outside })
    expect(output?.content).toEqual([{ type: 'text', text: `${outside}/a\n${outside}/deep/b` }])
  })
})

describe('a handler that meets files which its call did not name', () => {
  /** Asks about one file, whatever it was called with. */
  const asksFor = (real: string, access: 'read' | 'write' | 'delete'): ToolHandler => ({
    ...reader,
    run: async (_input, { files }) => ({
      content: [],
      structured: files.allows(real, access),
      ...(!files.allows(real, access) && { error: files.refusal(real, access) }),
    }),
  })
  const allowed = async (
    real: string,
    named: string,
    layer: Partial<PolicyLayer>,
    options: Partial<RuntimeOptions> = {},
    access: 'read' | 'write' | 'delete' = 'read',
  ) => (await open(layer, { handlers: [asksFor(real, access)], ...options }).call('read_file', { path: named })).output

  test('may use what the rules allow', async () => {
    expect(await allowed('/usr/share/doc/x', 'a', { files: { readScope: 'all' } })).toMatchObject({
      structured: true,
    })
  })

  test('may not use what they ask about, though nobody is asked', async () => {
    const output = await allowed('/etc/hosts', 'a', INSIDE_ONLY)
    expect(output).toMatchObject({ structured: false, error: { code: 'FILE_REFUSED' } })
    expect(output?.error?.message).toMatch(/\/etc\/hosts/)
  })

  test('one approval is for the file that was named and not for its neighbour', async () => {
    expect(await allowed('/etc/hosts', '/etc/hosts', INSIDE_ONLY, yes)).toMatchObject({ structured: true })
    expect(await allowed('/etc/shadow', '/etc/hosts', INSIDE_ONLY, yes)).toMatchObject({ structured: false })
    expect(await allowed('/etc/ssl/x', '/etc/ssl', INSIDE_ONLY, yes)).toMatchObject({ structured: true })
    expect(await allowed('/etc/hostsx', '/etc/hosts', INSIDE_ONLY, yes)).toMatchObject({ structured: false })
  })

  test('leave to read is none to write or delete', async () => {
    for (const access of ['write', 'delete'] as const) {
      expect(await allowed('/etc/hosts', '/etc/hosts', INSIDE_ONLY, yes, access)).toMatchObject({ structured: false })
    }
  })

  test('an approval that the mode wanted covers no file outside', async () => {
    const asking = { ...INSIDE_ONLY, mode: 'prompt' as const }
    expect(await allowed('/etc/hosts', 'a', asking, yes)).toMatchObject({ structured: false })
    expect(await allowed('/etc/hosts', 'a', { files: { readScope: 'all' }, mode: 'prompt' }, yes)).toMatchObject({
      structured: true,
    })
    expect(await allowed('/etc/hosts', 'a', { mode: 'prompt' }, yes, 'write')).toMatchObject({ structured: false })
  })

  test('what decides about calls is out of reach, whatever was approved', async () => {
    expect(await allowed('/home/u/.poundlock/poundlock.json', '/', { mode: 'prompt' }, yes)).toMatchObject({
      structured: false,
    })
  })
})

describe('a tool that a server or a client serves', () => {
  const served: ToolHandler = {
    spec: { ...sleepHandler.spec, name: 'mcp__clock__wait', requiredPermission: 'danger-full-access' },
    run: async () => ({ content: [{ type: 'text', text: 'waited' }] }),
  }

  test('goes through the same door as one that is built in', async () => {
    const { runtime, call, records } = open({ mode: 'danger-full-access' })
    runtime.tools.add(served)
    expect(await call('mcp__clock__wait', { duration_ms: 1 })).toMatchObject({ status: 'ran', message: 'done' })
    expect(records.map(({ type }) => type)).toEqual(['decision', 'tool-start', 'tool-end'])
  })

  test('asks for what it says that it needs, and can be denied by a list', async () => {
    for (const [layer, status] of [
      [{}, 'unapproved'],
      [{ mode: 'allow', tools: { deny: ['group:mcp'] } }, 'denied'],
    ] as const) {
      const { runtime, call } = open(layer)
      runtime.tools.add(served)
      expect(await call('mcp__clock__wait', { duration_ms: 1 })).toMatchObject({ status, output: null })
    }
  })
})
