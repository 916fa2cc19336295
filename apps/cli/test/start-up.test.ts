import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const COMMAND = fileURLToPath(new URL('../dist/poundlock.cjs', import.meta.url))
const TELL = 'data:text/javascript,process.on("exit",()=>console.error(process.moduleLoadList.join("\\n")))'

// How long a start takes is measured in bench/; this tells what makes it long before anybody has measured it.
test('deciding about a command loads nothing that starts, asks, encrypts or listens', async () => {
  const scene = openScene()
  // The first one proves the sandbox.
  await scene.run(['check', '--', 'ls'])
  const { stderr, status } = spawnSync(process.execPath, ['--import', TELL, COMMAND, 'check', '--', 'ls'], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state },
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  const loaded = new Set(stderr.split('\n').map((line) => line.replace('NativeModule ', '')))
  expect(loaded).toContain('fs')
  const late = ['child_process', 'crypto', 'http', 'readline', 'tls', 'v8', 'worker_threads', 'zlib']
  expect(late.filter((name) => loaded.has(name))).toEqual([])
})

test('what deciding about a command compiles stays small, since every start reads it', async () => {
  const scene = openScene({ cold: true })
  for (let run = 1; run <= 5; run++) await scene.run(['check', '--', 'git log --oneline | head -3'])
  const folder = join(scene.state, 'cache', 'code')
  const [file] = readdirSync(folder)
  // It stands there twice.
  expect(statSync(join(folder, file!)).size / 2).toBeLessThan(1_930_000)
})

test('the bundle is all ASCII: it is read so, and any other character in a pattern would be another one', () => {
  const bundle = readFileSync(fileURLToPath(new URL('../dist/main.cjs', import.meta.url)), 'latin1')
  expect(bundle.match(/.{0,60}[^\x00-\x7F].{0,60}/g)).toBeNull()
})
