import { chmodSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { editFileHandler } from '../../../src/index.ts'
import { makeWorkspace, textOf } from '../workspace.ts'

const edit = (old_string: string, new_string: string, replace_all?: boolean) => ({
  path: 'a.txt',
  old_string,
  new_string,
  ...(replace_all === undefined ? {} : { replace_all }),
})

test('the only occurrence is replaced, and shown with what stands around it', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n')
  const output = await workspace.call(editFileHandler, edit('four\n', 'vier\nIV\n'))
  expect(workspace.read('a.txt')).toBe('one\ntwo\nthree\nvier\nIV\nfive\nsix\nseven\n')
  expect(textOf(output)).toContain('changed a.txt at line 4:')
  expect(textOf(output)).toContain('     4\tvier\n     5\tIV')
  expect(output.structured).toMatchObject({ replaced: 1, firstLine: 4 })
})

test('what follows the last line feed is shown as no line', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'one\ntwo\n')
  const output = await workspace.call(editFileHandler, edit('two', 'zwei'))
  expect(textOf(output)).toMatch(/ 1\tone\n +2\tzwei$/)
})

test('replace_all replaces every occurrence, and not what it wrote itself', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'aaa a')
  const output = await workspace.call(editFileHandler, edit('a', 'aa', true))
  expect(workspace.read('a.txt')).toBe('aaaaaa aa')
  expect(output.structured).toMatchObject({ replaced: 4 })
})

test.each([
  ['an empty old_string', edit('', 'x'), 'EDIT_EMPTY', 'write_file'],
  ['equal strings', edit('two', 'two'), 'EDIT_SAME', 'nothing would change'],
  ['a text that occurs twice', edit('e', 'x'), 'EDIT_AMBIGUOUS', 'replace_all'],
  ['a text that is not there', edit('zwölf', 'x'), 'EDIT_MISSING', 'Read the file'],
  ['a line as read_file shows it', edit('     2\ttwo', 'x'), 'EDIT_MISSING', 'leave out the line number'],
  ['an edit that was made before', edit('zwei', 'three'), 'EDIT_MISSING', 'is there already, at line 3'],
  ['other blanks', edit('if (x) {\n  return', 'x'), 'EDIT_MISSING', 'differ only in blanks'],
  ['other quotation marks', edit("say 'hi'", 'x'), 'EDIT_MISSING', 'differ only in quotation marks'],
  ['other capitals', edit('TWO', 'x'), 'EDIT_MISSING', 'differ only in capital letters'],
  ['almost the same text', edit('const answer = compute(41)', 'x'), 'EDIT_MISSING', 'come nearest'],
])('%s is an error that says how to mend the call, and nothing changes', async (_, input, code, remedy) => {
  const workspace = makeWorkspace()
  const content = 'one\ntwo\nthree\nif (x) {\n\treturn\n}\nsay ‘hi’\nconst answer = compute(42)\n'
  workspace.write('a.txt', content)
  const { error } = await workspace.call(editFileHandler, input)
  expect(error).toMatchObject({ code })
  expect(error!.remedy).toContain(remedy)
  expect(workspace.read('a.txt')).toBe(content)
  expect(workspace.names()).toEqual(['a.txt'])
})

test('an ambiguous text is named with its lines, also where its occurrences overlap', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'x\naba\nababa\n')
  const { error } = await workspace.call(editFileHandler, edit('aba', 'x'))
  expect(error!.message).toContain('occurs 3 times in a.txt, at lines 2, 3, 3')
})

test('a missing text is answered with the lines that come nearest', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'a\nfunction greet(name) {\n    return name\n}\n')
  const { error } = await workspace.call(editFileHandler, edit('function greet(name) {\n  return name\n}', 'x'))
  expect(error!.remedy).toContain('     2\tfunction greet(name) {\n     3\t    return name\n     4\t}')
  expect(error!.details).toMatchObject({ nearestLine: 2, difference: 'blanks' })
})

test.each([
  [
    'line feeds of the call stand for CRLF',
    'one\r\ntwo\r\nthree\r\n',
    edit('one\ntwo', 'eins\nzwei'),
    'eins\r\nzwei\r\nthree\r\n',
  ],
  [
    'a new line in a CRLF file ends like the others',
    'one\r\ntwo\r\n',
    edit('one', 'one\nmore'),
    'one\r\nmore\r\ntwo\r\n',
  ],
  ['CRLF of the call is not doubled', 'one\r\ntwo\r\n', edit('one\r\ntwo', 'a\r\nb'), 'a\r\nb\r\n'],
  ['of mixed line ends those around stay', 'a\r\nb\nc\r\nd\n', edit('b\nc', 'x\ny'), 'a\r\nx\ny\r\nd\n'],
  ['a line feed alone is the whole end of a line', 'a\r\nb', edit('\n', ' '), 'a b'],
  ['a file with line feeds gets no CRLF', 'a\nb\n', edit('a', 'a\nx'), 'a\nx\nb\n'],
  ['the byte order mark stays', '\uFEFFone\n', edit('one', 'two'), '\uFEFFtwo\n'],
  ['carriage returns alone are characters like others', 'a\rb\r', edit('a\rb', 'x'), 'x\r'],
])('%s', async (_, before, input, after) => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', before)
  const { error } = await workspace.call(editFileHandler, input)
  expect(error).toBeUndefined()
  expect(workspace.read('a.txt')).toBe(after)
})

test('a file stays in its encoding, and what that cannot hold is refused', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', Buffer.from('\uFEFFgrün\r\n', 'utf16le'))
  await workspace.call(editFileHandler, edit('grün', 'blau 💙'))
  expect(workspace.bytes('a.txt')).toEqual(Buffer.from('\uFEFFblau 💙\r\n', 'utf16le'))
  workspace.write('a.txt', Buffer.from('\uFEFFgrün', 'utf16le').swap16())
  await workspace.call(editFileHandler, edit('grün', 'rot'))
  expect(workspace.bytes('a.txt')).toEqual(Buffer.from('\uFEFFrot', 'utf16le').swap16())
  workspace.write('a.txt', Buffer.from('grün \xff', 'latin1'))
  await workspace.call(editFileHandler, edit('grün', 'größer'))
  expect(workspace.bytes('a.txt')).toEqual(Buffer.from('größer \xff', 'latin1'))
  const { error } = await workspace.call(editFileHandler, edit('größer', '10 €'))
  expect(error).toMatchObject({ code: 'EDIT_ENCODING' })
  expect(workspace.bytes('a.txt')).toEqual(Buffer.from('größer \xff', 'latin1'))
  workspace.write('a.txt', 'x\0y')
  expect((await workspace.call(editFileHandler, edit('x', 'y'))).error).toMatchObject({ code: 'FILE_BINARY' })
})

test('permissions stay, and a link leads where it led', async () => {
  const workspace = makeWorkspace()
  const path = workspace.write('real.sh', 'old')
  chmodSync(path, 0o755)
  symlinkSync('real.sh', join(workspace.path, 'a.txt'))
  await workspace.call(editFileHandler, edit('old', 'new'))
  expect(workspace.read('real.sh')).toBe('new')
  expect(statSync(path).mode & 0o777).toBe(0o755)
})

test('a file that is missing, refused or outside is not edited', async () => {
  const workspace = makeWorkspace()
  expect((await workspace.call(editFileHandler, edit('a', 'b'))).error).toMatchObject({ code: 'FILE_NOT_FOUND' })
  workspace.refused.add(workspace.write('a.txt', 'a'))
  expect((await workspace.call(editFileHandler, edit('a', 'b'))).error).toMatchObject({ code: 'REFUSED' })
  expect(workspace.read('a.txt')).toBe('a')
})

test('edits of one file that are made at once all take place', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', Array.from({ length: 30 }, (_, index) => `<${index}>`).join('\n'))
  const outputs = await Promise.all(
    Array.from({ length: 30 }, (_, index) => workspace.call(editFileHandler, edit(`<${index}>`, `[${index}]`))),
  )
  expect(outputs.filter(({ error }) => error)).toEqual([])
  expect(workspace.read('a.txt')).toBe(Array.from({ length: 30 }, (_, index) => `[${index}]`).join('\n'))
})
