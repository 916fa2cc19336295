import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inspectRepository, planCommand } from '../../src/index.ts'
import { makeTar, makeZip } from './make-archive.ts'

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-unpacked-')))
mkdirSync(join(cwd, '.git/hooks'), { recursive: true })
mkdirSync(join(cwd, 'build'))
symlinkSync('.git', join(cwd, 'shortcut'))

const plain = makeTar([{ name: 'package/index.js' }, { name: 'package/src/a.js' }])
const hook = makeTar([{ name: 'a.txt' }, { name: '.git/hooks/pre-commit' }])
const files: Readonly<Record<string, Buffer | string>> = {
  'plain.tar': plain,
  'plain.tgz': gzipSync(plain),
  'plain.tar.zst': zstdCompressSync(plain),
  'hook.tar': hook,
  'hook.tgz': gzipSync(hook),
  'deep.tar': makeTar([{ name: 'x/.git/config' }]),
  'long.tar': makeTar([{ name: `${'d/'.repeat(60)}.git/hooks/x`, long: true }]),
  'spelt.tar': makeTar([{ name: './.GIT/hooks/x' }]),
  'absolute.tar': makeTar([{ name: '/.envrc' }]),
  'up.tar': makeTar([{ name: '../x' }]),
  'link.tar': makeTar([{ name: 'l', link: '.git' }, { name: 'l/hooks/x' }]),
  'alone.tar': makeTar([{ name: 'l', link: '.git/hooks' }]),
  'through.tar': makeTar([{ name: 'shortcut/hooks/x' }]),
  'damaged.tar': Buffer.concat([plain.subarray(0, 300), Buffer.from('?'), plain.subarray(301)]),
  'cut.tgz': gzipSync(plain).subarray(0, 60),
  'behind.tar': Buffer.concat([plain, hook]),
  'plain.zip': makeZip(['a.txt', 'src/b.txt']),
  'hook.zip': makeZip(['a.txt', '.git/hooks/pre-commit']),
  'backslash.zip': makeZip(['.git\\hooks\\x']),
  'odd.zip': Buffer.concat([Buffer.from('PK'), makeZip(['a'])]),
  'plain.patch': '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-x\n+y\n',
  'hook.patch': '--- /dev/null\n+++ b/.git/hooks/pre-commit\n@@ -0,0 +1 @@\n+x\n',
  'dated.patch': '--- x/.envrc 2024-01-01 00:00:00\n+++ x/.envrc 2024-01-01 00:00:00\n@@ -1 +1 @@\n-x\n+y\n',
  'rename.patch': 'diff --git a/x b/.npmrc\nrename from x\nrename to .npmrc\n',
  'quoted.patch': '--- "a/\\056envrc"\n+++ "b/\\056envrc"\n',
  'ed.patch': '1c\nx\n.\n',
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)

/** What the plan says is written beyond the folder as a whole: protected files, or `null` for what is not known. */
function written(line: string): readonly (string | null)[] {
  const findExecutable = (name: string) => `/usr/bin/${name}`
  const { plan } = planCommand(line, { cwd, home: '/home/u', findExecutable, inspectRepository })
  const effects = plan.commands.flatMap(({ profile }) => profile?.effects ?? [])
  return effects
    .filter(
      ({ kind, path }) => kind === 'file-write' && (path === null || /\/\./.test(path.slice(dirname(cwd).length))),
    )
    .map(({ path }) => (path === null ? null : path.slice(cwd.length + 1)))
}

test.each([
  'tar xf plain.tar',
  'tar xzf plain.tgz',
  'tar -x -f plain.tar.zst --strip-components=1',
  'tar xf plain.tar -C build',
  'mkdir -p build && cd build && tar xzf ../plain.tgz',
  'tar tf hook.tar',
  'tar xOf hook.tar a.txt',
  'tar x < plain.tar',
  'unzip -o plain.zip',
  'unzip -q plain.zip -d build',
  'unzip -l hook.zip',
  'patch -p1 < plain.patch',
  'patch -i plain.patch',
  'patch -p1 --dry-run < hook.patch',
  "patch -p1 <<'E'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nE",
])('%s writes nothing that is protected', (line) => {
  expect(written(line)).toEqual([])
})

test.each([
  ['tar xf hook.tar', '.git/hooks/pre-commit'],
  ['tar xzf hook.tgz', '.git/hooks/pre-commit'],
  ['tar xf hook.tar -C build', 'build/.git/hooks/pre-commit'],
  ['tar xf deep.tar --strip-components=1', '.git/config'],
  ['tar xf deep.tar', 'x/.git/config'],
  ['tar xf long.tar', `${'d/'.repeat(60)}.git/hooks/x`],
  ['tar xf spelt.tar', '.GIT/hooks/x'],
  ['tar xf absolute.tar', '.envrc'],
  ['tar xf alone.tar', '.git/hooks'],
  ['tar xf through.tar', '.git/hooks/x'],
  ['tar x < hook.tar', '.git/hooks/pre-commit'],
  ['unzip hook.zip', '.git/hooks/pre-commit'],
  ['unzip backslash.zip', '.git/hooks/x'],
  ['7z x hook.zip', '.git/hooks/pre-commit'],
  ['patch -p1 < hook.patch', '.git/hooks/pre-commit'],
  ['patch -p0 -i hook.patch', '.git/hooks/pre-commit'],
  ['patch < dated.patch', '.envrc'],
  ['patch -p1 < rename.patch', '.npmrc'],
  ["patch -p1 <<'E'\n--- a/.envrc\n+++ b/.envrc\n@@ -1 +1 @@\n-a\n+b\nE", '.envrc'],
])('%s is known to write %s', (line, path) => {
  expect(written(line)).toContain(path)
})

test.each([
  'tar xf missing.tar',
  'tar xf damaged.tar',
  'tar xzf cut.tgz',
  'tar xf up.tar',
  'tar xf link.tar',
  'tar xif behind.tar',
  'tar xf plain.tar -f hook.tar',
  'tar x',
  'cat hook.tar | tar x',
  'cp hook.tar plain.tar && tar xf plain.tar',
  'curl -so plain.tgz https://h.example; tar xzf plain.tgz',
  'tar xf plain.tar --strip-components=1x',
  'unzip odd.zip',
  'unzip missing',
  '7z x plain.7z',
  'patch -p1 < missing.patch',
  'patch < quoted.patch',
  'patch < ed.patch',
  'cat hook.patch | patch -p1',
  'patch -p1 <<E\n--- a/$X\n+++ b/$X\nE',
])('what %s writes is not known', (line) => {
  expect(written(line)).toContain(null)
})

test('nothing is looked at where the file system is not to be touched', () => {
  const { plan } = planCommand('tar xf hook.tar', { cwd, home: '/home/u', findExecutable: () => '/usr/bin/tar' })
  const effects = plan.commands[0]!.profile!.effects.filter(({ kind }) => kind === 'file-write')
  expect(effects.map(({ path }) => path)).toEqual([cwd])
})

test('tar lists the same names in an archive that it has made itself', () => {
  mkdirSync(join(cwd, 'source/.vscode'), { recursive: true })
  writeFileSync(join(cwd, 'source/.vscode/tasks.json'), 'x'.repeat(2000))
  writeFileSync(join(cwd, `source/${'n'.repeat(150)}`), 'x')
  for (const format of ['gnu', 'pax', 'ustar', 'v7'] as const) {
    const list = format === 'v7' || format === 'ustar' ? ['.vscode'] : ['.vscode', 'n'.repeat(150)]
    const made = spawnSync('tar', ['-C', 'source', `--format=${format}`, '-czf', 'made.tgz', ...list], { cwd })
    expect(made.status, String(made.stderr)).toBe(0)
    expect(written('tar xzf made.tgz')).toContain('.vscode/tasks.json')
  }
})
