import { spawn } from 'node:child_process'
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
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createWorkspaceGuard } from '../../src/index.ts'

function guarded(protectedPaths: readonly string[], hidden: readonly string[] = []) {
  const folder = temporaryFolder()
  const workspace = join(folder, 'w')
  mkdirSync(workspace)
  const quarantine = join(folder, 'quarantine')
  const hiddenPaths = hidden.map((name) => join(workspace, name))
  return {
    folder,
    workspace,
    quarantine,
    guard: createWorkspaceGuard({ workspace, protectedPaths, hiddenPaths, quarantine }),
  }
}

test('moves out what appeared at a protected or a hidden path, and nothing else', async () => {
  const { workspace, quarantine, guard } = guarded(['.mcp.json', 'a/b/c'], ['.ssh'])
  mkdirSync(join(workspace, 'a'))
  const run = await guard.begin()
  writeFileSync(join(workspace, '.mcp.json'), 'x')
  writeFileSync(join(workspace, 'kept'), 'x')
  mkdirSync(join(workspace, 'a/b/c'), { recursive: true })
  mkdirSync(join(workspace, '.ssh'))
  const { quarantined, complete } = await run.sweep()
  expect(complete).toBe(true)
  expect(quarantined.map(({ path }) => path)).toEqual(['.mcp.json', 'a/b/c', '.ssh'])
  expect(quarantined.every(({ movedTo }) => movedTo.startsWith(`${quarantine}/`) && existsSync(movedTo))).toBe(true)
  expect(readdirSync(workspace).toSorted()).toEqual(['a', 'kept'])
})

test('a file that an editor opens as a workspace is moved out when a command makes it', async () => {
  const { workspace, guard } = guarded(['.git/hooks'])
  writeFileSync(join(workspace, 'mine.code-workspace'), '{}')
  const run = await guard.begin()
  writeFileSync(join(workspace, 'x.code-workspace'), '{}')
  expect((await run.sweep()).quarantined.map(({ path }) => path)).toEqual(['x.code-workspace'])
  expect(readdirSync(workspace)).toEqual(['mine.code-workspace'])
})

test('leaves what was there before the run', async () => {
  const { workspace, guard } = guarded(['.mcp.json'])
  writeFileSync(join(workspace, '.mcp.json'), 'mine')
  const run = await guard.begin()
  expect(await run.sweep()).toEqual({ quarantined: [], complete: true, unsearched: [], appeared: [] })
  expect(existsSync(join(workspace, '.mcp.json'))).toBe(true)
})

test('a file or a link in the place of a folder above is moved as such', async () => {
  const { folder, workspace, guard } = guarded(['a/b', 'c/d'])
  mkdirSync(join(folder, 'outside/b'), { recursive: true })
  const run = await guard.begin()
  symlinkSync(join(folder, 'outside'), join(workspace, 'a'))
  writeFileSync(join(workspace, 'c'), 'x')
  expect((await run.sweep()).quarantined.map(({ path }) => path)).toEqual(['a', 'c'])
  expect(existsSync(join(folder, 'outside/b'))).toBe(true)
})

test('a protected link is put back when it was replaced or removed', async () => {
  const { workspace, guard } = guarded(['one', 'two', 'three'])
  for (const name of ['one', 'two', 'three']) symlinkSync('target', join(workspace, name))
  const run = await guard.begin()
  rmSync(join(workspace, 'one'))
  writeFileSync(join(workspace, 'one'), 'x')
  rmSync(join(workspace, 'two'))
  const { quarantined } = await run.sweep()
  expect(quarantined.map(({ path }) => path)).toEqual(['one', 'two'])
  for (const name of ['one', 'two', 'three']) expect(readlinkSync(join(workspace, name))).toBe('target')
})

test('without a protected path in .git, repositories are nobody’s business', async () => {
  const { workspace, guard } = guarded(['.mcp.json'])
  const run = await guard.begin()
  mkdirSync(join(workspace, 's/.git/hooks'), { recursive: true })
  writeFileSync(join(workspace, 's/.git/hooks/x'), '')
  expect((await run.sweep()).quarantined).toEqual([])
})

/** As programs save: the mount over the old file goes with it. */
function replace(path: string, content: string): void {
  writeFileSync(`${path}.new`, content)
  renameSync(`${path}.new`, path)
}

test('what was exchanged while a command ran, and lost its protection, is put back as it was', async () => {
  const { workspace, guard } = guarded(['.mcp.json', '.vscode', '.idea', '.git/config', '.git/info/attributes'])
  for (const name of ['.vscode', '.idea', '.git/info']) mkdirSync(join(workspace, name), { recursive: true })
  const before = { '.mcp.json': 'mine', '.vscode/tasks.json': 'mine', '.git/config': '[alias]\n\tx = !mine\n' }
  for (const [name, text] of Object.entries(before)) writeFileSync(join(workspace, name), text)
  writeFileSync(join(workspace, '.git/info/attributes'), '')
  const run = await guard.begin()
  replace(join(workspace, '.mcp.json'), 'other')
  replace(join(workspace, '.git/config'), '[core]\n\tfsmonitor = ./evil\n')
  replace(join(workspace, '.git/info/attributes'), '* filter=evil\n')
  rmSync(join(workspace, '.vscode'), { recursive: true })
  mkdirSync(join(workspace, '.vscode'))
  writeFileSync(join(workspace, '.vscode/tasks.json'), 'evil')
  writeFileSync(join(workspace, '.vscode/new.json'), 'evil')
  rmSync(join(workspace, '.idea'), { recursive: true })
  symlinkSync('.vscode', join(workspace, '.idea'))
  const { quarantined } = await run.sweep()
  for (const [name, text] of Object.entries(before)) expect(readFileSync(join(workspace, name), 'utf8')).toBe(text)
  expect(readFileSync(join(workspace, '.git/info/attributes'), 'utf8')).toBe('')
  expect(readdirSync(join(workspace, '.vscode'))).toEqual(['tasks.json'])
  expect(existsSync(join(workspace, '.idea'))).toBe(false)
  expect(quarantined.map(({ path }) => path).toSorted()).toEqual([
    '.git/config',
    '.git/info/attributes',
    '.idea',
    '.mcp.json',
    '.vscode/new.json',
    '.vscode/tasks.json',
  ])
})

test('a person may change what stays mounted, save the same again, and let git write what runs nothing', async () => {
  const { workspace, guard } = guarded(['.mcp.json', '.npmrc', '.git/config', '.git/hooks'])
  mkdirSync(join(workspace, '.git/hooks'), { recursive: true })
  for (const name of ['.mcp.json', '.npmrc', '.git/config']) writeFileSync(join(workspace, name), '')
  const run = await guard.begin()
  writeFileSync(join(workspace, '.mcp.json'), 'in place')
  writeFileSync(join(workspace, '.git/hooks/pre-push'), 'in place')
  replace(join(workspace, '.npmrc'), '')
  replace(join(workspace, '.git/config'), '[branch "main"]\n\tremote = origin\n')
  expect((await run.sweep()).quarantined).toEqual([])
  expect(readFileSync(join(workspace, '.git/config'), 'utf8')).toContain('origin')
})

test('what one command makes while another starts and ends is not taken for the person’s', async () => {
  const { workspace, guard } = guarded(['.git/hooks', '.mcp.json'])
  mkdirSync(join(workspace, 'sub/.git/hooks'), { recursive: true })
  const first = await guard.begin()
  writeFileSync(join(workspace, 'sub/.git/hooks/post-commit'), 'evil')
  writeFileSync(join(workspace, '.mcp.json'), 'evil')
  // Longer than the times of files may be behind the clock.
  const made = statSync(join(workspace, '.mcp.json')).ctimeMs
  await expect.poll(() => Date.now() - made, { interval: 20, timeout: 60_000 }).toBeGreaterThan(1100)
  const second = await guard.begin()
  await second.sweep()
  await first.sweep()
  expect(readdirSync(join(workspace, 'sub/.git/hooks'))).toEqual([])
  expect(existsSync(join(workspace, '.mcp.json'))).toBe(false)
})

test('what one command writes again and again is not learnt when another ends', async () => {
  const { workspace, guard } = guarded(['.git/hooks'])
  mkdirSync(join(workspace, 'sub/.git/hooks'), { recursive: true })
  const hook = join(workspace, 'sub/.git/hooks/post-commit')
  const first = await guard.begin()
  const writer = spawn('sh', ['-c', 'while :; do echo evil >> "$0"; done', hook], { stdio: 'ignore' })
  onTestFinished(() => void writer.kill('SIGKILL'))
  for (let round = 0; round < 300; round += 1) await (await guard.begin()).sweep()
  const ended = once(writer, 'exit')
  writer.kill('SIGKILL')
  await ended
  await first.sweep()
  expect(existsSync(hook)).toBe(false)
})

test.each([
  ['the times of files are behind the clock', 500, 500],
  ['the clock is set forward meanwhile', 0, 3_600_000],
  ['the clock is set back meanwhile', 3_600_000, 0],
])('what a command makes is taken out when %s', async (_, before, after) => {
  const { workspace, guard } = guarded(['.git/hooks'])
  mkdirSync(join(workspace, 'sub/.git/hooks'), { recursive: true })
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  const real = (): number => performance.timeOrigin + performance.now()
  clock.mockImplementation(() => real() + before)
  const run = await guard.begin()
  writeFileSync(join(workspace, 'sub/.git/hooks/post-commit'), 'evil')
  clock.mockImplementation(() => real() + after)
  await run.sweep()
  expect(readdirSync(join(workspace, 'sub/.git/hooks'))).toEqual([])
})

test('what a command closes is opened for as long as it takes', async () => {
  const { workspace, quarantine, guard } = guarded(['.config/systemd', '.config/fish', '.vscode', '.git/hooks'])
  mkdirSync(join(workspace, '.config'))
  const run = await guard.begin()
  for (const name of ['.config/systemd/user', '.config/fish', '.vscode/a/b', 's/.git/hooks']) {
    mkdirSync(join(workspace, name), { recursive: true })
  }
  writeFileSync(join(workspace, 's/.git/hooks/post-commit'), 'evil')
  const closed = { '.config/fish': 0, '.config': 0o555, '.vscode/a': 0, '.vscode': 0, 's/.git/hooks': 0o111 }
  for (const [name, mode] of Object.entries(closed)) chmodSync(join(workspace, name), mode)
  await run.sweep()
  expect(readdirSync(join(workspace, '.config'))).toEqual([])
  expect(statSync(join(workspace, '.config')).mode & 0o777).toBe(0o555)
  expect(existsSync(join(workspace, '.vscode'))).toBe(false)
  expect(existsSync(join(workspace, 's/.git/hooks/post-commit'))).toBe(false)
  expect(existsSync(quarantine)).toBe(true)
  chmodSync(join(workspace, '.config'), 0o755)
})

test('what appeared is moved away however deep it is', async () => {
  const { workspace, guard } = guarded(['.vscode'])
  const run = await guard.begin()
  mkdirSync(join(workspace, '.vscode', 'd/'.repeat(1500)), { recursive: true })
  const { quarantined } = await run.sweep()
  expect(quarantined.map(({ path }) => path)).toEqual(['.vscode'])
  expect(existsSync(quarantined[0]!.movedTo)).toBe(true)
  expect(readdirSync(workspace)).toEqual([])
})

describe('the list of a rebase that has stopped', () => {
  const todo = '.git/rebase-merge/git-rebase-todo'

  function rebasing(list: string | null) {
    const ground = guarded(['.git/hooks', '.git/config'])
    for (const part of ['objects', 'refs', 'rebase-merge']) {
      mkdirSync(join(ground.workspace, '.git', part), { recursive: true })
    }
    writeFileSync(join(ground.workspace, '.git/HEAD'), 'ref: refs/heads/main\n')
    if (list !== null) writeFileSync(join(ground.workspace, todo), list)
    return ground
  }

  test.each(['pick 1 x\nexec ./evil\n', ' \tx ./evil\n', 'exec\n', 'pick 1\rx ./evil'])(
    'goes when a command puts commands on it that git would run: %j',
    async (list) => {
      const { workspace, guard } = rebasing(null)
      const run = await guard.begin()
      writeFileSync(join(workspace, todo), list)
      expect((await run.sweep()).quarantined).toMatchObject([{ path: todo, reason: expect.stringMatching(/rebase/) }])
      expect(existsSync(join(workspace, todo))).toBe(false)
    },
  )

  test('stays when it only names commits', async () => {
    const { workspace, guard } = rebasing(null)
    const run = await guard.begin()
    writeFileSync(join(workspace, todo), 'pick 1 exec\nfixup 2 x y\nlabel exec\n# exec x\n')
    expect((await run.sweep()).quarantined).toEqual([])
  })

  test('stays when a command goes on with what a person began, and is put back when it adds to that', async () => {
    const mine = 'pick 1 a\nexec make\npick 2 b\nexec make\n'
    const { workspace, guard } = rebasing(mine)
    const shorter = await guard.begin()
    writeFileSync(join(workspace, todo), 'pick 2 b\nexec make\n')
    expect((await shorter.sweep()).quarantined).toEqual([])
    const longer = await guard.begin()
    writeFileSync(join(workspace, todo), 'pick 2 b\nexec make\nexec ./evil\n')
    expect((await longer.sweep()).quarantined).toHaveLength(1)
    expect(readFileSync(join(workspace, todo), 'utf8')).toBe('pick 2 b\nexec make\n')
  })

  test('goes when it lies behind a link', async () => {
    const { workspace, guard } = rebasing(null)
    const run = await guard.begin()
    rmSync(join(workspace, '.git/rebase-merge'), { recursive: true })
    mkdirSync(join(workspace, 'elsewhere'))
    writeFileSync(join(workspace, 'elsewhere/git-rebase-todo'), 'exec ./evil\n')
    symlinkSync('../elsewhere', join(workspace, '.git/rebase-merge'))
    expect((await run.sweep()).quarantined.map(({ path }) => path)).toEqual(['.git/rebase-merge'])
  })
})

test('a file beside the workspace that can be written is no folder to guard', async () => {
  const { workspace, folder, quarantine } = guarded([])
  const file = join(folder, 'history')
  writeFileSync(file, 'x')
  const options = {
    workspace,
    writePaths: [file],
    protectedPaths: ['.git/hooks', '.mcp.json'],
    hiddenPaths: [],
    quarantine,
  }
  const run = await createWorkspaceGuard(options).begin()
  writeFileSync(file, 'y')
  expect(await run.sweep()).toMatchObject({ quarantined: [], complete: true })
  expect(readFileSync(file, 'utf8')).toBe('y')
})
