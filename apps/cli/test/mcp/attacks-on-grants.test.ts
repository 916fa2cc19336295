import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Bounds, placeNeeds, stillGranted } from '../../src/mcp/needs/named-places.ts'
import { identifyProgram } from '../../src/mcp/needs/program-identity.ts'
import { makeServerHome, serverHome } from '../../src/mcp/needs/server-home.ts'

function openPlace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-grants-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const at = (path: string) => join(root, path)
  for (const folder of ['home/.ssh', 'workspace/.git/hooks', 'workspace/src', 'notes/mine', 'secrets']) {
    mkdirSync(at(folder), { recursive: true })
  }
  const bounds: Bounds = {
    hiddenPaths: [at('home/.ssh'), at('secrets')],
    protectedPaths: ['.git/hooks', '.git/config', '.vscode/settings.json'],
    home: at('home'),
    workspace: at('workspace'),
  }
  return { at, bounds }
}

describe('attack: a server puts something in the place of its home folder', () => {
  test.each(['link', 'file'] as const)('a %s, which is refused and not given away', (kind) => {
    const { at } = openPlace()
    const home = serverHome('needy', at('state'))
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(at('workspace'), 65_534, 65_534)
    expect(makeServerHome('needy', at('state'), at('workspace'))).toBe(home)
    expect(statSync(home).uid).toBe(statSync(at('workspace')).uid)
    const before = statSync(at('secrets')).uid
    rmSync(home, { recursive: true })
    if (kind === 'link') symlinkSync(at('secrets'), home)
    else writeFileSync(home, '')
    expect(() => makeServerHome('needy', at('state'), at('workspace'))).toThrow(/is not a folder/)
    expect(statSync(at('secrets')).uid).toBe(before)
  })

  test('a link to nothing, which is not made either', () => {
    const { at } = openPlace()
    const home = serverHome('needy', at('state'))
    makeServerHome('needy', at('state'), at('workspace'))
    rmSync(home, { recursive: true })
    symlinkSync(at('made'), home)
    expect(() => makeServerHome('needy', at('state'), at('workspace'))).toThrow(/is not a folder/)
    expect(statSync(at('made'), { throwIfNoEntry: false })).toBeUndefined()
    expect(statSync(dirname(home)).isDirectory()).toBe(true)
  })
})

describe('attack: a place beside the bounds', () => {
  test.each(['.git', '.git/index', '.git/hooks', '.git/hooks/pre-commit', '.git/config'])(
    'writing %s is not wanted, since what is protected lies in it',
    (path) => {
      const { at, bounds } = openPlace()
      expect(placeNeeds('write', at(`workspace/${path}`), bounds)).toEqual({})
    },
  )

  test.each(['.git', '.git/hooks', '.git/objects', '.git/worktrees/x', '.git/modules/y/hooks'])(
    'writing %s of another repository is not wanted, since git runs what lies there',
    (path) => {
      const { at, bounds } = openPlace()
      mkdirSync(at(`notes/${path}`), { recursive: true })
      expect(placeNeeds('write', at(`notes/${path}`), bounds)).toEqual({})
      expect(placeNeeds('write', at('notes'), bounds), 'the repository itself').toEqual({ writePaths: [at('notes')] })
    },
  )

  test('writing a bare repository, or what lies in it, is not wanted', () => {
    const { at, bounds } = openPlace()
    for (const folder of ['hooks', 'objects', 'refs']) mkdirSync(at(`notes/bare/${folder}`), { recursive: true })
    writeFileSync(at('notes/bare/HEAD'), 'ref: refs/heads/main\n')
    for (const path of ['notes/bare', 'notes/bare/hooks']) {
      expect(placeNeeds('write', at(path), bounds), path).toEqual({})
      expect(placeNeeds('read', at(path), bounds), path).toEqual({ readPaths: [at(path)] })
    }
  })

  test('the workspace, folders in it without protected paths, and folders elsewhere can be granted', () => {
    const { at, bounds } = openPlace()
    for (const path of ['workspace', 'workspace/src', 'notes', 'notes/mine']) {
      expect(placeNeeds('write', at(path), bounds), path).toEqual({ writePaths: [at(path)] })
    }
  })

  test.each(['secrets', 'home', 'home/.ssh', 'workspace/.git/hooks'])('a link to %s is not wanted', (target) => {
    const { at, bounds } = openPlace()
    symlinkSync(at(target), at('notes/link'))
    for (const access of ['read', 'write'] as const) expect(placeNeeds(access, at('notes/link'), bounds)).toEqual({})
  })

  test('a link to the system is not wanted, nor what lies behind a link to hidden files', () => {
    const { at, bounds } = openPlace()
    symlinkSync('/etc/ssl', at('notes/system'))
    symlinkSync(at('secrets'), at('notes/hidden'))
    expect(placeNeeds('write', at('notes/system'), bounds)).toEqual({})
    expect(placeNeeds('write', at('notes/hidden/later/a'), bounds)).toEqual({})
    const behindLink = { ...bounds, hiddenPaths: [at('notes/hidden')] }
    expect(placeNeeds('read', at('secrets'), behindLink)).toEqual({})
  })

  test('a link elsewhere is wanted by its target', () => {
    const { at, bounds } = openPlace()
    symlinkSync(at('notes/mine'), at('workspace/link'))
    expect(placeNeeds('write', at('workspace/link'), bounds)).toEqual({ writePaths: [at('notes/mine')] })
  })
})

describe('attack: what was granted has become something else', () => {
  test('links, places within new bounds and missing places no longer count', () => {
    const { at, bounds } = openPlace()
    mkdirSync(at('notes/later'))
    const kept = { readPaths: [at('notes/mine')], writePaths: [at('notes/later')], hosts: ['a.example:443'] }
    expect(stillGranted(kept, bounds)).toEqual(kept)
    rmSync(at('notes/later'), { recursive: true })
    expect(stillGranted(kept, bounds).writePaths, 'missing').toEqual([])
    symlinkSync(at('workspace/src'), at('notes/later'))
    expect(stillGranted(kept, bounds).writePaths, 'a link').toEqual([])
    const hidden = { ...bounds, hiddenPaths: [at('notes/mine')] }
    expect(stillGranted(kept, hidden).readPaths, 'hidden since').toEqual([])
    const old = { ...kept, writePaths: [at('workspace/.git')] }
    expect(stillGranted(old, bounds).writePaths, 'granted by an earlier version').toEqual([])
  })
})

describe('attack: another content of a file that the command line names', () => {
  test.each<readonly [string, (code: string) => readonly string[]]>([
    ['/usr/bin/node', (code) => ['--require', code, 'server.js']],
    ['/usr/bin/node', (code) => [`--require=${code}`, 'server.js']],
    ['/usr/bin/env', (code) => ['node', code]],
    ['/usr/bin/uv', (code) => ['run', code]],
    ['/usr/bin/node', () => ['server.js', 'code.js']],
  ])('%s: another program', (file, args) => {
    const { at } = openPlace()
    const code = at('workspace/code.js')
    for (const path of [code, at('workspace/server.js')]) writeFileSync(path, 'before')
    const command = { file, args: args(code), cwd: at('workspace'), env: {} }
    const digest = () => identifyProgram(command, file, [], at('home')).digest
    const before = digest()
    expect(digest()).toBe(before)
    writeFileSync(code, 'after!')
    expect(digest()).not.toBe(before)
  })

  test('the program itself', () => {
    const { at } = openPlace()
    const file = at('workspace/server')
    writeFileSync(file, 'before')
    const digest = () => identifyProgram({ file, args: [], cwd: at('workspace'), env: {} }, file, [], at('home')).digest
    const before = digest()
    writeFileSync(file, 'after!')
    expect(digest()).not.toBe(before)
  })

  test('a database that it keeps is no program', () => {
    const { at } = openPlace()
    const data = at('notes/a.sqlite')
    const command = { file: '/usr/bin/uvx', args: [`--db=${data}`], cwd: at('workspace'), env: {} }
    writeFileSync(data, 'before')
    const before = identifyProgram(command, command.file, [], at('home')).digest
    writeFileSync(data, 'after!')
    expect(identifyProgram(command, command.file, [], at('home')).digest).toBe(before)
  })
})

describe('attack: other code beside the program', () => {
  const openServer = (file: string, args: readonly string[]) => {
    const { at } = openPlace()
    const write = (path: string, text: string) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    }
    const command = { file, args, cwd: at('workspace'), env: {} }
    const identify = () => identifyProgram(command, file, [], at('home'))
    return { at, write, identify }
  }

  test.each<readonly [what: string, file: string, args: readonly string[], start: string, code: string]>([
    ['in a folder below', 'node', ['server.js'], 'workspace/server.js', 'workspace/src/deep/lib.js'],
    ['in the package above', 'node', ['tool/server.js'], 'workspace/tool/server.js', 'workspace/lib/x.mjs'],
    ['of a folder that is started', 'node', ['tool'], 'workspace/tool/index.js', 'workspace/tool/lib.cjs'],
    ['of a folder that is started', 'python3', ['tool'], 'workspace/tool/__main__.py', 'workspace/tool/lib.py'],
    ['of a module', 'python3', ['-m', 'tool'], 'workspace/tool/__main__.py', 'workspace/tool/lib.py'],
    ['compiled, in the place of a module', 'python3', ['a.py'], 'workspace/a.py', 'workspace/lib.pyc'],
    ['for another runner', 'npx', ['tsx', 'tool/server.ts'], 'workspace/tool/server.ts', 'workspace/tool/lib.ts'],
    ['that is loaded first', 'env', ['node', '--import=./first.mjs', 'x'], 'workspace/first.mjs', 'workspace/lib.mjs'],
    ['in a manifest', 'node', ['server.js'], 'workspace/server.js', 'workspace/sub/package.json'],
  ])('%s: %s %j', (_what, file, args, start, code) => {
    const { write, identify } = openServer(`/usr/bin/${file}`, args)
    write('workspace/package.json', '{}')
    write(start, 'start')
    write(code, 'before')
    const before = identify()
    write('workspace/data.json', 'data')
    write('workspace/.git/x.js', 'no code of the server')
    write('workspace/__pycache__/a.pyc', 'not read')
    expect(identify().digest).toBe(before.digest)
    write(code, 'after!')
    expect(identify().digest).not.toBe(before.digest)
    expect(before.code.every(({ isWhole }) => isWhole)).toBe(true)
  })

  test('behind a link, and in packages that packages depend on', () => {
    const { at, write, identify } = openServer('/usr/bin/node', ['tool/server.js'])
    write('workspace/tool/package.json', '{"dependencies":{"one":"1"}}')
    write('workspace/tool/server.js', '')
    write('notes/lib.js', 'before')
    symlinkSync(at('notes'), at('workspace/tool/linked'))
    write('workspace/node_modules/one/package.json', '{"optionalDependencies":{"@a/two":"1"}}')
    write('workspace/node_modules/@a/two/index.js', 'before')
    write('workspace/node_modules/other/index.js', 'before')
    const changed = (path: string) => {
      const before = identify().digest
      write(path, String(Math.random()))
      return identify().digest !== before
    }
    expect(changed('notes/lib.js')).toBe(true)
    expect(changed('workspace/node_modules/one/lib/a.js')).toBe(true)
    expect(changed('workspace/node_modules/@a/two/index.js')).toBe(true)
    expect(changed('workspace/node_modules/other/index.js'), 'nothing depends on it').toBe(false)
  })

  test('links in a circle end, and the home folder is no project', () => {
    const { at, write, identify } = openServer('/usr/bin/node', ['../home/server.js'])
    write('home/package.json', '{}')
    write('home/server.js', '')
    symlinkSync(at('home'), at('home/again'))
    expect(identify().code).toEqual([])
  })

  test('more than is read at a start is said', () => {
    const { at, write, identify } = openServer('/usr/bin/node', ['server.js'])
    write('workspace/server.js', '')
    write('workspace/large.js', '')
    truncateSync(at('workspace/large.js'), 300 * 1024 * 1024)
    expect(identify().code).toMatchObject([{ folder: at('workspace'), isWhole: false }])
  })
})
