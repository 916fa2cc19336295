import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commandPath, pathPrepend } from '../src/place/command-path.ts'

/** A workspace, and folders beside it that PATH could name. */
function place() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-path-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const make = (name: string, mode = 0o755) => {
    const path = join(root, name)
    mkdirSync(path, { recursive: true })
    chmodSync(path, mode)
    return path
  }
  return { root, workspace: make('w'), make }
}

const foldersOf = (path: readonly string[], home: string, workspace: string) =>
  commandPath({ PATH: path.join(':') }, { home, workspace, hiddenPaths: [] }).path

test('folders that the agent or anybody else can write are left out of PATH, and so are links to them', () => {
  const { root, workspace, make } = place()
  const bin = make('bin')
  const open = make('open', 0o777)
  const within = make('w/bin')
  for (const [name, target] of [
    ['to-within', within],
    ['to-open', open],
  ] as const) {
    symlinkSync(target, join(root, name))
  }
  const named = [bin, open, within, join(root, 'to-within'), join(root, 'to-open'), '', '.', 'bin', './bin', '~/bin']
  const found = foldersOf(named, root, workspace)
  expect(found.filter((folder) => folder.startsWith(root))).toEqual([bin])
  expect(found.every((folder) => folder.startsWith('/'))).toBe(true)
})

test('a folder of the system in the workspace is the agent’s own', () => {
  const { root } = place()
  expect(foldersOf(['/usr/local/bin'], root, '/usr/local')).not.toContain('/usr/local/bin')
  expect(foldersOf(['/usr/local/bin'], root, '/usr/local')).toContain('/usr/bin')
})

test('folders that the configuration puts first come first, and contained commands are shown them', () => {
  const { root, workspace, make } = place()
  const [first, second] = [make('tools/first'), make('tools/second')]
  const options = { home: root, workspace, hiddenPaths: [], first: [second, '~/tools/first', '~/not-there'] }
  const { path, readPaths } = commandPath({ PATH: `${first}:/usr/bin` }, options)
  expect(path.slice(0, 3)).toEqual([second, first, '/usr/bin'])
  expect(readPaths).toEqual([first, second])
})

test.each([
  ['w/bin', 0o755, /lies in the workspace/],
  ['open', 0o777, /can be written by others/],
])('%s may not be put first, and that is said', (name, mode, why) => {
  const { root, workspace, make } = place()
  const folder = make(name, mode)
  expect(() => commandPath({ PATH: '' }, { home: root, workspace, hiddenPaths: [], first: [folder] })).toThrow(why)
})

test('an agent’s own folders come before those of all, and only the user’s file names any', () => {
  const exec = (folder: string) => ({ tools: { exec: { pathPrepend: [folder] } } })
  const agents = {
    defaults: exec('/all'),
    list: [
      { id: 'other', ...exec('/other') },
      { id: 'main', ...exec('/main') },
    ],
  }
  const sources = [
    { kind: 'user', document: { ...exec('/every'), agents } },
    { kind: 'workspace', document: exec('/workspace') },
  ] as unknown as Parameters<typeof pathPrepend>[0]['sources']
  expect(pathPrepend({ sources }, 'main')).toEqual(['/main', '/all', '/every'])
})
