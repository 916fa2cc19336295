import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
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
    const digest = () => identifyProgram(command, file, []).digest
    const before = digest()
    expect(digest()).toBe(before)
    writeFileSync(code, 'after!')
    expect(digest()).not.toBe(before)
  })

  test('the program itself', () => {
    const { at } = openPlace()
    const file = at('workspace/server')
    writeFileSync(file, 'before')
    const digest = () => identifyProgram({ file, args: [], cwd: at('workspace'), env: {} }, file, []).digest
    const before = digest()
    writeFileSync(file, 'after!')
    expect(digest()).not.toBe(before)
  })

  test('a database that it keeps is no program', () => {
    const { at } = openPlace()
    const data = at('notes/a.sqlite')
    const command = { file: '/usr/bin/uvx', args: [`--db=${data}`], cwd: at('workspace'), env: {} }
    writeFileSync(data, 'before')
    const before = identifyProgram(command, command.file, []).digest
    writeFileSync(data, 'after!')
    expect(identifyProgram(command, command.file, []).digest).toBe(before)
  })
})
