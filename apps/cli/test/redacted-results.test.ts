import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const SECRET = `ghp_${'aB3dE6gH9j'.repeat(3)}`
const CALL = ['tools', 'call', 'read_file', '{"path":"a.txt"}']

test('secrets are taken out of what models read, and of all else where the configuration says so', async () => {
  const scene = openScene()
  writeFileSync(join(scene.workspace, 'a.txt'), `the token is ${SECRET}\n`)
  expect((await scene.run(['exec', '--', 'cat a.txt'])).stdout).toContain(SECRET)
  expect((await scene.run(CALL)).stdout).not.toContain(SECRET)
  scene.configure({ tools: { redactResults: 'always' } })
  expect((await scene.run(['exec', '--', 'cat a.txt'])).stdout).toBe('the token is ghp_aB…gH9j\n')
  scene.configure({ tools: { redactResults: 'never' } })
  expect((await scene.run(CALL)).stdout).toContain(SECRET)
})

test('an error that shows the lines which come nearest shows no secret, as text and as JSON', async () => {
  const scene = openScene()
  writeFileSync(join(scene.workspace, 'a.txt'), `first\nthe token is ${SECRET} # one\nlast\n`)
  const input = { path: 'a.txt', old_string: `the token is ${SECRET} # two`, new_string: '' }
  for (const more of [[], ['--json']]) {
    const ran = await scene.run(['tools', 'call', 'edit_file', JSON.stringify(input), ...more])
    expect(ran.code).toBe(1)
    expect(ran.stdout + ran.stderr).toContain('# one')
    expect(ran.stdout + ran.stderr).not.toContain(SECRET)
  }
})

test('a repository can have more taken out, and never less', async () => {
  const scene = openScene()
  writeFileSync(join(scene.workspace, 'a.txt'), `the token is ${SECRET}\n`)
  mkdirSync(join(scene.workspace, '.poundlock'))
  const file = join(scene.workspace, '.poundlock/poundlock.json')
  writeFileSync(file, JSON.stringify({ tools: { redactResults: 'never' } }))
  expect((await scene.run(CALL)).stdout).not.toContain(SECRET)
  writeFileSync(file, JSON.stringify({ tools: { redactResults: 'always' } }))
  expect((await scene.run(['exec', '--', 'cat a.txt'])).stdout).not.toContain(SECRET)
})
