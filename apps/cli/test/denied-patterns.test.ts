import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { someOf } from '@poundlock/tooling/tries'
import { describe, expect, test, vi } from 'vitest'
import { openScene } from './poundlock.ts'

const SECRET = 'key of somebody'

/** A workspace with secrets in many places, and a script of its own that nobody has read. */
function openWith(config: object, script: string) {
  const scene = openScene()
  scene.configure(config)
  const write = (path: string, text: string) => {
    const place = join(scene.workspace, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
  }
  const read = (path: string) => {
    const place = join(scene.workspace, path)
    return existsSync(place) ? readFileSync(place, 'utf8') : null
  }
  write('run.sh', `echo begun\n{ ${script}\n} 2>/dev/null\ntrue\n`)
  write('open', 'open')
  return { ...scene, write, read }
}

const deny = (access: 'read' | 'write', ...paths: string[]) => ({ tools: { fs: { [access]: { deny: paths } } } })
const effects = (...rules: string[]) => ({ tools: { exec: { deny: rules } } })

describe('a script in the sandbox does not read what a pattern denies', () => {
  test.each(
    someOf<[name: string, config: object, place: string, script?: string]>([
      ['at the top', deny('read', '**/.env'), '.env'],
      ['below', deny('read', '**/.env'), 'a/b/c/.env'],
      ['among dependencies', deny('read', '**/.env'), 'node_modules/x/.env'],
      ['by its end', deny('read', '**/*.pem'), 'a/server.pem'],
      ['by one character', deny('read', 'a/key?'), 'a/key1'],
      ['in one folder', deny('read', 'a/*.pem'), 'a/x.pem'],
      ['in folders of that name', deny('read', '**/secrets/**'), 'a/secrets/deep/key'],
      ['in folders of that name, one level', deny('read', '**/secrets/*'), 'a/secrets/key'],
      ['in another case', deny('read', '**/.env'), 'a/.ENV'],
      ['by a rule on effects', effects('fs.read:**/.env'), 'a/.env'],
      ['in the folder of git', deny('read', '**/credentials'), '.git/credentials'],
      ['by an absolute path', deny('read', '**/.env'), 'a/.env', 'cat "$PWD/a/.env"'],
      ['through all files', deny('read', '**/.env'), 'a/.env', 'cat $(find . -type f)'],
      ['renamed', deny('read', '**/.env'), 'a/.env', 'mv a/.env a/x; cat a/x'],
      ['its folder renamed', deny('read', '**/.env'), 'a/b/.env', 'mv a c; cat c/b/.env'],
      ['its folder renamed, for the next', deny('read', '**/.env'), 'a/b/.env', 'mv a/b a/c; cat a/c/.env'],
      ['linked', deny('read', '**/.env'), 'a/.env', 'ln -s a/.env x; cat x'],
      ['linked as the same file', deny('read', '**/.env'), 'a/.env', 'ln a/.env x; cat x'],
      ['copied', deny('read', '**/.env'), 'a/.env', 'cp -a a copy; cat copy/.env; tar cf - a'],
      ['replaced and read back', deny('read', '**/.env'), 'a/.env', 'rm -f a/.env; cat a/.env'],
      ['from a mount of its own', deny('read', '**/.env'), 'a/.env', 'unshare -rm sh -c "umount a/.env; cat a/.env"'],
      ['through the process', deny('read', '**/.env'), 'a/.env', 'cat /proc/self/root$PWD/a/.env /proc/1/cwd/a/.env'],
    ]),
  )('%s', async (_name, config, place, script) => {
    const scene = openWith(config, script ?? `cat '${place}'`)
    scene.write(place, SECRET)
    const ran = await scene.run(['exec', '--', 'sh run.sh'])
    // Nobody was asked.
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain('begun')
    expect(ran.stdout + ran.stderr).not.toContain(SECRET)
    expect(scene.read(place)).toBe(SECRET)
  })

  test('what a link under such a name leads to', async () => {
    const scene = openWith(deny('read', '**/.env'), 'cat a/.env keys/real')
    scene.write('keys/real', SECRET)
    mkdirSync(join(scene.workspace, 'a'))
    symlinkSync('../keys/real', join(scene.workspace, 'a/.env'))
    const ran = await scene.run(['exec', '--', 'sh run.sh'])
    expect(ran.code).toBe(0)
    expect(ran.stdout).not.toContain(SECRET)
  })

  test('what was made between two commands', async () => {
    const scene = openWith(deny('read', '**/.env'), 'cat a/.env')
    await scene.run(['exec', '--', 'sh run.sh'])
    scene.write('a/.env', SECRET)
    expect((await scene.run(['exec', '--', 'sh run.sh'])).stdout).not.toContain(SECRET)
  })
})

describe('a script in the sandbox does not write what a pattern denies', () => {
  const pem = deny('write', '**/*.pem')
  test.each(
    someOf<[name: string, config: object, place: string, script: string]>([
      ['writing', pem, 'a/x.pem', 'echo x > a/x.pem'],
      ['appending', pem, 'a/b/x.pem', 'echo x >> a/b/x.pem'],
      ['deleting', pem, 'a/x.pem', 'rm -f a/x.pem'],
      ['deleting its folder', pem, 'a/b/x.pem', 'rm -rf a'],
      ['renaming', pem, 'a/x.pem', 'mv a/x.pem a/y'],
      ['renaming its folder', pem, 'a/b/x.pem', 'mv a/b a/c; mkdir -p a/b; echo x > a/b/x.pem'],
      ['writing over it', pem, 'a/x.pem', 'echo x > y; mv -f y a/x.pem; cp open a/x.pem'],
      ['through a link', pem, 'a/x.pem', 'ln -s a/x.pem l; echo x > l'],
      ['through another name', pem, 'a/x.pem', 'ln a/x.pem l && echo x > l'],
      ['changing its mode', pem, 'a/x.pem', 'chmod 600 a/x.pem; echo x > a/x.pem'],
      ['among dependencies', pem, 'node_modules/x/x.pem', 'echo x > node_modules/x/x.pem'],
      ['a rule on effects', effects('fs.write:**/*.pem'), 'a/x.pem', 'echo x > a/x.pem'],
      ['a folder', deny('write', '**/migrations/**'), 'db/migrations/1.sql', 'echo x > db/migrations/1.sql'],
    ]),
  )('%s', async (_name, config, place, script) => {
    const scene = openWith(config, script)
    scene.write(place, SECRET)
    const ran = await scene.run(['exec', '--', 'sh run.sh'])
    expect(ran).toMatchObject({ code: 0, stdout: 'begun\n' })
    expect(scene.read(place)).toBe(SECRET)
  })

  test.each(
    someOf<[name: string, config: object, script: string, made: string]>([
      ['a file', pem, 'echo x > new.pem', 'new.pem'],
      ['a file in a new folder', pem, 'mkdir -p b/c; echo x > b/c/new.pem', 'b/c/new.pem'],
      [
        'a file among dependencies',
        pem,
        'mkdir -p node_modules/x; echo x > node_modules/x/new.pem',
        'node_modules/x/new.pem',
      ],
      ['a folder that comes there', pem, 'mkdir b; echo x > b/y; mv b/y b/new.pem', 'b/new.pem'],
      ['a link', pem, 'ln -s open new.pem', 'new.pem'],
      ['another case', pem, 'echo x > NEW.PEM', 'NEW.PEM'],
      [
        'a folder of that name',
        deny('write', '**/migrations/**'),
        'mkdir -p db/migrations; echo x > db/migrations/2.sql',
        'db/migrations',
      ],
      ['many files', pem, 'for i in $(seq 300); do echo x > $i.pem; done', '300.pem'],
    ]),
  )('%s that a command makes is moved away, and that is said', async (_name, config, script, made) => {
    const scene = openWith(config, script)
    const ran = await scene.run(['exec', '--json', '--', 'sh run.sh'])
    expect(ran.code).toBe(0)
    expect(existsSync(join(scene.workspace, made))).toBe(false)
    expect(ran.stdout).toContain('a rule denies to write files of that name')
  })
})

describe('what a command makes under a name that may not be read', () => {
  test('stays, since it holds only what the command knew', async () => {
    const scene = openWith(deny('read', '**/.env'), 'mkdir a; echo x > a/.env')
    expect((await scene.run(['exec', '--', 'sh run.sh'])).code).toBe(0)
    expect(scene.read('a/.env')).toBe('x\n')
  })

  test.each<[name: string, made: string]>([
    ['a file', 'a/.env'],
    ['a file among dependencies', 'node_modules/x/.env'],
    ['a folder', 'b/c/.env/key'],
  ])('%s of a person is noticed, and hidden from the next command', async (_name, made) => {
    // It waits until a person has made a file.
    const scene = openWith(deny('read', '**/.env'), `touch ready; until test -e go; do sleep 0.02; done; cat ${made}`)
    const running = scene.run(['exec', '--json', '--', 'sh run.sh'])
    await vi.waitUntil(() => scene.read('ready') !== null, { timeout: 60_000 })
    scene.write(made, SECRET)
    scene.write('go', '')
    const { run } = (await running).json()
    expect(run.denials).toMatchObject([{ kind: 'read', target: join(scene.workspace, made.replace(/\/key$/, '')) }])
    expect(run.denials[0].message).toContain('while the command ran, under a name that a rule denies to read')
    const next = await scene.run(['exec', '--json', '--', 'sh run.sh'])
    expect(next.stdout).not.toContain(SECRET)
    expect(next.json().run.denials).toEqual([])
  })

  test.each([
    ['a link', 'mkdir a; echo x > y; ln -s ../y a/.env'],
    ['a file with another name', 'mkdir a; echo x > y; ln y a/.env'],
  ])('but %s, by which it could be read later', async (_name, script) => {
    const scene = openWith(deny('read', '**/.env'), script)
    expect((await scene.run(['exec', '--', 'sh run.sh'])).code).toBe(0)
    expect(existsSync(join(scene.workspace, 'a/.env'))).toBe(false)
  })
})

describe('where the files of a pattern cannot be found, it is asked', () => {
  const decide = async (config: object, prepare: (scene: ReturnType<typeof openWith>) => void) => {
    const scene = openWith(config, 'true')
    prepare(scene)
    const { decision, reasons } = (await scene.run(['check', '--json', '--', 'sh run.sh'])).json()
    return { decision, reasons: reasons.map(({ message }: { message: string }) => message).join('\n') }
  }

  test.each(
    someOf<[name: string, config: object, prepare: (scene: ReturnType<typeof openWith>) => void, why: string]>([
      [
        'more files than are covered',
        deny('read', '**/*.pem'),
        ({ write }) => Array.from({ length: 220 }, (_, index) => write(`${String(index)}.pem`, '')),
        'more than 200 such files',
      ],
      ['a pattern that fits the workspace', deny('read', '/**/work*'), () => {}, 'cannot enforce the rule'],
      ['folders of the system', deny('read', '/usr/**/*.pem'), () => {}, 'folders of the system'],
      [
        'more patterns than are looked for',
        { tools: { fs: { read: { deny: Array.from({ length: 65 }, (_, at) => `**/*.x${at}`) } } } },
        () => {},
        'more than 64 such patterns',
      ],
      ['an ask rule', { tools: { fs: { read: { ask: ['**/.env'] } } } }, () => {}, 'tools.fs.read.ask may cover'],
      [
        'an ask rule on a folder',
        { tools: { fs: { write: { ask: ['db'] } } } },
        () => {},
        'tools.fs.write.ask may cover',
      ],
    ]),
  )('%s', async (_name, config, prepare, why) => {
    const { decision, reasons } = await decide(config, prepare)
    expect(decision).toBe('ask')
    expect(reasons).toContain(why)
  })

  test.each(
    someOf<[name: string, config: object]>([
      ['a pattern that nothing fits', deny('read', '**/.env')],
      ['a pattern outside of what commands see', deny('read', '~/.config/*/token')],
      ['a question about what commands do not see', { tools: { fs: { read: { ask: ['~/.ssh/**'] } } } }],
      ['a question about what commands cannot write', { tools: { fs: { write: { ask: ['/etc/**'] } } } }],
    ]),
  )('%s is not', async (_name, config) => {
    expect((await decide(config, () => {})).decision).toBe('allow')
  })
})
