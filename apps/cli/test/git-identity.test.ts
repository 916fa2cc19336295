import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const COMMIT = 'git init -q . && git commit -q --allow-empty -m x && git log -1 --format=%an:%ae'

function sceneWithIdentity(settings: string, sandbox: object = {}) {
  needsProgram('git')
  const scene = openScene()
  const home = join(scene.root, 'home')
  mkdirSync(home)
  writeFileSync(join(home, '.gitconfig'), settings)
  scene.configure({ mode: 'allow', sandbox, tools: { exec: { allow: ['git'] } } })
  const run = (line: string) => scene.run(['exec', '--', line], { env: { HOME: home, XDG_CONFIG_HOME: '', EMAIL: '' } })
  return { ...scene, home, run }
}

const ADA = '[user]\n\tname = Ada \\"L\\" Lovelace\n[include]\n\tpath = more\n'

test.for(['namespaces', 'bubblewrap', 'landlock'])(
  "%s: a commit is by whom the user's settings name",
  async (renderer, { skip }) => {
    if (renderer === 'bubblewrap') needsProgram('bwrap')
    const scene = sceneWithIdentity(ADA, { renderer })
    writeFileSync(join(scene.home, 'more'), '[user]\n\temail = ada@example.org\n')
    // With landlock, git cannot set the modes of a new repository by name.
    const ran = await scene.run(renderer === 'landlock' ? 'git config user.name; git config user.email' : COMMIT)
    skip(ran.code === 66, `${renderer} does not contain on this machine`)
    expect(ran, ran.stderr).toMatchObject({ code: 0 })
    expect(ran.stdout.trim().replace('\n', ':')).toBe('Ada "L" Lovelace:ada@example.org')
  },
)

test("the repository's own identity wins, and so does -c", async () => {
  const scene = sceneWithIdentity('[user]\n\tname = Ada\n\temail = ada@example.org\n')
  mkdirSync(join(scene.workspace, '.git/objects'), { recursive: true })
  mkdirSync(join(scene.workspace, '.git/refs/heads'), { recursive: true })
  writeFileSync(join(scene.workspace, '.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(scene.workspace, '.git/config'), '[core]\n\trepositoryformatversion = 0\n[user]\n\tname = Own\n')
  const read = await scene.run('git config user.name; git config user.email; git -c user.email=c@x config user.email')
  expect(read.stdout, read.stderr).toBe('Own\nada@example.org\nc@x\n')
})

test('turned off, and of values with control characters, nothing is passed', async () => {
  const off = sceneWithIdentity('[user]\n\tname = Ada\n', { gitIdentity: false })
  expect((await off.run('git config user.name')).stdout).toBe('')
  const odd = sceneWithIdentity('[user]\n\tname = "A\\nb"\n')
  expect((await odd.run('git config user.name')).stdout).toBe('')
})

test('the file of a repository can only turn it off', async () => {
  const settings = '[user]\n\tname = Ada\n'
  const own = (scene: ReturnType<typeof sceneWithIdentity>, gitIdentity: boolean) => {
    mkdirSync(join(scene.workspace, '.poundlock'))
    writeFileSync(join(scene.workspace, '.poundlock/poundlock.json'), JSON.stringify({ sandbox: { gitIdentity } }))
  }
  const strict = sceneWithIdentity(settings)
  own(strict, false)
  expect((await strict.run('git config user.name')).stdout).toBe('')
  const loose = sceneWithIdentity(settings, { gitIdentity: false })
  own(loose, true)
  expect((await loose.run('git config user.name')).stdout).toBe('')
})
