import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fetchedPackages } from '../../src/mcp/needs/fetched-packages.ts'

function openHome() {
  const home = mkdtempSync(join(tmpdir(), 'poundlock-fetched-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const write = (name: string, value: unknown) => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), JSON.stringify(value))
  }
  /** As npx of npm 11 leaves it. */
  const fetch = (folder: string, spec: string, version: string) => {
    write(`.npm/_npx/${folder}/package.json`, { dependencies: {}, _npx: { packages: [spec] } })
    write(`.npm/_npx/${folder}/node_modules/.package-lock.json`, {
      packages: { [`node_modules/${spec}`]: { version, integrity: `sha512-${version}` } },
    })
  }
  return { home, write, fetch }
}

test('another release that npx fetched is another list, and what it fetched for others is not on it', () => {
  const { home, fetch } = openHome()
  fetch('one', 'notes-server', '1.0.0')
  fetch('two', 'prettier', '3.0.0')
  const list = () => fetchedPackages(home, ['-y', 'notes-server', '/notes'])
  expect(list()).toEqual(['node_modules/notes-server 1.0.0 sha512-1.0.0'])
  fetch('two', 'prettier', '3.1.0')
  expect(list()).toEqual(['node_modules/notes-server 1.0.0 sha512-1.0.0'])
  fetch('one', 'notes-server', '1.0.1')
  expect(list()).toEqual(['node_modules/notes-server 1.0.1 sha512-1.0.1'])
  expect(fetchedPackages(home, ['--package=notes-server', 'notes'])).toEqual(list())
})

test('the releases that uvx fetched are on the list', () => {
  const { home, write } = openHome()
  write('.cache/uv/archive-v0/a/notes_server-1.0.0.dist-info/METADATA', '')
  write('.cache/uv/archive-v0/a/notes_server/main.py', '')
  expect(fetchedPackages(home, ['notes-server'])).toEqual(['notes_server-1.0.0.dist-info'])
})

test('a server that puts a pipe, a link or nonsense there breaks nothing', () => {
  const { home, write, fetch } = openHome()
  fetch('one', 'notes-server', '1.0.0')
  const lock = join(home, '.npm/_npx/one/node_modules/.package-lock.json')
  rmSync(lock)
  execFileSync('mkfifo', [lock])
  expect(fetchedPackages(home, ['notes-server'])).toEqual(['one: no lock file'])
  write('.npm/_npx/one/package.json', [{ _npx: 1 }])
  expect(fetchedPackages(home, ['notes-server'])).toEqual([])
  expect(fetchedPackages(join(home, 'missing'), ['notes-server'])).toEqual([])
})
