import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DEFAULT_PROTECTED_PATHS, type SandboxDenial } from '@poundlock/sandbox'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, test } from 'vitest'
import { PATH, policyFor, type TestGround, testGround } from './test-sandbox.ts'

const protectedPaths = DEFAULT_PROTECTED_PATHS.map(({ path }) => path)

/** Runs a line under the default protection and returns what the sandbox says of it. */
async function tryLine(ground: TestGround, line: string): Promise<readonly SandboxDenial[]> {
  const sandbox = await ground.backend.open(policyFor(ground.workspace, { protectedPaths }))
  const started = await sandbox.run({
    file: '/bin/sh',
    args: ['-c', line],
    cwd: ground.workspace,
    env: { PATH, GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
  })
  let stderr = ''
  for await (const chunk of started.stderr!) stderr += Buffer.from(chunk).toString()
  const exit = await started.exited
  const denials = sandbox.explain({ exitCode: exit.code, signal: exit.signal, stderr, process: started })
  await sandbox.close()
  return denials
}

function withRepository(): TestGround {
  const ground = testGround()
  for (const folder of ['.git/hooks', '.git/objects', '.git/refs/heads', '.github/workflows', '.vscode']) {
    mkdirSync(join(ground.workspace, folder), { recursive: true })
  }
  writeFileSync(join(ground.workspace, '.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(ground.workspace, '.git/config'), '[core]\n\tbare = false\n')
  writeFileSync(join(ground.workspace, '.github/workflows/ci.yml'), 'on: push\n')
  return ground
}

describe('protected paths that are there', () => {
  test.each([
    ['written', 'echo x >> .git/config; echo x > .git/hooks/pre-commit; echo x > .github/workflows/ci.yml'],
    ['removed', 'rm -rf .git/config .git/hooks .github .vscode'],
    ['moved away', 'mv .git .g; mv .github .g2; mv .vscode .v; mv .git/hooks h; mv .git/config c'],
    ['replaced by links', 'ln -sfn /tmp .vscode; ln -sf /tmp/x .git/config; ln -sfT /tmp .github'],
    ['linked and written', 'ln .git/config c; echo x >> c; ln .github/workflows/ci.yml w; echo x >> w'],
    ['covered', 'mount -t tmpfs x .git; mount --bind /tmp .vscode'],
    ['changed in mode', 'chmod 777 .git/config .git/hooks; touch -d 2001-01-01 .git/config'],
    ['changed by git', 'git config core.fsmonitor ./evil; git config core.hooksPath x; git remote add o x'],
    ['turned elsewhere', 'echo ../evil > .git/commondir; echo "[core]" > .git/config.worktree'],
  ])('cannot be %s', async (_name, line) => {
    const ground = withRepository()
    await tryLine(ground, line)
    const at = (name: string): string => join(ground.workspace, name)
    expect(readFileSync(at('.git/config'), 'utf8')).toBe('[core]\n\tbare = false\n')
    expect(readFileSync(at('.github/workflows/ci.yml'), 'utf8')).toBe('on: push\n')
    expect(readdirSync(at('.git/hooks'))).toEqual([])
    expect(readdirSync(at('.vscode'))).toEqual([])
    expect(existsSync(at('.git/commondir')) || existsSync(at('.git/config.worktree'))).toBe(false)
  })

  test('do not keep anyone from committing', async () => {
    needsProgram('git')
    const ground = withRepository()
    expect(
      await tryLine(ground, 'echo x > file && git add file && git commit -qm "message" && git branch other'),
    ).toEqual([])
    expect(existsSync(join(ground.workspace, '.git/refs/heads/other'))).toBe(true)
  })

  test('refuse with a sentence that says why', async () => {
    const ground = withRepository()
    const [denial] = await tryLine(ground, `echo x > ${ground.workspace}/.git/config; exit 1`)
    expect(denial).toMatchObject({ kind: 'write', target: `${ground.workspace}/.git/config` })
    expect(denial?.message).toMatch(/"\.git\/config" is protected in the workspace/)
  })
})

describe('protected paths that a person exchanges while a command runs', () => {
  test('lose their mount, and what the command wrote then is taken back', async () => {
    const ground = withRepository()
    const at = (name: string): string => join(ground.workspace, name)
    const ended = tryLine(
      ground,
      'echo x > ready; until [ -e go ]; do sleep 0.01; done; ' +
        'echo "fsmonitor = ./evil" >> .git/config; mkdir -p .github/workflows; echo evil > .github/workflows/ci.yml',
    )
    await expect.poll(() => existsSync(at('ready')), { timeout: 30_000, interval: 10 }).toBe(true)
    writeFileSync(at('.git/config.lock'), '[core]\n\tbare = false\n[branch "x"]\n\tremote = o\n')
    renameSync(at('.git/config.lock'), at('.git/config'))
    rmSync(at('.github'), { recursive: true })
    writeFileSync(at('go'), '')
    const denials = await ended
    expect(readFileSync(at('.git/config'), 'utf8')).toBe('[core]\n\tbare = false\n')
    expect(existsSync(at('.github/workflows/ci.yml')) && readFileSync(at('.github/workflows/ci.yml'), 'utf8')).not.toBe(
      'evil\n',
    )
    expect(denials.map(({ target }) => target)).toContain(at('.git/config'))
  })
})

describe('protected paths that are not there', () => {
  test('are empty again after the run, and what was there is kept outside and reported', async () => {
    const ground = testGround()
    const denials = await tryLine(
      ground,
      'echo "{}" > .mcp.json; mkdir -p .vscode .github/workflows; echo x > .vscode/tasks.json; echo x > .github/workflows/a.yml',
    )
    expect(readdirSync(ground.workspace)).toEqual(['.github'])
    expect(readdirSync(join(ground.workspace, '.github'))).toEqual([])
    expect(denials.map(({ target }) => (target ?? '').slice(ground.workspace.length + 1)).toSorted()).toEqual([
      '.github/workflows',
      '.mcp.json',
      '.vscode',
    ])
    const kept = readdirSync(join(ground.state, 'quarantine'), { recursive: true, encoding: 'utf8' })
    expect(kept.some((name) => name.endsWith('/.mcp.json'))).toBe(true)
    expect(denials[0]?.message).toContain(join(ground.state, 'quarantine'))
  })

  test('cannot be led elsewhere by a link above them', async () => {
    const ground = testGround()
    mkdirSync(join(ground.folder, 'outside/workflows'), { recursive: true })
    await tryLine(ground, `ln -s ${ground.folder}/outside .github; mkdir evil; ln -s evil .claude`)
    expect(readdirSync(ground.workspace)).toEqual(['evil'])
    expect(existsSync(join(ground.folder, 'outside/workflows'))).toBe(true)
  })

  test('leave no placeholders', async () => {
    const ground = testGround()
    await tryLine(ground, 'true')
    expect(readdirSync(ground.workspace)).toEqual([])
    // Of what was to be looked for nothing is left either.
    expect(readdirSync(ground.state)).toEqual(['sweeps'])
    expect(readdirSync(join(ground.state, 'sweeps'))).toEqual([])
  })

  test('that are links stay the links they were', async () => {
    const ground = testGround()
    mkdirSync(join(ground.workspace, 'settings'))
    symlinkSync('settings', join(ground.workspace, '.vscode'))
    await tryLine(ground, 'rm .vscode; mkdir .vscode; echo x > .vscode/tasks.json')
    expect(readlinkSync(join(ground.workspace, '.vscode'))).toBe('settings')
  })
})

describe('repositories below the workspace', () => {
  test.each([
    ['a hook', 'git init -q sub; echo evil > sub/.git/hooks/post-commit', 'sub/.git/hooks/post-commit'],
    ['settings', 'git init -q sub; git -C sub config core.fsmonitor ./evil', 'sub/.git/config'],
    [
      'settings in a strange form',
      'git init -q a/b; printf "[core] fsmonitor = ./evil\\n" > a/b/.git/config',
      'a/b/.git/config',
    ],
    [
      'another place of hooks',
      'mkdir -p s/.git/objects s/.git/refs h; echo ref: refs/heads/m > s/.git/HEAD; ln -s ../../h s/.git/hooks; echo x > h/pre-commit',
      's/.git/hooks',
    ],
    [
      'another repository',
      'mkdir -p s/.git; echo ref: x > s/.git/HEAD; echo ../../e > s/.git/commondir',
      's/.git/commondir',
    ],
    [
      'a bare repository',
      'mkdir -p b/objects b/refs; echo ref: refs/heads/m > b/HEAD; printf "[core]\\nfsmonitor=./evil\\n" > b/config',
      'b/HEAD',
    ],
    [
      'the workspace as a bare repository',
      'mkdir objects refs; echo ref: refs/heads/m > HEAD; printf "[core]\\nfsmonitor=./evil\\n" > config',
      'HEAD',
    ],
    [
      'a submodule',
      'mkdir -p .git/modules/m/objects .git/modules/m/refs .git/modules/m/hooks; echo ref: x > .git/modules/m/HEAD; echo x > .git/modules/m/hooks/update',
      '.git/modules/m/hooks/update',
    ],
  ])('that a command makes lose what runs programs: %s', async (_name, line, path) => {
    if (line.startsWith('git')) needsProgram('git')
    const ground = testGround()
    const denials = await tryLine(ground, line)
    expect(existsSync(join(ground.workspace, path)), JSON.stringify(denials)).toBe(false)
    expect(denials.map(({ target }) => target)).toContain(join(ground.workspace, path))
  })

  test('that a command makes stay usable', async () => {
    needsProgram('git')
    const ground = testGround()
    expect(await tryLine(ground, 'git init -q sub && cd sub && echo x > a && git add a && git commit -qm m')).toEqual(
      [],
    )
    expect(await tryLine(ground, 'git -C sub log --oneline && rm -rf sub')).toEqual([])
    expect(readdirSync(ground.workspace)).toEqual([])
  })

  test('that were there keep the hooks and settings of the person', async () => {
    const ground = testGround()
    const git = join(ground.workspace, 'lib/.git')
    for (const name of ['hooks', 'objects', 'refs']) mkdirSync(join(git, name), { recursive: true })
    writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(git, 'config'), '[core]\n\tpager = less\n')
    writeFileSync(join(git, 'hooks/pre-push'), '#!/bin/sh\ntrue\n')
    chmodSync(join(git, 'hooks/pre-push'), 0o755)
    await tryLine(
      ground,
      'echo evil >> lib/.git/hooks/pre-push; echo "pager = evil" >> lib/.git/config; echo evil > lib/.git/hooks/new; mv lib moved',
    )
    const moved = join(ground.workspace, 'moved/.git')
    expect(readFileSync(join(moved, 'hooks/pre-push'), 'utf8')).toBe('#!/bin/sh\ntrue\n')
    expect(readFileSync(join(moved, 'config'), 'utf8')).toBe('[core]\n\tpager = less\n')
    expect(readdirSync(join(moved, 'hooks'))).toEqual(['pre-push'])
  })
})

describe('a hidden file that somebody outside replaces', () => {
  test('while a command runs ends the command, which is told why', async () => {
    const { backend, workspace } = testGround()
    const token = join(workspace, 'token')
    writeFileSync(token, 'FIRST')
    const sandbox = await backend.open(policyFor(workspace, { hiddenPaths: [token] }))
    const running = await sandbox.run({
      file: '/bin/sh',
      args: ['-c', 'cat token; echo begun; sleep 1000'],
      cwd: workspace,
      env: { PATH },
    })
    await once(running.stdout as Readable, 'data')
    writeFileSync(`${token}.new`, 'SECOND')
    renameSync(`${token}.new`, token)
    const { code, signal } = await running.exited
    expect(signal).toBe('SIGKILL')
    const [told] = sandbox.explain({ exitCode: code, signal, stderr: '', process: running })
    expect(told).toMatchObject({ kind: 'read', target: token })
    expect(told?.message).toMatch(/replaced from outside/)
    await sandbox.close()
  })

  test('between commands is hidden from the next, also from one that had been waiting', async () => {
    const { backend, workspace } = testGround({ pool: { size: 1 } })
    const token = join(workspace, 'token')
    writeFileSync(token, 'FIRST')
    const policy = policyFor(workspace, { hiddenPaths: [token] })
    const sandbox = await backend.open(policy)
    await backend.warm?.(policy)
    writeFileSync(`${token}.new`, 'SECOND')
    renameSync(`${token}.new`, token)
    const running = await sandbox.run({ file: '/bin/cat', args: ['token'], cwd: workspace, env: { PATH } })
    let output = ''
    for await (const chunk of running.stdout!) output += Buffer.from(chunk).toString()
    await running.exited
    expect(output).toBe('')
    await sandbox.close()
  })
})

test('hooks that the owner keeps in the workspace, and settings that theirs include, cannot be changed', async () => {
  const ground = testGround()
  const at = (name: string): string => join(ground.workspace, name)
  for (const folder of ['.git', 'tools/hooks']) mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('.git/config'), '[core]\n\thooksPath = tools/hooks\n[include]\n\tpath = ../shared.gitconfig\n')
  writeFileSync(at('tools/hooks/pre-commit'), 'own\n')
  const line =
    'echo evil > tools/hooks/pre-commit; echo evil > tools/hooks/post-commit; mv tools moved; echo evil > shared.gitconfig; echo x > tools/other'
  await tryLine(ground, line)
  expect(readFileSync(at('tools/hooks/pre-commit'), 'utf8')).toBe('own\n')
  expect(readdirSync(at('tools/hooks'))).toEqual(['pre-commit'])
  expect(readdirSync(ground.workspace).toSorted()).toEqual(['.git', 'tools'])
  expect(readdirSync(at('tools')).toSorted()).toEqual(['hooks', 'other'])
})
