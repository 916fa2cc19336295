import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { afterAll, describe, expect, test } from 'vitest'
import { createWorkspaceGuard, openSweepFolders, type RunGuard, type WorkspaceGuardOptions } from '../../src/index.ts'

interface Other {
  begin(): Promise<void>
  sweep(): Promise<void>
}

function here(options: WorkspaceGuardOptions): Other {
  const guard = createWorkspaceGuard(options)
  let run: RunGuard | null = null
  return {
    async begin() {
      run = await guard.begin()
    },
    async sweep() {
      await run!.sweep()
    },
  }
}

const program = fileURLToPath(new URL('../fixtures/guard-in-process.ts', import.meta.url))
let child: ChildProcess | null = null
let answers: Interface | null = null

afterAll(async () => {
  if (child === null) return
  const ended = once(child, 'exit')
  child.stdin?.end()
  await ended
})

async function say(line: string): Promise<void> {
  child ??= spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  answers ??= createInterface(child.stdout!)
  const answer = once(answers, 'line')
  child.stdin?.write(`${line}\n`)
  await answer
}

function elsewhere(options: WorkspaceGuardOptions): Other {
  return {
    async begin() {
      await say(JSON.stringify(options))
      await say('begin')
    },
    sweep: () => say('sweep'),
  }
}

/** Two who guard the same workspace: a command of the first is at work when one of the second begins. */
function ground(other: (options: WorkspaceGuardOptions) => Other, mounted: boolean) {
  const folder = temporaryFolder()
  const workspace = join(folder, 'w')
  mkdirSync(workspace)
  const { quarantine, ledger } = openSweepFolders(join(folder, 'state'))
  const options: WorkspaceGuardOptions = {
    workspace,
    protectedPaths: ['.mcp.json', '.vscode', '.git/hooks', '.git/config'],
    hiddenPaths: [],
    quarantine,
    ledger,
    mounted,
  }
  return { workspace, first: other(options), second: createWorkspaceGuard(options), options }
}

describe.each([
  ['in one process', here],
  ['in two', elsewhere],
])('commands at the same time, started %s', (_, other) => {
  describe.each([
    ['by mounts', true],
    ['by putting back', false],
  ])('protected %s', (__, mounted) => {
    test('what the first makes does not count as having been there before the second', async () => {
      const { workspace, first, second } = ground(other, mounted)
      mkdirSync(join(workspace, 'sub/.git/hooks'), { recursive: true })
      const plant = (text: string): void => {
        for (const name of ['sub/.git/hooks', '.git/hooks', '.vscode']) {
          mkdirSync(join(workspace, name), { recursive: true })
          writeFileSync(join(workspace, name, 'post-commit'), text)
        }
        writeFileSync(join(workspace, '.mcp.json'), text)
      }
      await first.begin()
      plant('evil')
      const run = await second.begin()
      await first.sweep()
      plant('evil again')
      await run.sweep()
      expect(readdirSync(join(workspace, 'sub/.git/hooks'))).toEqual([])
      expect(readdirSync(join(workspace, '.git/hooks'))).toEqual([])
      expect(existsSync(join(workspace, '.vscode'))).toBe(false)
      expect(existsSync(join(workspace, '.mcp.json'))).toBe(false)
    })

    test('what the second has learnt holds for a third that begins when the first has ended', async () => {
      const { workspace, first, second, options } = ground(other, mounted)
      const hook = join(workspace, 'sub/.git/hooks/post-commit')
      mkdirSync(join(workspace, 'sub/.git/hooks'), { recursive: true })
      await first.begin()
      const run = await second.begin()
      await first.sweep()
      writeFileSync(hook, 'evil')
      const third = await createWorkspaceGuard(options).begin()
      await run.sweep()
      writeFileSync(hook, 'evil again')
      await third.sweep()
      expect(existsSync(hook)).toBe(false)
    })

    test('what a person has made before both stays', async () => {
      const { workspace, first, second } = ground(other, mounted)
      const hook = join(workspace, 'sub/.git/hooks/post-commit')
      mkdirSync(join(workspace, 'sub/.git/hooks'), { recursive: true })
      writeFileSync(hook, 'mine')
      await first.begin()
      writeFileSync(hook, 'evil')
      const run = await second.begin()
      await first.sweep()
      expect(readFileSync(hook, 'utf8')).toBe('mine')
      writeFileSync(hook, 'evil again')
      await run.sweep()
      expect(readFileSync(hook, 'utf8')).toBe('mine')
    })
  })

  test('what is put back after the second is what stood before the first', async () => {
    const { workspace, first, second } = ground(other, false)
    const settings = join(workspace, '.mcp.json')
    writeFileSync(settings, 'mine')
    await first.begin()
    writeFileSync(settings, 'evil')
    const run = await second.begin()
    await first.sweep()
    expect(readFileSync(settings, 'utf8')).toBe('mine')
    writeFileSync(settings, 'evil again')
    await run.sweep()
    expect(readFileSync(settings, 'utf8')).toBe('mine')
  })
})
