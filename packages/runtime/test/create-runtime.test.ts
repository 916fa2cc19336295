import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PolicyLayer } from '@poundlock/policy'
import { createNoneBackend, type SandboxPolicy } from '@poundlock/sandbox'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openRuntime } from './open-runtime.ts'

const TRUSTING: Partial<PolicyLayer> = { mode: 'allow' }

describe('a call that is allowed', () => {
  test('runs, and is recorded before it starts and after it ends', async () => {
    const { exec, records, workspace } = openRuntime(TRUSTING)
    const outcome = await exec('echo hi; exit 3')
    expect(outcome).toMatchObject({ status: 'ran', run: { exitCode: 3, stdout: 'hi\n', reason: 'exit' }, error: null })
    expect(records.map((record) => record.type)).toEqual(['decision', 'run-start', 'run-end'])
    expect(records[0]?.data).toMatchObject({
      callId: 'call_1',
      decision: 'allow',
      outcome: 'allowed',
      command: 'echo hi; exit 3',
    })
    expect(records[1]?.data).toMatchObject({
      runId: 'run_1',
      cwd: workspace,
      sandbox: { backend: 'none', active: false },
    })
    expect(records[2]?.data).toMatchObject({ runId: 'run_1', outcome: 'exited', exitCode: 3 })
  })

  test('gets no variable that was not named', async () => {
    const { exec } = openRuntime(TRUSTING)
    const { run } = await exec('env')
    expect(run?.stdout).not.toContain('SECRET')
    expect(run?.stdout).toContain('LANG=C')
  })

  test('starts in the folder that the call names', async () => {
    const { exec, workspace } = openRuntime(TRUSTING)
    mkdirSync(join(workspace, 'deep'))
    expect((await exec('pwd', { workdir: 'deep' })).run?.stdout).toBe(`${workspace}/deep\n`)
  })

  test('is ended at its time-out', async () => {
    const outcome = await openRuntime(TRUSTING).exec('sleep 100', { timeout: 0.1 })
    expect(outcome).toMatchObject({ status: 'ran', run: { reason: 'timeout', interrupted: true } })
  })
})

describe('a call that is not allowed runs nothing', () => {
  test.each([
    ['an unknown tool', 'rm_rf', { command: 'touch here' }, /no tool "rm_rf"/],
    ['an unknown key', 'exec', { command: 'touch here', sudo: true }, /sudo/],
    ['no command', 'exec', {}, /command/],
    ['a NUL character', 'exec', { command: 'touch here\0' }, /NUL character at position 10/],
    ['a command that is too long', 'exec', { command: `touch here ${'x'.repeat(1024 * 1024)}` }, /characters/],
    ['a parameter that is not served here', 'exec', { command: 'touch here', pty: true }, /pty is not served/],
    ['no object at all', 'exec', null, /object/],
  ])('%s', async (_title, name, input, message) => {
    const { runtime, context, records, workspace } = openRuntime(TRUSTING)
    const outcome = await runtime.call({ id: 'c', name, input }, context)
    expect(outcome).toMatchObject({ status: 'invalid', run: null, message: expect.stringMatching(message) })
    expect(records).toEqual([])
    expect(existsSync(join(workspace, 'here'))).toBe(false)
  })

  test('a denied one is recorded, with its reasons', async () => {
    const { exec, records } = openRuntime({ ...TRUSTING, exec: { denyRules: ['touch'] } })
    expect(await exec('touch here')).toMatchObject({ status: 'denied', run: null })
    expect(records).toMatchObject([
      { type: 'decision', data: { decision: 'deny', outcome: 'denied', reasons: [{ code: 'RULE_DENY' }] } },
    ])
  })

  test('without containment a mode that counts on it asks, and nobody is there', async () => {
    const { exec, records } = openRuntime()
    expect(await exec('touch here')).toMatchObject({
      status: 'unapproved',
      message: expect.stringContaining(
        "tool 'exec' requires approval to escalate from workspace-write to danger-full-access",
      ),
    })
    expect(records[0]?.data).toMatchObject({ approval: { kind: 'fallback', answer: 'deny' } })
  })

  test('where nothing may run uncontained, the reasons are told', async () => {
    const { containment } = openRuntimeOptions()
    const { exec } = openRuntime({}, { containment })
    const outcome = await exec('touch here')
    expect(outcome).toMatchObject({ status: 'unavailable', run: null })
    expect(outcome.message).toMatch(/cannot contain/)
  })

  test('a record that cannot be written stops the call', async () => {
    const full = new Error('no space left')
    const { exec, workspace } = openRuntime(TRUSTING, { record: () => Promise.reject(full) })
    expect(await exec('touch here')).toMatchObject({ status: 'failed', error: { message: 'no space left' } })
    expect(existsSync(join(workspace, 'here'))).toBe(false)
  })
})

function openRuntimeOptions(workspace = realpathSync(tmpdir())) {
  const policy: SandboxPolicy = {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: [],
    hiddenPaths: [],
    network: 'off',
    limits: {},
  }
  return {
    containment: { backend: createNoneBackend(), none: createNoneBackend(), policy, onUnavailable: 'refuse' as const },
  }
}

describe('what was approved is what runs', () => {
  const asking: Partial<PolicyLayer> = { ...TRUSTING, exec: { askRules: ['tool'] } }

  test('a yes runs it once, and the record says who', async () => {
    const { exec, records, tools } = openRuntime(asking, {
      ask: async () => ({ answer: 'allow-once', by: 'terminal:me' }),
    })
    writeTool(tools, 'echo the tool')
    expect(await exec('tool')).toMatchObject({ status: 'ran', run: { stdout: 'the tool\n' } })
    expect(records[0]?.data).toMatchObject({
      decision: 'ask',
      outcome: 'allowed',
      approval: { kind: 'person', by: 'terminal:me' },
    })
  })

  test('a no does not', async () => {
    const { exec, records } = openRuntime(asking, { ask: async () => ({ answer: 'deny', by: 'terminal:me' }) })
    expect(await exec('tool')).toMatchObject({
      status: 'unapproved',
      message: expect.stringMatching(/^refused by terminal:me(?:\n|$)/),
      run: null,
    })
    expect(records).toHaveLength(1)
  })

  test('a program that is replaced while somebody thinks is not run', async () => {
    const scene = openRuntime(asking, {
      ask: async () => {
        writeTool(scene.tools, 'echo another tool')
        return { answer: 'allow-once', by: 'terminal:me' }
      },
    })
    writeTool(scene.tools, 'echo the tool')
    expect(await scene.exec('tool')).toMatchObject({
      status: 'denied',
      message: expect.stringContaining('changed'),
      run: null,
    })
  })

  test('a program that appears earlier in the path while somebody thinks is not run', async () => {
    const scene = openRuntime(
      { ...TRUSTING, exec: { askRules: ['ls'] } },
      {
        ask: async () => {
          writeTool(scene.tools, 'echo fake', 'ls')
          return { answer: 'allow-once', by: 'terminal:me' }
        },
      },
    )
    expect(await scene.exec('ls')).toMatchObject({ status: 'denied', run: null })
  })
})

describe('the folder that was decided is the folder it runs in', () => {
  test.each(['touch here', 'echo here'])(
    'one that is replaced while somebody thinks is not followed: %s',
    async (command) => {
      const scene = openRuntime(
        { ...TRUSTING, exec: { askRules: ['touch', 'echo'] } },
        {
          ask: async () => {
            renameSync(scene.workspace, `${scene.workspace}-moved`)
            symlinkSync(`${scene.workspace}-moved`, scene.workspace)
            return { answer: 'allow-once', by: 'terminal:me' }
          },
        },
      )
      onTestFinished(() => rmSync(`${scene.workspace}-moved`, { recursive: true, force: true }))
      expect(await scene.exec(command)).toMatchObject({
        status: 'denied',
        message: expect.stringMatching(/The working directory .* is another one now/),
        run: null,
      })
      expect(existsSync(join(scene.workspace, 'here'))).toBe(false)
    },
  )

  test('one that no sandbox may be asked for is wrong input, for check as well', async () => {
    const { containment } = openRuntimeOptions('/')
    const { runtime, exec, context } = openRuntime({}, { containment })
    expect(await exec('true')).toMatchObject({ status: 'invalid', message: expect.stringContaining('system folder') })
    await expect(runtime.check({ command: 'true' }, context)).rejects.toMatchObject({ code: 'SANDBOX_POLICY' })
  })
})

describe('a call that is stopped', () => {
  test('before it runs, runs nothing', async () => {
    const { runtime, context, records, workspace } = openRuntime(TRUSTING)
    const call = { id: 'c', name: 'exec', input: { command: 'touch here' } }
    const outcome = await runtime.call(call, context, { abortSignal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ status: 'unapproved', run: null })
    expect(records.map(({ type }) => type)).toEqual(['decision'])
    expect(existsSync(join(workspace, 'here'))).toBe(false)
  })
})

test('a command whose end cannot be recorded says how it went all the same', async () => {
  const { exec } = openRuntime(TRUSTING, {
    record: (type) => (type === 'run-end' ? Promise.reject(new Error('no space left')) : Promise.resolve()),
  })
  expect(await exec('exit 3')).toMatchObject({
    status: 'failed',
    message: 'the command ran (exit_code:3), but its end could not be recorded: no space left',
    run: { exitCode: 3 },
    error: { message: 'no space left' },
  })
})

function writeTool(folder: string, body: string, name = 'tool'): void {
  const file = join(folder, name)
  rmSync(file, { force: true })
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
}

test.each(['/bin/sh', 'bash', '/usr/bin/zsh', undefined])(
  'a runtime with the shell %s is refused, by the name of the option',
  (shell) => {
    expect(() => openRuntime(TRUSTING, { shell: shell as string })).toThrow(
      /options\.shell is .*; expected the absolute path of bash/,
    )
  },
)
