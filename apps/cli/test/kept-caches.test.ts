import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

function openCaches(sandbox: object = {}) {
  const scene = openScene()
  scene.configure({ mode: 'allow', sandbox, tools: { exec: { security: 'full', ask: 'off' } } })
  return { ...scene, caches: join(scene.state, 'caches'), exec: (line: string) => scene.run(['exec', '--', line]) }
}

const WRITE = 'echo fetched > $XDG_CACHE_HOME/x'
const READ = 'cat $XDG_CACHE_HOME/x || echo nothing'

test('what a command fetched is there for the next one in the workspace, and explained', async () => {
  const scene = openCaches()
  const first = await scene.exec(WRITE)
  expect(first, first.stderr).toMatchObject({ code: 0 })
  expect(await scene.exec(READ)).toMatchObject({ stdout: 'fetched\n' })
  const [folder] = readdirSync(scene.caches)
  expect(folder).toBe(scene.workspace.replaceAll('/', '+'))
  const explained = await scene.run(['sandbox', 'explain'])
  expect(explained.stdout).toContain(join(scene.caches, folder!))

  mkdirSync(join(scene.root, 'other'))
  const elsewhere = await scene.run(['exec', '--', READ], { cwd: join(scene.root, 'other') })
  expect(elsewhere.stdout).toBe('nothing\n')
})

test('a command that is tried keeps nothing, and neither does one that may only read', async () => {
  const scene = openCaches()
  await scene.exec(WRITE)
  const tried = await scene.run(['exec', '--try', '--', 'echo worse > $XDG_CACHE_HOME/x; ls ~'])
  expect(tried, tried.stderr).toMatchObject({ code: 0 })
  expect(await scene.exec(READ)).toMatchObject({ stdout: 'fetched\n' })
  const readOnly = openCaches({ workspaceAccess: 'ro' })
  await readOnly.exec('true')
  expect(existsSync(readOnly.caches)).toBe(false)
})

test('turned off, nothing is kept; the file of a repository can only turn it off', async () => {
  const own = (scene: ReturnType<typeof openCaches>, caches: boolean) => {
    mkdirSync(join(scene.workspace, '.poundlock'))
    writeFileSync(join(scene.workspace, '.poundlock/poundlock.json'), JSON.stringify({ sandbox: { caches } }))
  }
  const off = openCaches({ caches: false })
  own(off, true)
  await off.exec('mkdir -p ~/.cache && echo x > ~/.cache/x')
  expect(existsSync(off.caches)).toBe(false)
  const strict = openCaches()
  own(strict, false)
  await strict.exec('true')
  expect(existsSync(strict.caches)).toBe(false)
})
