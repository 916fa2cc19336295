import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import {
  type GuardedSandboxOptions,
  openGuardedSandbox,
  type Sandbox,
  type SandboxCommand,
  SandboxError,
  type SandboxPolicy,
  type SandboxStatus,
} from '../../src/index.ts'
import { startDirectly } from '../../src/none/direct-process.ts'
import { policyFor } from '../policy-for.ts'

const STATUS: SandboxStatus = {
  backend: 'test',
  enabled: true,
  active: false,
  filesystem: 'off',
  network: 'on',
  namespaces: [],
  defences: {},
  container: { inside: false, markers: [] },
  fallbackReasons: [],
}

/** Starts commands directly: what the run adds is all that guards here. */
const start: GuardedSandboxOptions['start'] = async (command, run) => {
  await run.begun
  const started = await startDirectly(command)
  const exited = started.exited.then(async (exit) => {
    await run.afterEnd()
    return exit
  })
  return { process: { ...started, exited } }
}

interface Ground {
  readonly workspace: string
  readonly folder: string
  readonly open: (changes?: Partial<GuardedSandboxOptions>, policy?: Partial<SandboxPolicy>) => Sandbox
}

function makeGround(): Ground {
  const folder = temporaryFolder()
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const at = (name: string): string => join(folder, name)
  const sweeps = { quarantine: at('quarantine'), ledger: at('sweeps'), histories: at('histories') }
  return {
    folder,
    workspace,
    open(changes, policy) {
      const checked = policyFor(workspace, { protectedPaths: ['.mcp.json'], ...policy })
      const sandbox = openGuardedSandbox({ policy: checked, status: STATUS, sweeps, left: null, start, ...changes })
      onTestFinished(() => sandbox.close())
      return sandbox
    },
  }
}

const shell = (cwd: string, line: string): SandboxCommand => ({
  file: '/bin/sh',
  args: ['-c', line],
  cwd,
  env: { PATH: '/usr/bin:/bin' },
})

test('what a command leaves at a protected path is moved away before its exit is known, and explained', async () => {
  const { workspace, open } = makeGround()
  const sandbox = open()
  const process = await sandbox.run(shell(workspace, 'echo x > .mcp.json'))
  expect(await process.exited).toEqual({ code: 0, signal: null })
  expect(existsSync(join(workspace, '.mcp.json'))).toBe(false)
  const denials = sandbox.explain({ exitCode: 0, signal: null, stderr: '', process })
  expect(denials).toMatchObject([{ kind: 'write', target: join(workspace, '.mcp.json') }])
})

test('of another command nothing is explained', async () => {
  const { workspace, open } = makeGround()
  const sandbox = open()
  await (
    await sandbox.run(shell(workspace, 'echo x > .mcp.json'))
  ).exited
  const process = await sandbox.run(shell(workspace, 'true'))
  await process.exited
  expect(sandbox.explain({ exitCode: 0, signal: null, stderr: '', process })).toEqual([])
  expect(sandbox.explain({ exitCode: 0, signal: null, stderr: '' })).toHaveLength(1)
})

test('what the way out refused comes first', async () => {
  const { workspace, open } = makeGround()
  const refusal = { kind: 'network', target: 'example.com:443', message: 'no rule names it' } as const
  const sandbox = open({ start: async (...given) => ({ ...(await start(...given)), refused: () => [refusal] }) })
  const process = await sandbox.run(shell(workspace, 'echo x > .mcp.json'))
  await process.exited
  const kinds = sandbox.explain({ exitCode: 0, signal: null, stderr: '', process }).map(({ kind }) => kind)
  expect(kinds).toEqual(['network', 'write'])
})

test('what a command left that did not start is moved away, too', async () => {
  const { workspace, open } = makeGround()
  const sandbox = open({
    async start(_command, run) {
      await run.begun
      writeFileSync(join(workspace, '.mcp.json'), '{}')
      throw new SandboxError('it broke', { code: 'SANDBOX_FAILED' })
    },
  })
  await expect(sandbox.run(shell(workspace, 'true'))).rejects.toMatchObject({ code: 'SANDBOX_FAILED' })
  expect(existsSync(join(workspace, '.mcp.json'))).toBe(false)
})

test('nothing is run in a workspace that cannot be guarded', async () => {
  const { folder, workspace, open } = makeGround()
  writeFileSync(join(folder, 'in-the-way'), '')
  const blocked = join(folder, 'in-the-way/ledger')
  const sandbox = open({ sweeps: { quarantine: join(folder, 'q'), ledger: blocked, histories: join(folder, 'h') } })
  await expect(sandbox.run(shell(workspace, 'touch made'))).rejects.toSatisfy(
    (error) => SandboxError.isInstance(error) && error.code === 'SANDBOX_FAILED' && error.message.includes('ENOTDIR'),
  )
  expect(existsSync(join(workspace, 'made'))).toBe(false)
})

test('a command ends when a hidden path is replaced', async () => {
  const { folder, workspace, open } = makeGround()
  const secret = join(workspace, 'secret')
  writeFileSync(secret, 'old')
  writeFileSync(join(folder, 'new'), 'new')
  const sandbox = open({}, { hiddenPaths: [secret] })
  const process = await sandbox.run(shell(workspace, 'sleep 1000'))
  renameSync(join(folder, 'new'), secret)
  expect(await process.exited).toEqual({ code: null, signal: 'SIGKILL' })
  const denials = sandbox.explain({ exitCode: null, signal: 'SIGKILL', stderr: '', process })
  expect(denials).toMatchObject([{ kind: 'read', target: secret }])
})

test('what earlier runs left is reported with the first command only', async () => {
  const { folder, workspace, open } = makeGround()
  const found = { path: '.mcp.json', movedTo: join(folder, 'quarantine/x'), reason: 'it was left' }
  const sandbox = open({ left: { quarantined: [found], unsearched: ['/large'] } })
  const kinds = []
  for (let index = 0; index < 2; index += 1) {
    const process = await sandbox.run(shell(workspace, 'true'))
    await process.exited
    kinds.push(sandbox.explain({ exitCode: 0, signal: null, stderr: '', process }).map(({ kind }) => kind))
  }
  expect(kinds).toEqual([['write', 'limit'], []])
})

test('a view of the workspace is not guarded: what was tried in it may be anything', async () => {
  const { folder, workspace, open } = makeGround()
  const sandbox = open({}, { workspaceView: { kind: 'overlay', folder } })
  await (
    await sandbox.run(shell(workspace, 'echo x > .mcp.json'))
  ).exited
  expect(existsSync(join(workspace, '.mcp.json'))).toBe(true)
})

test('closing ends what runs, and nothing is run after it', async () => {
  const { workspace, open } = makeGround()
  const sandbox = open()
  const process = await sandbox.run(shell(workspace, 'sleep 1000'))
  await sandbox.close()
  expect(await process.exited).toEqual({ code: null, signal: 'SIGKILL' })
  await expect(sandbox.run(shell(workspace, 'true'))).rejects.toMatchObject({ code: 'SANDBOX_FAILED' })
})

test.each([
  ['a NUL byte', { args: ['a\0b'] }],
  ['a program without its folder', { file: 'sh' }],
  ['a folder that is not absolute', { cwd: 'here' }],
])('a command with %s is refused', async (_name, part) => {
  const { workspace, open } = makeGround()
  await expect(open().run({ ...shell(workspace, 'true'), ...part })).rejects.toMatchObject({ code: 'SANDBOX_FAILED' })
})

test('what a link leads to stays protected while a command runs that has pointed the link elsewhere', async () => {
  const policies: SandboxPolicy[] = []
  const { workspace, open } = makeGround()
  writeFileSync(join(workspace, 'real'), '')
  symlinkSync('real', join(workspace, '.mcp.json'))
  const sandbox = open({
    start(command, run) {
      policies.push(run.policy)
      return start(command, run)
    },
  })
  const first = await sandbox.run({
    ...shell(workspace, 'ln -sfn other .mcp.json; echo done; read line'),
    stdin: 'pipe',
    output: 'pipe',
  })
  for await (const chunk of first.stdout!) if (chunk.length > 0) break
  const second = await sandbox.run(shell(workspace, 'true'))
  await second.exited
  first.stdin!.end()
  await first.exited
  expect(policies.map(({ protectedPaths }) => protectedPaths.includes('real'))).toEqual([true, true])
  expect(readlinkSync(join(workspace, '.mcp.json'))).toBe('real')
})

test('nothing is run when a link leads elsewhere once the workspace was looked at', async () => {
  const { workspace, open } = makeGround()
  const link = join(workspace, '.mcp.json')
  symlinkSync('real', link)
  const sandbox = open({
    start(command, run) {
      rmSync(link)
      symlinkSync('other', link)
      return start(command, run)
    },
  })
  await expect(sandbox.run(shell(workspace, 'touch ran'))).rejects.toThrow('was pointed elsewhere')
  expect(existsSync(join(workspace, 'ran'))).toBe(false)
})

test('where another spelling reaches a protected file past its mount, the file is put back after the run', async () => {
  const { workspace, open } = makeGround()
  const settings = join(workspace, '.mcp.json')
  writeFileSync(settings, 'mine')
  for (const [folds, content] of [
    [false, 'theirs'],
    [true, 'mine'],
  ] as const) {
    writeFileSync(settings, 'mine')
    // The test starts commands without mounts: the write is what one under another spelling would be.
    const process = await open({ foldsNames: () => folds }).run(shell(workspace, 'echo -n theirs > .mcp.json'))
    await process.exited
    expect(readFileSync(settings, 'utf8'), String(folds)).toBe(content)
  }
})

test('where another spelling would show a hidden file of the workspace, nothing is run', async () => {
  const { workspace, folder, open } = makeGround()
  const secret = join(workspace, 'secret')
  const hiding = (path: string) => open({ foldsNames: () => true }, { hiddenPaths: [path] })
  const ran = await hiding(secret).run(shell(workspace, 'echo ran > ran'))
  await ran.exited
  expect(existsSync(join(workspace, 'ran'))).toBe(true)
  writeFileSync(secret, 'x')
  await expect(hiding(secret).run(shell(workspace, 'cat SECRET > ran'))).rejects.toMatchObject({
    code: 'SANDBOX_POLICY',
    details: { path: secret },
  })
  writeFileSync(join(folder, 'outside'), 'x')
  await (
    await hiding(join(folder, 'outside')).run(shell(workspace, 'true'))
  ).exited
})

test('what lies beside the workspace is asked as well whether it tells letters apart', async () => {
  const { workspace, folder, open } = makeGround()
  const beside = join(folder, 'beside')
  mkdirSync(join(beside, 'deep'), { recursive: true })
  const settings = join(beside, '.mcp.json')
  const secret = join(beside, 'deep', 'secret')
  const besides = { foldsNames: (path: string) => path === beside }
  writeFileSync(settings, 'mine')
  const process = await open(besides, { writePaths: [beside] }).run(shell(workspace, `echo -n theirs > ${settings}`))
  await process.exited
  expect(readFileSync(settings, 'utf8')).toBe('mine')
  writeFileSync(secret, 'x')
  const hidden = { hiddenPaths: [secret] }
  const refused = { code: 'SANDBOX_POLICY', details: { path: secret } }
  for (const policy of [
    { ...hidden, writePaths: [beside] },
    { ...hidden, readPaths: [beside] },
    { ...hidden, readPaths: [beside], fileMode: 'allow-list' },
    { ...hidden, fileMode: 'off' },
  ] as const) {
    await expect(open(besides, policy).run(shell(workspace, 'true')), JSON.stringify(policy)).rejects.toMatchObject(
      refused,
    )
  }
  // One folder on the way is enough: file systems are mounted into each other, and some tell letters apart by folder.
  const deep = { foldsNames: (path: string) => path === join(beside, 'deep') }
  await expect(open(deep, { ...hidden, readPaths: [beside] }).run(shell(workspace, 'true'))).rejects.toMatchObject(
    refused,
  )
  const unseen = await open(besides, hidden).run(shell(workspace, 'true'))
  expect(await unseen.exited).toMatchObject({ code: 0 })
})
