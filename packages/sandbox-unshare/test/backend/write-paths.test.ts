import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_PROTECTED_PATHS, type SandboxDenial } from '@poundlock/sandbox'
import { describe, expect, test, vi } from 'vitest'
import { RENDERER_NAMES } from '../../src/index.ts'
import { PATH, policyFor, run, testGround } from './test-sandbox.ts'

const protectedPaths = DEFAULT_PROTECTED_PATHS.map(({ path }) => path)

describe.each(RENDERER_NAMES)('protected paths in a write path, with %s', (renderer) => {
  async function attempt(line: string, prepare: (cache: string) => void = () => {}) {
    const ground = testGround({ renderer })
    const cache = join(ground.folder, 'cache')
    mkdirSync(cache)
    prepare(cache)
    const policy = policyFor(ground.workspace, { protectedPaths, writePaths: [cache] })
    const sandbox = await ground.backend.open(policy)
    const args = ['-c', `cd ${cache}; ${line}`]
    const process = await sandbox.run({
      file: '/bin/sh',
      args,
      cwd: ground.workspace,
      env: { PATH },
      output: 'inherit',
    })
    const { code, signal } = await process.exited
    const denials: readonly SandboxDenial[] = sandbox.explain({ exitCode: code, signal, stderr: '', process })
    await sandbox.close()
    return { cache, denials }
  }

  test('that are there stay as they are', async () => {
    const { cache } = await attempt(
      '(echo evil > .bashrc; echo evil > repo/kept; echo evil > .git/config) 2>/dev/null; true',
      (at) => {
        for (const name of ['.git/hooks', '.git/objects', '.git/refs', 'repo'])
          mkdirSync(join(at, name), { recursive: true })
        writeFileSync(join(at, '.git/HEAD'), 'ref: x\n')
        writeFileSync(join(at, '.git/config'), '[core]\n')
        writeFileSync(join(at, '.bashrc'), 'mine')
      },
    )
    expect(readFileSync(join(cache, '.bashrc'), 'utf8')).toBe('mine')
    expect(readFileSync(join(cache, '.git/config'), 'utf8')).toBe('[core]\n')
    expect(readFileSync(join(cache, 'repo/kept'), 'utf8')).toBe('evil\n')
  })

  test('that come to be are taken out, and reported with their place', async () => {
    const { cache, denials } = await attempt(
      'echo evil > .bashrc; mkdir .vscode; echo x > .vscode/tasks.json; mkdir -p r/.git/hooks; echo evil > r/.git/hooks/post-commit; echo x > plain',
    )
    expect(readdirSync(cache).toSorted()).toEqual(['plain', 'r'])
    expect(existsSync(join(cache, 'r/.git/hooks/post-commit'))).toBe(false)
    expect(denials.map(({ target }) => target ?? '').toSorted()).toEqual([
      join(cache, '.bashrc'),
      join(cache, '.vscode'),
      join(cache, 'r/.git/hooks/post-commit'),
    ])
    expect(denials[0]?.message).toContain(`is protected in ${JSON.stringify(cache)}`)
  })
})

test('a search for repositories that stopped early is told', async () => {
  const ground = testGround()
  const deep = join(ground.workspace, ...Array.from({ length: 40 }, () => 'd'))
  mkdirSync(deep, { recursive: true })
  // What is as new as the command is searched however deep it lies.
  await vi.waitUntil(() => Date.now() - statSync(deep).ctimeMs > 1500, { timeout: 60_000 })
  const sandbox = await ground.backend.open(policyFor(ground.workspace, { protectedPaths }))
  const command = { file: '/bin/true', args: [], cwd: ground.workspace, env: { PATH } }
  const process = await sandbox.run(command)
  const { code, signal } = await process.exited
  const [denial, ...others] = sandbox.explain({ exitCode: code, signal, stderr: '', process })
  expect(others).toEqual([])
  expect(denial).toMatchObject({ kind: 'limit', target: ground.workspace })
  expect(denial?.message).toMatch(/more folders than are searched after a command/)
  await sandbox.close()
  expect(await run(await ground.backend.open(policyFor(ground.workspace)), command)).toMatchObject({ code: 0 })
})
