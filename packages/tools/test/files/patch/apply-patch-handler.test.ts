import { chmodSync, linkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyPatchHandler } from '../../../src/index.ts'
import { makeWorkspace, textOf, type Workspace } from '../workspace.ts'

const SOURCE =
  'class A:\n    def run(self):\n        return 1\n\nclass B:\n    def run(self):\n        return 1\n\ntail = 1\n'

function makeFiles(): Workspace {
  const workspace = makeWorkspace()
  workspace.write('src/a.py', SOURCE)
  workspace.write('b.txt', 'one\ntwo\nthree\n')
  workspace.write('crlf.txt', 'one\r\ntwo\r\nthree\r\n')
  workspace.write('open.txt', 'one\ntwo')
  workspace.write('latin.txt', Buffer.from('gr\xfcn\nblau\n', 'latin1'))
  workspace.write('binary', 'a\0b\n')
  workspace.write('gone.txt', 'bye\n')
  return workspace
}

const begin = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')

test('files are added, changed, moved and deleted by one patch', async () => {
  const workspace = makeFiles()
  const output = await workspace.call(applyPatchHandler, {
    patch: begin(
      '*** Add File: new/folder/c.txt',
      '+first',
      '+',
      '+third',
      '*** Update File: b.txt',
      '@@',
      ' one',
      '-two',
      '+zwei',
      '*** Update File: src/a.py',
      '*** Move to: src/moved.py',
      '@@ class B:',
      '     def run(self):',
      '-        return 1',
      '+        return 2',
      '*** Delete File: gone.txt',
    ),
  })
  expect(textOf(output)).toBe(
    'added new/folder/c.txt\nchanged b.txt\ndeleted src/a.py\nadded src/moved.py\ndeleted gone.txt',
  )
  expect(workspace.read('new/folder/c.txt')).toBe('first\n\nthird\n')
  expect(workspace.read('b.txt')).toBe('one\nzwei\nthree\n')
  expect(workspace.read('src/moved.py')).toBe(SOURCE.replace(/return 1(?=\n\ntail)/, 'return 2'))
  expect(workspace.names()).toEqual(['b.txt', 'binary', 'crlf.txt', 'latin.txt', 'new', 'open.txt', 'src'])
  expect(workspace.names('src')).toEqual(['moved.py'])
  expect(workspace.names('new/folder')).toEqual(['c.txt'])
})

test.each<[string, string, string]>([
  [
    'lines at the end of the file',
    begin('*** Update File: b.txt', '@@', ' three', '+four', '*** End of File'),
    'one\ntwo\nthree\nfour\n',
  ],
  [
    'lines that are only added go to the end',
    begin('*** Update File: b.txt', '@@', '+four'),
    'one\ntwo\nthree\nfour\n',
  ],
  ['lines behind a header', begin('*** Update File: b.txt', '@@ one', '+and a half'), 'one\nand a half\ntwo\nthree\n'],
  [
    'two changes, and no @@ before the first',
    begin('*** Update File: b.txt', '-one', '+1', '@@', '-three', '+3'),
    '1\ntwo\n3\n',
  ],
  [
    'an empty line between changes that nobody meant',
    begin('*** Update File: b.txt', '@@', '-one', '+1', '', '@@', '-three', '+3', ''),
    '1\ntwo\n3\n',
  ],
  [
    'other blanks, where only one place fits',
    begin('*** Update File: b.txt', '@@', '   one  ', '-  two', '+zwei'),
    'one\nzwei\nthree\n',
  ],
  ['a unified diff', '--- a/b.txt\n+++ b/b.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n', 'one\nzwei\nthree\n'],
  [
    'a unified diff without prefixes',
    '--- b.txt\t2026-01-01\n+++ b.txt\t2026-01-02\n@@ -2 +2 @@\n-two\n+zwei\n',
    'one\nzwei\nthree\n',
  ],
  [
    'a unified diff with wrong numbers',
    '--- a/b.txt\n+++ b/b.txt\n@@ -30,9 +31,9 @@\n one\n-two\n+zwei\n',
    'one\nzwei\nthree\n',
  ],
  [
    'a unified diff without numbers',
    '--- a/b.txt\n+++ b/b.txt\n@@ ... @@\n-two\n+zwei\n'.replace(' ... @@', ''),
    'one\nzwei\nthree\n',
  ],
  [
    'lines that look like headers',
    '--- a/b.txt\n+++ b/b.txt\n@@ -1,3 +1,4 @@\n one\n+-- a\n+++ b\n two\n three\n',
    'one\n-- a\n++ b\ntwo\nthree\n',
  ],
  [
    'a patch with CRLF throughout',
    begin('*** Update File: b.txt', '@@', '-two', '+zwei').replaceAll('\n', '\r\n'),
    'one\nzwei\nthree\n',
  ],
  [
    'the same file twice',
    begin('*** Update File: b.txt', '@@', '-two', '+zwei', '*** Update File: b.txt', '@@', '-zwei', '+deux'),
    'one\ndeux\nthree\n',
  ],
  ['a file that is deleted and added', begin('*** Delete File: b.txt', '*** Add File: b.txt', '+new'), 'new\n'],
])('%s', async (_, patch, after) => {
  const workspace = makeFiles()
  const { error } = await workspace.call(applyPatchHandler, { patch })
  expect(error).toBeUndefined()
  expect(workspace.read('b.txt')).toBe(after)
})

test('line ends, a missing last one, encodings and permissions are kept', async () => {
  const workspace = makeFiles()
  chmodSync(join(workspace.path, 'crlf.txt'), 0o750)
  const { error } = await workspace.call(applyPatchHandler, {
    patch: begin(
      '*** Update File: crlf.txt',
      '@@',
      ' one',
      '-two',
      '+zwei',
      '+zwei und ein halb',
      '*** Update File: open.txt',
      '@@',
      ' one',
      '-two',
      '+zwei',
      '*** Update File: latin.txt',
      '@@',
      '-grün',
      '+größer',
    ),
  })
  expect(error).toBeUndefined()
  expect(workspace.read('crlf.txt')).toBe('one\r\nzwei\r\nzwei und ein halb\r\nthree\r\n')
  expect(statSync(join(workspace.path, 'crlf.txt')).mode & 0o777).toBe(0o750)
  expect(workspace.read('open.txt')).toBe('one\nzwei')
  expect(workspace.bytes('latin.txt')).toEqual(Buffer.from('größer\nblau\n', 'latin1'))
})

test('git diffs add, delete, rename and make programs', async () => {
  const workspace = makeFiles()
  const patch = [
    'diff --git a/run.sh b/run.sh',
    'new file mode 100755',
    'index 0000000..1111111',
    '--- /dev/null',
    '+++ b/run.sh',
    '@@ -0,0 +1,2 @@',
    '+#!/bin/sh',
    '+true',
    '\\ No newline at end of file',
    'diff --git a/empty b/empty',
    'new file mode 100644',
    'diff --git a/gone.txt b/gone.txt',
    'deleted file mode 100644',
    '--- a/gone.txt',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-bye',
    'diff --git a/b.txt b/renamed.txt',
    'similarity index 90%',
    'rename from b.txt',
    'rename to renamed.txt',
    '--- a/b.txt',
    '+++ b/renamed.txt',
    '@@ -1,3 +1,3 @@ heading',
    ' one',
    '-two',
    '+zwei',
    ' three',
    'diff --git a/open.txt b/open.txt',
    'old mode 100644',
    'new mode 100755',
    '-- ',
    '2.39.5',
    '',
  ].join('\n')
  const { error } = await workspace.call(applyPatchHandler, { patch })
  expect(error).toBeUndefined()
  expect(workspace.read('run.sh')).toBe('#!/bin/sh\ntrue')
  expect(statSync(join(workspace.path, 'run.sh')).mode & 0o111).not.toBe(0)
  expect(workspace.read('empty')).toBe('')
  expect(workspace.read('renamed.txt')).toBe('one\nzwei\nthree\n')
  expect(statSync(join(workspace.path, 'open.txt')).mode & 0o100).toBe(0o100)
  expect(workspace.names()).not.toContain('gone.txt')
  expect(workspace.names()).not.toContain('b.txt')
})

test.each<[string, string, string, RegExp]>([
  ['no patch', 'change b.txt please', 'PATCH_SYNTAX', /names no file/],
  ['nothing', ' \n', 'PATCH_SYNTAX', /names no file/],
  ['a patch without its end', '*** Begin Patch\n*** Update File: b.txt\n@@\n-two\n+zwei\n', 'PATCH_SYNTAX', /cut off/],
  ['something behind the end', `${begin('*** Delete File: b.txt')}rm\n`, 'PATCH_SYNTAX', /behind/],
  ['a file without a path', begin('*** Delete File: '), 'PATCH_SYNTAX', /path is missing/],
  ['a quoted path', begin('*** Delete File: "b.txt"'), 'PATCH_SYNTAX', /quoted/],
  ['a path with a control character', begin('*** Delete File: b\u0007.txt'), 'PATCH_SYNTAX', /control/],
  [
    'a path with a carriage return',
    begin('*** Delete File: b.txt\r*** Delete File: a'),
    'PATCH_SYNTAX',
    /expected the header/,
  ],
  ['an update of nothing', begin('*** Update File: b.txt'), 'PATCH_SYNTAX', /changes nothing/],
  ['a change of nothing', begin('*** Update File: b.txt', '@@'), 'PATCH_SYNTAX', /without lines/],
  ['a line without its sign', begin('*** Update File: b.txt', '@@', 'two'), 'PATCH_SYNTAX', /line 6 .*neither a blank/],
  ['an added file with a line without +', begin('*** Add File: x', '+a', 'b'), 'PATCH_SYNTAX', /begins with \+/],
  [
    'a change that changes nothing',
    begin('*** Update File: b.txt', '@@', '-two', '+two'),
    'PATCH_EMPTY',
    /changes nothing/,
  ],
  ['lines that are not there', begin('*** Update File: b.txt', '@@', '-zwo', '+x'), 'PATCH_CONTEXT', /not in b.txt/],
  [
    'lines that are there twice',
    begin('*** Update File: src/a.py', '@@', '-        return 1', '+        return 2'),
    'PATCH_AMBIGUOUS',
    /lines 3, 7/,
  ],
  [
    'lines in the wrong order',
    begin('*** Update File: b.txt', '@@', '-three', '+3', '@@', '-one', '+1'),
    'PATCH_CONTEXT',
    /not behind/,
  ],
  [
    'a header that is not there',
    begin('*** Update File: src/a.py', '@@ class C:', '-x', '+y'),
    'PATCH_CONTEXT',
    /does not occur/,
  ],
  [
    'a header that is there twice',
    begin('*** Update File: src/a.py', '@@     def run(self):', '-        return 1', '+y'),
    'PATCH_AMBIGUOUS',
    /lines 2, 6/,
  ],
  [
    'lines that are not at the end',
    begin('*** Update File: b.txt', '@@', '-two', '+x', '*** End of File'),
    'PATCH_CONTEXT',
    /not in/,
  ],
  ['an added file that is there', begin('*** Add File: b.txt', '+x'), 'FILE_EXISTS', /exists already/],
  ['a move onto a file', begin('*** Update File: b.txt', '*** Move to: gone.txt'), 'FILE_EXISTS', /exists already/],
  ['a missing file', begin('*** Update File: none', '@@', '-a', '+b'), 'FILE_NOT_FOUND', /none does not exist/],
  [
    'a file that the patch deleted before',
    begin('*** Delete File: b.txt', '*** Update File: b.txt', '@@', '-two', '+x'),
    'FILE_NOT_FOUND',
    /was deleted/,
  ],
  ['a folder', begin('*** Delete File: src'), 'FILE_FOLDER', /folder/],
  ['a binary file', begin('*** Update File: binary', '@@', '-a', '+b'), 'FILE_BINARY', /no text/],
  [
    'a character that the file cannot hold',
    begin('*** Update File: latin.txt', '@@', '-blau', '+€'),
    'EDIT_ENCODING',
    /cannot hold/,
  ],
  [
    'a link',
    'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n',
    'PATCH_SYNTAX',
    /links/,
  ],
  ['a copy', 'diff --git a/b.txt b/c\ncopy from b.txt\ncopy to c\n', 'PATCH_SYNTAX', /copies/],
  ['a binary diff', 'diff --git a/b b/b\nGIT binary patch\n', 'PATCH_SYNTAX', /binary/],
  [
    'a deletion that does not show all',
    '--- a/b.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n',
    'PATCH_CONTEXT',
    /all that it holds/,
  ],
  [
    'a deletion that shows nothing',
    'diff --git a/b.txt b/b.txt\ndeleted file mode 100644\n',
    'PATCH_CONTEXT',
    /all that it holds/,
  ],
  [
    'a deletion of what is no text that shows nothing',
    'diff --git a/binary b/binary\ndeleted file mode 100644\n',
    'PATCH_CONTEXT',
    /all that it holds/,
  ],
  [
    'a folder that is not there',
    begin('*** Update File: missing/x.txt', '-a', '+b'),
    'FILE_NOT_FOUND',
    /^missing\/x\.txt does not exist/,
  ],
  ['a folder that is a file', begin('*** Add File: b.txt/x.txt', '+b'), 'FILE_NOT_FOUND', /b\.txt\/x\.txt lies below/],
  [
    'a name that is too long',
    begin('*** Update File: b.txt', `*** Move to: ${'x'.repeat(300)}`),
    'FILE_PATH',
    /^x+ is longer/,
  ],
  ['a file outside', begin('*** Add File: ../outside.txt', '+x'), 'REFUSED', /refuse/],
  ['a diff of a file outside', '--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n', 'REFUSED', /refuse/],
])('%s: all stays as it was, and the error says how to mend it', async (_, patch, code, message) => {
  const workspace = makeFiles()
  const before = workspace.names().map((name) => [name, statSync(join(workspace.path, name)).mtimeMs])
  // Something that could be done comes first.
  const whole =
    patch.startsWith('*** Begin Patch\n') && code !== 'PATCH_EMPTY'
      ? patch.replace('\n', '\n*** Add File: made/x\n+x\n')
      : patch
  const { error } = await workspace.call(applyPatchHandler, { patch: whole })
  expect(error).toMatchObject({ code })
  expect(error!.message).toMatch(message)
  if (code !== 'REFUSED') expect(error!.remedy).toBeTruthy()
  expect(workspace.names().map((name) => [name, statSync(join(workspace.path, name)).mtimeMs])).toEqual(before)
})

test('one file that the rules refuse refuses the whole patch', async () => {
  const workspace = makeFiles()
  workspace.refused.add(join(workspace.path, 'src'))
  const patch = begin('*** Update File: b.txt', '@@', '-two', '+x', '*** Delete File: src/a.py')
  expect((await workspace.call(applyPatchHandler, { patch })).error).toMatchObject({ code: 'REFUSED' })
  expect(workspace.read('b.txt')).toBe('one\ntwo\nthree\n')
})

test('links and hard links lead out of nothing', async () => {
  const workspace = makeFiles()
  const outside = join(workspace.root, 'outside.txt')
  writeFileSync(outside, 'one\n')
  symlinkSync(outside, join(workspace.path, 'link'))
  linkSync(outside, join(workspace.path, 'hard'))
  const through = begin('*** Update File: link', '@@', '-one', '+x')
  expect((await workspace.call(applyPatchHandler, { patch: through })).error).toMatchObject({ code: 'REFUSED' })
  await workspace.call(applyPatchHandler, { patch: begin('*** Update File: hard', '@@', '-one', '+x') })
  expect(workspace.read('hard')).toBe('x\n')
  expect(workspace.read('../outside.txt')).toBe('one\n')
})
