import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

/** A home whose profile puts a folder of its own on PATH, and counts how often it is read. */
function openHome(profile = '') {
  const scene = openScene()
  const home = join(scene.root, 'home')
  const folder = join(home, 'tools', 'bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'my-own-tool'), '#!/bin/sh\necho from the login shell\n')
  chmodSync(join(folder, 'my-own-tool'), 0o755)
  const lines = ['echo Welcome back!', profile, 'echo read >> "$HOME/reads"', 'export PATH="$PATH:$HOME/tools/bin"']
  for (const name of ['.bash_profile', '.zprofile', '.profile'])
    writeFileSync(join(home, name), `${lines.join('\n')}\n`)
  const run = (args: readonly string[]) => scene.run(args, { env: { HOME: home, PATH: '/usr/bin:/bin' } })
  const reads = () => readFileSync(join(home, 'reads'), 'utf8').split('\n').length - 1
  return { scene, home, folder, run, reads }
}

const UNCONTAINED = { tools: { exec: { host: 'gateway', security: 'full', ask: 'off' } } }

test('uncontained commands find the programs of the login shell, which is asked once', async () => {
  const { scene, home, run, reads } = openHome()
  scene.configure({ mode: 'allow', ...UNCONTAINED })
  expect(await run(['exec', '--', 'my-own-tool'])).toMatchObject({ code: 0, stdout: 'from the login shell\n' })
  expect((await run(['exec', '--', 'my-own-tool'])).code).toBe(0)
  expect(reads()).toBe(1)
  // Until a profile is another one.
  writeFileSync(join(home, '.bash_profile'), 'echo read >> "$HOME/reads"\n')
  expect((await run(['exec', '--', 'my-own-tool'])).code).toBe(127)
  expect(reads()).toBe(2)
})

test('where everything is contained, no profile is read', async () => {
  const { run, reads } = openHome()
  expect((await run(['exec', '--', 'true'])).code).toBe(0)
  expect(reads).toThrow(/ENOENT/)
})

test('a folder that the profile names in the workspace, or that everybody can write, is left out', async () => {
  const { scene, home, run } = openHome('export PATH="$PATH:$HOME/../workspace/bin:$HOME/open"')
  for (const folder of [join(scene.workspace, 'bin'), join(home, 'open')]) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'planted'), '#!/bin/sh\necho planted\n')
    chmodSync(join(folder, 'planted'), 0o755)
  }
  chmodSync(join(home, 'open'), 0o777)
  scene.configure({ mode: 'allow', ...UNCONTAINED })
  expect(await run(['exec', '--', 'planted'])).toMatchObject({ code: 127, stdout: '' })
})

test('a profile that fails adds nothing, and nothing else is wrong', async () => {
  const { scene, run } = openHome('exit 9')
  scene.configure({ mode: 'allow', ...UNCONTAINED })
  expect((await run(['exec', '--', 'my-own-tool'])).code).toBe(127)
  expect(await run(['exec', '--', 'echo fine'])).toMatchObject({ code: 0, stdout: 'fine\n' })
})

test.each([
  ['that others can write', (file: string) => chmodSync(file, 0o666)],
  ['with a key twice', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{"at":0,'))],
  ['that is not JSON', (file: string) => writeFileSync(file, '{')],
])('a kept answer %s is asked for anew', async (_title, spoil) => {
  const { scene, run, reads } = openHome()
  scene.configure({ mode: 'allow', ...UNCONTAINED })
  await run(['exec', '--', 'true'])
  spoil(join(scene.state, 'cache/login-path.json'))
  expect(await run(['exec', '--', 'my-own-tool'])).toMatchObject({ code: 0 })
  expect(reads()).toBe(2)
})
