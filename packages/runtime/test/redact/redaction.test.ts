import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PoundlockError } from '@poundlock/spec'
import type { ToolHandler } from '@poundlock/tools'
import { describe, expect, test } from 'vitest'
import { createLineRedactor } from '../../src/redact/line-redactor.ts'
import { openRuntime } from '../open-runtime.ts'
import { reader, writer } from '../tools/file-handlers.ts'

/** Made up at run time, so that no scanner takes this file for a leak. */
const TOKEN = `ghp_${'aB3dE6gH9j'.repeat(3)}`
const MASKED = `${TOKEN.slice(0, 6)}…${TOKEN.slice(-4)}`

test('records never hold what looks like a secret', async () => {
  const { exec, records } = openRuntime({ mode: 'allow' })
  expect((await exec(`curl -H "Authorization: Bearer ${TOKEN}" x; true`)).status).toBe('ran')
  expect(records.length).toBe(3)
  expect(JSON.stringify(records)).not.toContain(TOKEN)
  expect(records[0]?.data['command']).toContain(MASKED)
})

test('results are as they are unless it is wanted', async () => {
  const { exec } = openRuntime({ mode: 'allow' })
  expect((await exec(`echo ${TOKEN}`)).run?.stdout).toBe(`${TOKEN}\n`)
})

describe('where results are redacted', () => {
  const open = (more: readonly ToolHandler[] = []) => {
    const opened = openRuntime({ mode: 'allow' }, { redactResults: true, handlers: [reader, ...more] })
    writeFileSync(join(opened.workspace, 'env'), `A_TOKEN=${TOKEN}\nB=plain\n`)
    return opened
  }

  test('a command has said nothing secret', async () => {
    const { run } = await open().exec('cat env; cat env >&2')
    for (const text of [run?.stdout, run?.stderr]) expect(text).toBe(`A_TOKEN=${MASKED}\nB=plain\n`)
    expect(run?.tail).not.toContain(TOKEN)
  })

  test('neither has a tool', async () => {
    const { runtime, context } = open()
    const outcome = await runtime.call({ id: 'c', name: 'read', input: { path: 'env' } }, context)
    expect(outcome.output?.content).toEqual([{ type: 'text', text: `A_TOKEN=${MASKED}\nB=plain\n` }])
  })

  test('an error that shows what it found shows no secret, in its message, its remedy or its details', async () => {
    const line = `A_TOKEN=${TOKEN}`
    const failing: ToolHandler = {
      ...(writer as ToolHandler),
      run: async () => {
        const error = new PoundlockError(`near ${line}`, { code: 'NEAR', remedy: `Copy ${line}`, details: { line } })
        return { content: [{ type: 'text', text: line }], error }
      },
    }
    const { runtime, context } = open([failing])
    const outcome = await runtime.call({ id: 'c', name: 'write_file', input: { path: 'x', content: '' } }, context)
    expect(outcome).toMatchObject({ status: 'ran', error: { code: 'NEAR', remedy: `Copy A_TOKEN=${MASKED}` } })
    expect(JSON.stringify(outcome)).not.toContain(TOKEN)
  })

  test('an error without a secret stays the one that it is', async () => {
    const error = new PoundlockError('no', { code: 'NO' })
    const failing: ToolHandler = { ...(writer as ToolHandler), run: async () => ({ content: [], error }) }
    const { runtime, context } = open([failing])
    const outcome = await runtime.call({ id: 'c', name: 'write_file', input: { path: 'x', content: '' } }, context)
    expect(outcome.error).toBe(error)
  })

  test('nothing is seen of a result whose follower breaks', async () => {
    const { runtime, context } = open()
    const call = { id: 'c', name: 'exec', input: { command: 'cat env' } }
    const outcome = await runtime.call(call, context, {
      onOutput: () => {
        throw new Error('the screen is gone')
      },
    })
    expect(outcome.status).toBe('failed')
    expect(JSON.stringify(outcome)).not.toContain(TOKEN)
  })

  test.each<[string, () => unknown]>([
    ['data that holds itself', () => goingRound({ a: TOKEN })],
    ['data without a bottom', () => JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
    ['data that breaks its reader', () => Object.defineProperty({}, 'a', { get: fail, enumerable: true })],
  ])('%s is kept back, and the call ends as any other', async (_, structured) => {
    const handler: ToolHandler = {
      ...(writer as ToolHandler),
      run: async () => ({ content: [{ type: 'text', text: TOKEN }], structured: structured() }),
    }
    const { runtime, context, records } = open([handler])
    const outcome = await runtime.call({ id: 'c', name: 'write_file', input: { path: 'x', content: '' } }, context)
    expect(outcome).toMatchObject({ status: 'failed', output: null, error: { code: 'TOOL_OUTPUT' } })
    expect(outcome.message).toContain('its effects remain')
    expect(records.at(-1)).toMatchObject({ type: 'tool-end', data: { outcome: 'done' } })
  })

  test('what was left out is not written back: the secret would be gone', async () => {
    const { runtime, context, workspace } = open([writer])
    const call = (name: string, input: object) => runtime.call({ id: 'c', name, input }, context)
    await call('read_file', { path: 'env' })
    for (const content of [`A_TOKEN=${MASKED}\nB=changed\n`, `# first\n  A_TOKEN=${MASKED}`]) {
      expect(await call('write_file', { path: 'env', content })).toMatchObject({
        status: 'invalid',
        message: expect.stringContaining(`holds the line "A_TOKEN=${MASKED}", from which a secret was left out`),
      })
    }
    const command = `cat >env <<'END'\nA_TOKEN=${MASKED}\nEND`
    expect((await call('exec', { command })).status).toBe('invalid')
    expect(readFileSync(join(workspace, 'env'), 'utf8')).toContain(TOKEN)
    expect((await call('write_file', { path: 'env', content: 'B=changed\n' })).status).toBe('ran')
  })

  test('nor does a follower see any, however it is cut', async () => {
    const { runtime, context } = open()
    let seen = ''
    const command = `printf %s '${TOKEN.slice(0, 15)}'; sleep 0.05; printf '%s\\nend' '${TOKEN.slice(15)}'`
    await runtime.call({ id: 'c', name: 'exec', input: { command } }, context, {
      onOutput: ({ text }) => void (seen += text),
    })
    expect(seen).toBe(`${MASKED}\nend`)
  })
})

describe('output that is followed', () => {
  async function follow(...pieces: readonly string[]): Promise<readonly string[]> {
    const given: string[] = []
    const redactor = createLineRedactor(({ text, bytes }) => {
      expect(bytes.toString()).toBe(text)
      given.push(text)
    })
    for (const text of pieces) await redactor.onOutput({ stream: 'stdout', text, bytes: Buffer.from(text) })
    await redactor.flush()
    return given
  }

  test('comes line by line, and the rest at the end', async () => {
    expect(await follow('a', 'b\nc', 'd\ne\nf')).toEqual(['ab\n', 'cd\ne\n', 'f'])
  })

  test('waits for the end of a private key', async () => {
    const [begin, end] = ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----']
    const given = await follow(`x\n${begin}\n`, `${'k'.repeat(64)}\n`, `${'k'.repeat(64)}\n`, `${end}\ny\n`)
    expect(given).toEqual(['x\n', `${begin}\n…redacted…\n${end}\ny\n`])
  })

  test('is not held without end', async () => {
    expect((await follow('x'.repeat(70_000), 'y')).length).toBe(2)
  })

  test('is not cut within a value where a line has no end', async () => {
    const long = `{"a":"${'x'.repeat(70_000)}",`
    const given = await follow(`${long}"github_token":"${TOKEN.slice(0, 12)}`, `${TOKEN.slice(12)}","b":1}`)
    expect(given.join('')).toBe(`${long}"github_token":"${MASKED}","b":1}`)
  })

  test('of two streams does not mix', async () => {
    const given: string[] = []
    const redactor = createLineRedactor(({ stream, text }) => void given.push(`${stream}: ${text}`))
    for (const stream of ['stdout', 'stderr', 'stdout', 'stderr'] as const) {
      await redactor.onOutput({ stream, text: 'a', bytes: Buffer.from('a') })
    }
    await redactor.flush()
    expect(given).toEqual(['stdout: aa', 'stderr: aa'])
  })
})

function goingRound(value: Record<string, unknown>): object {
  value['itself'] = [value, value]
  return value
}

function fail(): never {
  throw new Error('not to be read')
}
