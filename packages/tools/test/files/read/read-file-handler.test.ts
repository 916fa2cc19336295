import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFileHandler } from '../../../src/index.ts'
import { makeWorkspace, textOf } from '../workspace.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

test('a file is shown with its line numbers', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'one\ntwo\n')
  const output = await workspace.call(readFileHandler, { path: 'a.txt' })
  expect(textOf(output)).toBe('     1\tone\n     2\ttwo')
  expect(output.structured).toMatchObject({
    encoding: 'utf-8',
    lineEnding: 'lf',
    firstLine: 1,
    lines: 2,
    totalLines: 2,
  })
})

test('a range of lines is shown, and what comes next is said', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', lines(10))
  const output = await workspace.call(readFileHandler, { path: 'a.txt', offset: 3, limit: 2 })
  expect(textOf(output)).toBe('     3\tline 3\n     4\tline 4\n\n[lines 3 to 4 of 10; go on with offset 5]')
  const rest = await workspace.call(readFileHandler, { path: 'a.txt', offset: 9 })
  expect(textOf(rest)).toBe('     9\tline 9\n    10\tline 10')
})

test('every range equals that of sed', async () => {
  const workspace = makeWorkspace()
  const path = workspace.write('a.txt', `${lines(40)}the last has no line feed`)
  for (const [offset, limit] of [
    [1, 1],
    [1, 41],
    [40, 1],
    [40, 5],
    [41, 1],
    [17, 9],
  ] as const) {
    const output = await workspace.call(readFileHandler, { path: 'a.txt', offset, limit })
    const shown = textOf(output)
      .split('\n\n[')[0]!
      .split('\n')
      .map((line) => line.slice(7))
    const wanted = execFileSync('sed', ['-n', `${offset},${offset + limit - 1}p`, path], { encoding: 'utf8' })
    expect(shown.join('\n'), `${offset} ${limit}`).toBe(wanted.replace(/\n$/, ''))
  }
})

test('2000 lines are shown unless more are asked for, and no more characters than a result takes', async () => {
  const workspace = makeWorkspace()
  workspace.write('many.txt', lines(5000))
  expect((await workspace.call(readFileHandler, { path: 'many.txt' })).structured).toMatchObject({ lines: 2000 })
  workspace.write('wide.txt', `${'x'.repeat(1000)}\n`.repeat(5000))
  const wide = await workspace.call(readFileHandler, { path: 'wide.txt', limit: 5000 })
  expect(textOf(wide).length).toBeLessThan(210_000)
  expect(textOf(wide)).toMatch(/\[lines 1 to 200 of 5000, the most that is shown at once; go on with offset 201\]$/)
})

test('a long line is cut between characters, and says how long it is', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', `${'é'.repeat(5000)}\nshort\n`)
  const output = await workspace.call(readFileHandler, { path: 'a.txt' })
  expect(textOf(output)).toBe(`     1\t${'é'.repeat(2000)} … [cut: the line is 10000 bytes long]\n     2\tshort`)
  workspace.write('b.txt', `x${'😀'.repeat(5000)}`)
  expect(textOf(await workspace.call(readFileHandler, { path: 'b.txt' })).isWellFormed()).toBe(true)
})

test('an empty file, and an offset behind the end, are told apart', async () => {
  const workspace = makeWorkspace()
  workspace.write('empty', '')
  expect(textOf(await workspace.call(readFileHandler, { path: 'empty' }))).toBe('[the file is empty]')
  workspace.write('short', lines(3))
  const { error } = await workspace.call(readFileHandler, { path: 'short', offset: 4 })
  expect(error).toMatchObject({ code: 'FILE_RANGE', remedy: 'Give an offset of at most 3.' })
})

test('encodings are found out and said', async () => {
  const workspace = makeWorkspace()
  workspace.write('utf8-mark', '\uFEFFgrüße\n')
  expect(textOf(await workspace.call(readFileHandler, { path: 'utf8-mark' }))).toBe('     1\tgrüße')
  workspace.write('utf16le', Buffer.from('\uFEFFgrüße\nzwei\n', 'utf16le'))
  expect(textOf(await workspace.call(readFileHandler, { path: 'utf16le' }))).toBe(
    '     1\tgrüße\n     2\tzwei\n\n[its encoding is UTF-16LE]',
  )
  workspace.write('utf16be', Buffer.from('\uFEFFgrüße\n', 'utf16le').swap16())
  expect((await workspace.call(readFileHandler, { path: 'utf16be' })).structured).toMatchObject({
    encoding: 'utf-16be',
  })
  workspace.write('latin1', Buffer.from('grüße\n', 'latin1'))
  expect(textOf(await workspace.call(readFileHandler, { path: 'latin1' }))).toBe(
    '     1\tgrüße\n\n[it is not valid UTF-8: read as Latin-1]',
  )
})

test('CRLF is not shown at every line, but said once', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'one\r\ntwo\r\n')
  expect(textOf(await workspace.call(readFileHandler, { path: 'a.txt' }))).toBe(
    '     1\tone\n     2\ttwo\n\n[lines end in CRLF]',
  )
})

test.each([
  ['%PDF-1.7 …', 'a PDF', 'pdftotext'],
  ['\x7fELF', 'a program', 'file, nm or strings'],
  ['PK\x03\x04', 'a zip archive', 'unzip'],
  ['a\0b', 'binary', 'xxd'],
])('a binary file (%j) is not shown; the answer names a program for it', async (content, what, remedy) => {
  const workspace = makeWorkspace()
  workspace.write('file', Buffer.from(content, 'latin1'))
  const { error } = await workspace.call(readFileHandler, { path: 'file' })
  expect(error).toMatchObject({ code: 'FILE_BINARY' })
  expect(error!.message).toContain(what)
  expect(error!.remedy).toContain(remedy)
})

test('an image is shown as an image, unless it is larger than a model takes', async () => {
  const workspace = makeWorkspace()
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])
  workspace.write('a.png', png)
  const output = await workspace.call(readFileHandler, { path: 'a.png' })
  expect(output.content).toEqual([{ type: 'image', mediaType: 'image/png', data: png.toString('base64') }])
  workspace.write('huge.png', Buffer.concat([png, Buffer.alloc(5_000_000)]))
  expect((await workspace.call(readFileHandler, { path: 'huge.png' })).error).toMatchObject({ code: 'FILE_TOO_LARGE' })
})

test('a notebook is shown as its cells, with what they put out', async () => {
  const workspace = makeWorkspace()
  const cells = [
    { cell_type: 'markdown', id: 'intro', source: ['# Title\n', 'text'], metadata: {} },
    {
      cell_type: 'code',
      source: 'plot()',
      metadata: {},
      execution_count: 1,
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['hello\n'] },
        { output_type: 'display_data', data: { 'image/png': 'aGk=', 'text/plain': '<Figure>' }, metadata: {} },
        { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: [] },
      ],
    },
  ]
  workspace.write('a.ipynb', JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }))
  const output = await workspace.call(readFileHandler, { path: 'a.ipynb' })
  const text = textOf(output)
  for (const part of [
    '<cell id="intro" type="markdown">',
    '# Title',
    '<cell id="cell-1" type="code">',
    'hello',
    'ValueError: no',
  ]) {
    expect(text).toContain(part)
  }
  expect(output.content[1]).toEqual({ type: 'image', mediaType: 'image/png', data: 'aGk=' })
  workspace.write('broken.ipynb', '{"cells": [')
  expect(textOf(await workspace.call(readFileHandler, { path: 'broken.ipynb' }))).toBe('     1\t{"cells": [')
})

test('what is no regular file is refused at once: folders, pipes, sockets, devices, and files that the system makes up', async () => {
  const workspace = makeWorkspace()
  mkdirSync(join(workspace.path, 'folder'))
  execFileSync('mkfifo', [join(workspace.path, 'pipe')])
  const server = createServer().listen(join(workspace.path, 'socket'))
  const everything = { ...workspace.context, files: { ...workspace.context.files, allows: () => true } }
  for (const [path, code] of [
    ['folder', 'FILE_FOLDER'],
    ['folder/', 'FILE_FOLDER'],
    ['.', 'FILE_FOLDER'],
    ['/', 'FILE_FOLDER'],
    ['pipe', 'FILE_SPECIAL'],
    ['socket', 'FILE_SPECIAL'],
    ['/dev/zero', 'FILE_SPECIAL'],
    ['/dev/tty', 'FILE_SPECIAL'],
    ['/proc/self/environ', 'FILE_SPECIAL'],
    ['/proc/kmsg', 'FILE_SPECIAL'],
    ['/proc/self/fd/0', 'FILE_SPECIAL'],
  ] as const) {
    const { error } = await readFileHandler.run({ path }, everything)
    expect(error?.remedy, path).toBeTruthy()
    if (path !== '/proc/self/fd/0') expect(error?.code, path).toBe(code)
  }
  server.close()
})

test.each([
  ['', 'is empty'],
  ['  ', 'is empty'],
  ['a\0b', 'NUL'],
  ['~root/.bashrc', 'home folder of another user'],
  ['https://example.com/a', 'is an address'],
  ['\uD800', 'well-formed'],
  ['x'.repeat(5000), 'longer than the system takes'],
  ['x'.repeat(300), 'longer than the system takes'],
  [`${'x/'.repeat(1900)}y`, 'does not exist'],
  ['missing/file', 'does not exist'],
  ['file/below', 'not a folder'],
  ['new\nline', 'does not exist'],
])('the path %j is answered with what is wrong', async (path, problem) => {
  const workspace = makeWorkspace()
  workspace.write('file', 'x')
  const output = await workspace.call(readFileHandler, { path })
  expect(output.error?.message).toContain(problem)
  expect(output.error?.remedy).toBeTruthy()
  expect(textOf(output)).not.toContain('\0')
})

test('paths are read as the policy reads them: folded before any link is followed', async () => {
  const workspace = makeWorkspace()
  workspace.write('a.txt', 'here\n')
  mkdirSync(join(workspace.root, 'outside/below'), { recursive: true })
  writeFileSync(join(workspace.root, 'outside/a.txt'), 'outside\n')
  symlinkSync(join(workspace.root, 'outside/below'), join(workspace.path, 'link'))
  for (const path of ['a.txt', './/a.txt', 'x/../a.txt', 'link/../a.txt', `${workspace.path}//a.txt`]) {
    expect(textOf(await workspace.call(readFileHandler, { path })), path).toContain('here')
  }
  mkdirSync(workspace.context.home)
  writeFileSync(join(workspace.context.home, 'b.txt'), 'home\n')
  expect((await workspace.call(readFileHandler, { path: '~/b.txt' })).error).toMatchObject({ code: 'REFUSED' })
})

test('links are followed, and the rules are asked where they lead', async () => {
  const workspace = makeWorkspace()
  const secret = join(workspace.root, 'secret')
  writeFileSync(secret, 'SECRET\n')
  workspace.write('ok.txt', 'fine\n')
  symlinkSync('ok.txt', join(workspace.path, 'good'))
  symlinkSync(secret, join(workspace.path, 'evil'))
  symlinkSync('../secret', join(workspace.path, 'relative'))
  symlinkSync('evil', join(workspace.path, 'twice'))
  symlinkSync('..', join(workspace.path, 'up'))
  symlinkSync('loop', join(workspace.path, 'loop'))
  symlinkSync('/proc/self/root', join(workspace.path, 'root'))
  symlinkSync('nowhere', join(workspace.path, 'dangling'))
  expect(textOf(await workspace.call(readFileHandler, { path: 'good' }))).toContain('fine')
  for (const path of ['evil', 'relative', 'twice', 'up/secret', `root${secret}`]) {
    const output = await workspace.call(readFileHandler, { path })
    expect(output.error, path).toMatchObject({ code: 'REFUSED' })
    expect(textOf(output)).not.toContain('SECRET')
  }
  expect((await workspace.call(readFileHandler, { path: 'loop' })).error).toMatchObject({ code: 'FILE_PATH' })
  expect((await workspace.call(readFileHandler, { path: 'dangling' })).error).toMatchObject({ code: 'FILE_NOT_FOUND' })
})

test('a file that the rules refuse is not told from one that is not there', async () => {
  const workspace = makeWorkspace()
  workspace.refused.add(workspace.write('secrets/key', 'x'))
  workspace.refused.add(join(workspace.path, 'secrets/other'))
  for (const path of ['secrets/key', 'secrets/other']) {
    expect((await workspace.call(readFileHandler, { path })).error, path).toMatchObject({ code: 'REFUSED' })
  }
})

test('a hard link is read by the name that the call used: nothing tells where else the file has one', async () => {
  const workspace = makeWorkspace()
  linkSync(workspace.write('a', 'x\n'), join(workspace.path, 'b'))
  expect(textOf(await workspace.call(readFileHandler, { path: 'b' }))).toBe('     1\tx')
})

test('a call that was given up ends', async () => {
  const workspace = makeWorkspace()
  workspace.write('a', 'x')
  const given = { ...workspace.context, abortSignal: AbortSignal.abort() }
  expect((await readFileHandler.run({ path: 'a' }, given)).error).toMatchObject({ code: 'FILE_STOPPED' })
})
