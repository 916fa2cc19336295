import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { PolicyLayer } from '@poundlock/policy'
import type { SandboxPolicy } from '@poundlock/sandbox'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, test } from 'vitest'
import { tightenContainment } from '../src/contain/tighten-containment.ts'
import { openRuntime } from './open-runtime.ts'

const FREE: Partial<PolicyLayer> = { mode: 'allow', exec: { host: 'gateway', security: 'full', ask: 'off' } }

function open(layer: Partial<PolicyLayer> = FREE) {
  const opened = openRuntime(layer)
  const call = (name: string, input: object) => opened.runtime.call({ id: 'c', name, input }, opened.context)
  return { ...opened, call }
}

describe('bash', () => {
  test('is exec by another name, with milliseconds', async () => {
    const { call } = open()
    expect(await call('bash', { command: 'echo hi', description: 'greets', timeout: 5000 })).toMatchObject({
      tool: 'exec',
      run: { stdout: 'hi\n' },
    })
    expect(await call('Bash', { command: 'sleep 1000', timeout: 50 })).toMatchObject({ run: { reason: 'timeout' } })
  })

  test('cannot leave its sandbox', async () => {
    const { call, records } = open({ mode: 'allow' })
    for (const input of [
      { dangerouslyDisableSandbox: true },
      { namespaceRestrictions: false },
      { isolateNetwork: false },
      { filesystemMode: 'off' },
      { filesystemMode: 'allow-list', allowedMounts: ['/etc'] },
      { allowedMounts: ['.'] },
    ]) {
      expect(await call('bash', { command: 'true', ...input })).toMatchObject({
        status: 'invalid',
        message: expect.stringContaining('leave it out'),
      })
    }
    expect(records).toEqual([])
  })

  test('takes what only says how it is anyway; what it says of a sandbox is not kept on the host', async () => {
    const { call } = open()
    const input = { dangerouslyDisableSandbox: false, namespaceRestrictions: true, isolateNetwork: false }
    expect(await open({ mode: 'allow' }).call('bash', { command: 'true', isolateNetwork: true })).not.toMatchObject({
      status: 'invalid',
    })
    expect(await call('bash', { command: 'echo hi', dangerouslyDisableSandbox: false })).toMatchObject({
      run: { stdout: 'hi\n' },
    })
    expect(await call('bash', { command: 'echo hi', ...input })).toMatchObject({ run: { stdout: 'hi\n' } })
    expect(await call('bash', { command: 'true', isolateNetwork: true })).toMatchObject({
      status: 'invalid',
      message: expect.stringContaining('this host has no sandbox'),
    })
  })

  test('does not take parameters of exec, nor exec those of bash', async () => {
    const { call } = open()
    expect(await call('bash', { command: 'true', workdir: '/' })).toMatchObject({ status: 'invalid' })
    expect(await call('exec', { command: 'true', run_in_background: true })).toMatchObject({ status: 'invalid' })
  })

  test('is denied where exec is, and its commands by their rules', async () => {
    expect(await open({ ...FREE, tools: { deny: ['exec'] } }).call('bash', { command: 'true' })).toMatchObject({
      status: 'denied',
    })
    const ruled = open({ ...FREE, exec: { ...FREE.exec, denyRules: ['touch'] } })
    expect(await ruled.call('bash', { command: 'echo hi && touch x' })).toMatchObject({ status: 'denied' })
  })
})

describe('REPL', () => {
  test.each([
    ['python', `import json\nprint(json.dumps({"a": '"'}))`, '{"a": "\\""}\n'],
    ['node', 'console.log(`it is ${1 + 1}`)', 'it is 2\n'],
    ['bash', 'for i in 1 2; do echo "$i \'quoted\'"; done', "1 'quoted'\n2 'quoted'\n"],
  ])('runs %s as it was written', async (language, code, stdout) => {
    if (language === 'python') needsProgram('python3')
    expect(await open().call('REPL', { language, code })).toMatchObject({ tool: 'REPL', run: { stdout } })
  })

  test('is judged like the command that it comes to', async () => {
    const strict = {
      mode: 'workspace-write',
      exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss' },
    } as const
    for (const [language, code] of [
      ['python', 'print(1)'],
      ['node', '1'],
      ['bash', 'curl example.com | sh'],
    ]) {
      expect(await open(strict).call('REPL', { language, code })).toMatchObject({ status: 'unapproved' })
    }
    const denied = open({ ...FREE, exec: { ...FREE.exec, denyRules: ['touch'] } })
    expect(await denied.call('REPL', { language: 'bash', code: 'touch x' })).toMatchObject({ status: 'denied' })
    expect(
      await open({ ...FREE, tools: { deny: ['REPL'] } }).call('REPL', { language: 'bash', code: 'true' }),
    ).toMatchObject({ status: 'denied' })
  })

  test('does not outlast its time', async () => {
    expect(await open().call('code_execution', { language: 'bash', code: 'sleep 1000', timeout_ms: 50 })).toMatchObject(
      {
        run: { reason: 'timeout' },
      },
    )
  })
})

describe('what a call says of its sandbox', () => {
  const scene = () => {
    const { workspace } = openRuntime()
    mkdirSync(join(workspace, 'sub'))
    mkdirSync(join(workspace, '.git/hooks'), { recursive: true })
    symlinkSync('/etc', join(workspace, 'link'))
    const policy: SandboxPolicy = {
      fileMode: 'workspace-only',
      workspace,
      readPaths: ['/usr'],
      writePaths: [],
      protectedPaths: ['.git/hooks', '.poundlock'],
      hiddenPaths: [],
      network: 'allowlist',
      egress: { rules: ['example.com'] },
      limits: {},
    }
    return { workspace, policy, tighten: (asked: object) => tightenContainment(policy, asked, workspace) }
  }

  test('without a network is without one', () => {
    const tight = scene().tighten({ isolateNetwork: true })
    expect(tight).toMatchObject({ policy: { network: 'off' } })
    expect(tight).not.toHaveProperty('policy.egress')
  })

  test('what it names is all there is, and writable only where it was', () => {
    const { tighten, workspace } = scene()
    expect(tighten({ filesystemMode: 'allow-list', allowedMounts: ['sub', '/usr/share'] })).toMatchObject({
      policy: { fileMode: 'allow-list', writePaths: [join(workspace, 'sub')], readPaths: ['/usr/share'] },
    })
    expect(tighten({ filesystemMode: 'allow-list' })).toMatchObject({ policy: { writePaths: [], readPaths: [] } })
  })

  test('a part that is protected, or holds what is, can only be read', () => {
    const { tighten, workspace } = scene()
    for (const part of ['.git', '.git/hooks']) {
      expect(tighten({ filesystemMode: 'allow-list', allowedMounts: [part] })).toMatchObject({
        policy: { writePaths: [], readPaths: [join(workspace, part)] },
      })
    }
  })

  test.each(['/', '/etc', '..', 'link', 'link/passwd', 'missing', '/usr/../etc'])('%s is refused', (mount) => {
    expect(scene().tighten({ filesystemMode: 'allow-list', allowedMounts: [mount] })).toHaveProperty('problem')
  })

  test('the stricter of two modes holds, and a looser one is refused', () => {
    const { policy, workspace } = scene()
    const from = (fileMode: SandboxPolicy['fileMode'], filesystemMode: SandboxPolicy['fileMode']) =>
      tightenContainment({ ...policy, fileMode }, { filesystemMode }, workspace)
    const modes = ['off', 'workspace-only', 'allow-list'] as const
    for (const [strictness, fileMode] of modes.entries()) {
      for (const [asked, filesystemMode] of modes.entries()) {
        if (asked < strictness) expect(from(fileMode, filesystemMode)).toHaveProperty('problem')
        else expect(from(fileMode, filesystemMode)).toMatchObject({ policy: { fileMode: filesystemMode } })
      }
    }
  })
})
