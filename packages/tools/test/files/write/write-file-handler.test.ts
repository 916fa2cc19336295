import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFileHandler } from '../../../src/index.ts'
import { makeWorkspace, textOf } from '../workspace.ts'

test('a file is created, with the folders on the way to it', async () => {
  const workspace = makeWorkspace()
  const output = await workspace.call(writeFileHandler, { path: 'a/b/c.txt', content: 'one\ntwo\n' })
  expect(textOf(output)).toBe('created a/b/c.txt: 2 lines, 8 bytes')
  expect(output.structured).toEqual({ path: join(workspace.path, 'a/b/c.txt'), created: true, lines: 2, bytes: 8 })
  expect(workspace.read('a/b/c.txt')).toBe('one\ntwo\n')
  expect(workspace.names('a/b')).toEqual(['c.txt'])
  const mode = statSync(join(workspace.path, 'a/b/c.txt')).mode & 0o777
  expect(mode).toBe(0o666 & ~process.umask())
})

test('a file is replaced by another one that has its permissions and its owner', async () => {
  const workspace = makeWorkspace()
  const path = workspace.write('run.sh', 'old')
  chmodSync(path, 0o750)
  if (process.getuid?.() === 0) chownSync(path, 12_345, 23_456)
  const before = statSync(path)
  const output = await workspace.call(writeFileHandler, { path: 'run.sh', content: 'new' })
  expect(textOf(output)).toBe('replaced run.sh: 1 lines, 3 bytes')
  const after = statSync(path)
  expect(workspace.read('run.sh')).toBe('new')
  expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid])
  expect(after.ino).not.toBe(before.ino)
  expect(workspace.names()).toEqual(['run.sh'])
})

test('a file that may run as its owner no longer may when somebody wrote it', async () => {
  const workspace = makeWorkspace()
  const path = workspace.write('program', 'old')
  chmodSync(path, 0o4755)
  await workspace.call(writeFileHandler, { path: 'program', content: 'new' })
  expect(statSync(path).mode & 0o7777).toBe(0o755)
})

test('a hard link to a file elsewhere is replaced, and the file elsewhere stays', async () => {
  const workspace = makeWorkspace()
  const outside = join(workspace.root, 'outside')
  writeFileSync(outside, 'precious')
  linkSync(outside, join(workspace.path, 'inside'))
  await workspace.call(writeFileHandler, { path: 'inside', content: 'new' })
  expect(readFileSync(outside, 'utf8')).toBe('precious')
  expect(workspace.read('inside')).toBe('new')
})

test('a link stays a link, and the file that it leads to is written where the rules let it', async () => {
  const workspace = makeWorkspace()
  workspace.write('real.txt', 'old')
  symlinkSync('real.txt', join(workspace.path, 'link'))
  symlinkSync('made.txt', join(workspace.path, 'dangling'))
  symlinkSync('../outside', join(workspace.path, 'evil'))
  symlinkSync('..', join(workspace.path, 'up'))
  symlinkSync('gone/deeper', join(workspace.path, 'broken'))
  await workspace.call(writeFileHandler, { path: 'link', content: 'new' })
  expect(workspace.read('real.txt')).toBe('new')
  expect(readlinkSync(join(workspace.path, 'link'))).toBe('real.txt')
  await workspace.call(writeFileHandler, { path: 'dangling', content: 'made' })
  expect(workspace.read('made.txt')).toBe('made')
  for (const path of ['evil', 'up/outside', 'up/new/outside']) {
    expect((await workspace.call(writeFileHandler, { path, content: 'x' })).error, path).toMatchObject({
      code: 'REFUSED',
    })
  }
  const broken = await workspace.call(writeFileHandler, { path: 'broken/file', content: 'x' })
  expect(broken.error?.message).toContain('leads nowhere')
  expect(execFileSync('ls', [workspace.root], { encoding: 'utf8' })).toBe('workspace\n')
})

test('no folder is made for a file that the rules refuse', async () => {
  const workspace = makeWorkspace()
  workspace.refused.add(join(workspace.path, 'a/secrets'))
  const { error } = await workspace.call(writeFileHandler, { path: 'a/secrets/b/c', content: 'x' })
  expect(error).toMatchObject({ code: 'REFUSED' })
  expect(workspace.names()).toEqual([])
})

test('what is no regular file is not written', async () => {
  const workspace = makeWorkspace()
  mkdirSync(join(workspace.path, 'folder'))
  execFileSync('mkfifo', [join(workspace.path, 'pipe')])
  for (const [path, code] of [
    ['folder', 'FILE_FOLDER'],
    ['folder/', 'FILE_FOLDER'],
    ['new/', 'FILE_FOLDER'],
    ['folder/..', 'FILE_FOLDER'],
    ['~', 'FILE_FOLDER'],
    ['pipe', 'FILE_SPECIAL'],
    ['pipe/x', 'FILE_NOT_FOUND'],
    ['a\0', 'FILE_PATH'],
    ['x'.repeat(256), 'FILE_PATH'],
    ['', 'FILE_PATH'],
  ] as const) {
    const output = await workspace.call(writeFileHandler, { path, content: 'x' })
    expect(output.error, path).toMatchObject({ code })
    expect(output.error?.remedy, path).toBeTruthy()
  }
  expect(workspace.names()).toEqual(['folder', 'pipe'])
})

test('half a character is refused, since it could not be read back', async () => {
  const workspace = makeWorkspace()
  const { error } = await workspace.call(writeFileHandler, { path: 'a', content: 'x\uD83D' })
  expect(error).toMatchObject({ code: 'EDIT_ENCODING' })
  expect(workspace.names()).toEqual([])
})

test('names that have anything but NUL are written as they are', async () => {
  const workspace = makeWorkspace()
  for (const path of ['new\nline', '-rf', 'a b', 'ü', '💥', '*', '$HOME', 'back\\slash', 'C:drive', '...']) {
    await workspace.call(writeFileHandler, { path, content: path })
    expect(readFileSync(join(workspace.path, path), 'utf8')).toBe(path)
  }
})

test('calls that write the same file at once take turns', async () => {
  const workspace = makeWorkspace()
  const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000))
  const outputs = await Promise.all(contents.map((content) => workspace.call(writeFileHandler, { path: 'a', content })))
  expect(outputs.filter(({ error }) => error)).toEqual([])
  expect(contents).toContain(workspace.read('a'))
  expect(workspace.names()).toEqual(['a'])
})

test('what a killed process left is removed when it is old and its process is gone, and nothing else', async () => {
  const workspace = makeWorkspace()
  const old = new Date(Date.now() - 3_600_000)
  for (const name of [
    '.poundlock-write-4194305-abc',
    `.poundlock-write-${process.pid}-abc`,
    '.poundlock-write-x',
    '.other',
  ]) {
    utimesSync(workspace.write(name, ''), old, old)
  }
  workspace.write('.poundlock-write-4194305-def', '')
  await workspace.call(writeFileHandler, { path: 'a', content: '' })
  expect(workspace.names()).toEqual(
    [
      '.other',
      '.poundlock-write-4194305-def',
      `.poundlock-write-${process.pid}-abc`,
      '.poundlock-write-x',
      'a',
    ].toSorted(),
  )
})
