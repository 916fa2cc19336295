import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const SECRET = 'key of somebody'

/** A workspace with files under several names, and a script of its own that nobody has read. */
function openWith(config: object, script: string) {
  const scene = openScene()
  const at = (path: string) => join(scene.workspace, path)
  const inFolder = (path: string) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    return at(path)
  }
  scene.configure(JSON.parse(JSON.stringify(config).replaceAll('@ROOT@', scene.root)))
  const write = (path: string, text = SECRET) => writeFileSync(inFolder(path), text)
  write('run.sh', `echo begun\n{ ${script}\n} 2>/dev/null\ntrue\n`)
  return {
    ...scene,
    write,
    link: (path: string, to: string) => symlinkSync(to.replaceAll('@ROOT@', scene.root), inFolder(path)),
    name: (path: string, other: string) => linkSync(at(path), inFolder(other)),
    folder: (path: string) => mkdirSync(at(path), { recursive: true }),
    read: (path: string) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null),
  }
}

type Scene = ReturnType<typeof openWith>
const deny = (access: 'read' | 'write', ...paths: string[]) => ({ tools: { fs: { [access]: { deny: paths } } } })

async function expectRun(scene: Scene) {
  const ran = await scene.run(['exec', '--', 'sh run.sh'])
  // Nobody was asked.
  expect({ code: ran.code, begun: ran.stdout.includes('begun') }).toStrictEqual({ code: 0, begun: true })
  return ran
}

/** What was there, and what must be afterwards; `null` for what must not come to be. */
interface WriteRow {
  readonly config?: object
  readonly prepare: (scene: Scene) => void
  readonly script: string
  readonly kept: Readonly<Record<string, string | null>>
}

const linked = ({ write, link }: Scene) => {
  write('real')
  link('x.pem', 'real')
}
const linkedFolder = ({ write, link }: Scene) => {
  write('data/key')
  link('secrets', 'data')
}

const writes: Readonly<Record<string, WriteRow>> = {
  'a link, through it': { prepare: linked, script: 'echo x > x.pem', kept: { real: SECRET } },
  'what a link leads to': { prepare: linked, script: 'echo x > real', kept: { real: SECRET } },
  'deleting what a link leads to': { prepare: linked, script: 'rm -f real', kept: { real: SECRET } },
  'exchanging what a link leads to': { prepare: linked, script: 'echo x > y; mv -f y real', kept: { real: SECRET } },
  'pointing a link elsewhere': {
    prepare: linked,
    script: 'echo x > y; rm x.pem; ln -s y x.pem',
    kept: { 'x.pem': SECRET },
  },
  'a link to a link': {
    prepare({ write, link }) {
      write('deep/real')
      link('middle', 'deep/real')
      link('x.pem', 'middle')
    },
    script: 'echo x > deep/real',
    kept: { 'deep/real': SECRET },
  },
  'an absolute link': {
    prepare({ write, link }) {
      write('deep/real')
      link('x.pem', '@ROOT@/workspace/deep/real')
    },
    script: 'echo x > deep/real; rm -rf deep',
    kept: { 'deep/real': SECRET },
  },
  'a folder above that is a link': {
    config: deny('write', 'secrets/key'),
    prepare: linkedFolder,
    script: 'echo x > data/key; echo x > secrets/key',
    kept: { 'data/key': SECRET },
  },
  'a folder that is a link': {
    config: deny('write', 'secrets/**'),
    prepare: linkedFolder,
    script: 'echo x > data/new; rm -rf data/key',
    kept: { 'data/key': SECRET, 'data/new': null },
  },
  'what is not there yet, below a link': {
    config: deny('write', 'secrets/key'),
    prepare({ folder, link }) {
      folder('data')
      link('secrets', 'data')
    },
    script: 'echo x > data/key',
    kept: { 'data/key': null },
  },
  'what a link leads to that is not there yet': {
    prepare: ({ link }) => link('x.pem', 'real'),
    script: 'echo x > real',
    kept: { real: null },
  },
  'a protected path': {
    config: { sandbox: { protectedPaths: ['x.pem'] } },
    prepare: linked,
    script: 'echo x > real',
    kept: { real: SECRET },
  },
  'a rule on effects': {
    config: { tools: { exec: { deny: ['fs.write:x.pem'] } } },
    prepare: linked,
    script: 'echo x > real',
    kept: { real: SECRET },
  },
  'what an editor obeys, as a link': {
    config: {},
    prepare({ write, link }) {
      write('editor/tasks.json')
      link('.vscode', 'editor')
    },
    script: 'echo x > editor/tasks.json; echo x > editor/new',
    kept: { 'editor/tasks.json': SECRET, 'editor/new': null },
  },
  'a pattern with a folder that is a link': {
    config: deny('write', '**/secrets/*'),
    prepare: linkedFolder,
    script: 'echo x > data/key',
    kept: { 'data/key': SECRET },
  },
  'a second name': {
    config: deny('write', 'a/x.pem'),
    prepare({ write, name }) {
      write('a/x.pem')
      name('a/x.pem', 'other')
    },
    script: 'echo x > other',
    kept: { 'a/x.pem': SECRET },
  },
  'a second name, by a pattern': {
    config: deny('write', '**/*.pem'),
    prepare({ write, name }) {
      write('a/x.pem')
      name('a/x.pem', 'b/c/other')
    },
    script: 'echo x > b/c/other',
    kept: { 'a/x.pem': SECRET },
  },
  'a second name of what lies in a folder': {
    config: deny('write', 'secrets/**'),
    prepare({ write, name }) {
      write('secrets/deep/key')
      name('secrets/deep/key', 'other')
    },
    script: 'echo x > other',
    kept: { 'secrets/deep/key': SECRET },
  },
  'a second name of what a link leads to': {
    prepare(scene) {
      linked(scene)
      scene.name('real', 'other')
    },
    script: 'echo x > other',
    kept: { real: SECRET },
  },
}

describe('a script in the sandbox does not write what is denied by another of its names', () => {
  test.each(Object.entries(writes))('%s', async (_name, { config = deny('write', 'x.pem'), prepare, script, kept }) => {
    const scene = openWith(config, script)
    prepare(scene)
    await expectRun(scene)
    for (const [path, content] of Object.entries(kept)) expect([path, scene.read(path)]).toStrictEqual([path, content])
  })
})

describe('a script in the sandbox does not read what is denied by another of its names', () => {
  const env =
    (path = 'a/.env', other = 'other', from = path) =>
    ({ write, name }: Scene) => {
      write(path)
      name(from, other)
    }
  test.each<[name: string, config: object, prepare: (scene: Scene) => void, script: string]>([
    ['what a link leads to', deny('read', 'x.pem'), linked, 'cat real'],
    ['a link to it', deny('read', 'real'), linked, 'cat x.pem'],
    ['a folder above that is a link', deny('read', 'secrets/key'), linkedFolder, 'cat data/key'],
    ['a pattern with a folder that is a link', deny('read', '**/secrets/*'), linkedFolder, 'cat data/key'],
    [
      'a pattern with a link among dependencies',
      deny('read', '**/secrets/key'),
      ({ write, link }) => {
        write('node_modules/.store/x/key')
        link('node_modules/x/secrets', '../.store/x')
      },
      'cat node_modules/.store/x/key',
    ],
    ['a second name', deny('read', 'a/.env'), env(), 'cat other'],
    ['a second name, by a pattern', deny('read', '**/.env'), env(), 'cat other'],
    [
      'a second name among dependencies',
      deny('read', 'a/.env'),
      env('a/.env', 'node_modules/x/y'),
      'cat node_modules/x/y',
    ],
    [
      'a second name in the folder of git',
      deny('read', 'a/.env'),
      env('a/.env', '.git/objects/ab/cd'),
      'cat .git/objects/ab/cd',
    ],
    ['a second name of what lies in a folder', deny('read', 'secrets/**'), env('secrets/deep/key'), 'cat other'],
    [
      'three names of two files',
      deny('read', '**/.env'),
      (scene) => {
        env('a/.env', 'one')(scene)
        env('b/.env', 'two')(scene)
        scene.name('b/.env', 'c/three')
      },
      'cat one two c/three',
    ],
    [
      'a second name of what a link leads to',
      deny('read', 'x.pem'),
      (scene) => {
        linked(scene)
        scene.name('real', 'other')
      },
      'cat other',
    ],
    ['by a rule on effects', { tools: { exec: { deny: ['fs.read:a/.env'] } } }, env(), 'cat other'],
    [
      'a second name in another granted folder',
      { ...deny('read', 'a/.env'), sandbox: { writePaths: ['@ROOT@/cache'] } },
      (scene) => {
        mkdirSync(join(scene.root, 'cache'))
        env('a/.env', '../cache/other')(scene)
      },
      'cat ../cache/other',
    ],
  ])('%s', async (_name, config, prepare, script) => {
    const scene = openWith(config, script)
    prepare(scene)
    const { stdout, stderr } = await expectRun(scene)
    expect(stdout + stderr).not.toContain(SECRET)
  })
})

describe('what is not denied goes on', () => {
  test.each<[name: string, config: object, prepare: (scene: Scene) => void, script: string, out: string]>([
    [
      'a file with two names of which none is denied',
      deny('read', '**/.env'),
      ({ write, name }) => {
        write('.env')
        write('a', 'open')
        name('a', 'b')
      },
      'cat b',
      'open',
    ],
    [
      'what lies beside what a link leads to',
      deny('write', 'secrets/key'),
      linkedFolder,
      'echo fine > data/other; cat data/other',
      'fine',
    ],
    ['a link that leads in circles', deny('write', 'x'), ({ link }) => link('x', 'x'), 'echo fine', 'fine'],
    ['what an editor obeys, as a link to all', {}, ({ link }) => link('.vscode', '.'), 'echo fine > a; cat a', 'fine'],
  ])('%s', async (_name, config, prepare, script, out) => {
    const scene = openWith(config, script)
    prepare(scene)
    expect((await expectRun(scene)).stdout).toContain(out)
  })

  test('and what stands for the workspace itself is asked about', async () => {
    const scene = openWith(deny('write', 'x'), 'true')
    scene.link('x', '.')
    const { decision } = (await scene.run(['check', '--json', '--', 'sh run.sh'])).json()
    expect(decision).toBe('ask')
  })
})
