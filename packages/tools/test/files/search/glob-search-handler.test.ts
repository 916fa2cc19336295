import { spawnSync } from 'node:child_process'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { beforeEach, describe, expect, test } from 'vitest'
import { createGlobSearch } from '../../../src/index.ts'
import { makeWorkspace, textOf, type Workspace } from '../workspace.ts'
import { findBundled } from './ripgrep-itself.ts'
import { makeTree } from './tree.ts'

const filesOf = (structured: unknown) => (structured as { files: readonly string[] }).files

describe.each([
  ['with the installed ripgrep', createGlobSearch()],
  ['with the ripgrep of the package', createGlobSearch(findBundled)],
] as const)('%s', (_name, handler) => {
  let workspace: Workspace

  beforeEach(() => {
    workspace = makeTree()
  })

  test('files are found by what their paths look like, and those that are ignored are not', async () => {
    for (const [pattern, ...files] of [
      ['*.ts', 'src-other/z.ts', 'src.ts', 'src/a/b/c/deep.ts', 'src/one.ts'],
      ['**/*.ts', 'src-other/z.ts', 'src.ts', 'src/a/b/c/deep.ts', 'src/one.ts'],
      ['./src/*.ts', 'src/one.ts'],
      ['src/**/*.ts', 'src/a/b/c/deep.ts', 'src/one.ts'],
      ['src/*.{ts,py}', 'src/one.ts', 'src/three.py'],
      ['src/t[a-h]*', 'src/three.py'],
      ['src/t[!a-h]*', 'src/two.js'],
      [
        'src/**',
        ...'a/b/c/deep.ts|astral.md|binary.bin|blank-lines.txt|crlf.txt|empty.txt|file with blanks|late.bin|latin.txt|mark.txt|no-end.txt|notes.md|one.ts|three.py|two.js|wide.txt|-dash|Makefile'
          .split('|')
          .map((name) => `src/${name}`),
      ],
      ['*.log', 'keep.log', 'nested/a.log', 'special.log'],
      ['dist/**'],
      ['**/index.js'],
      ['.hidden*', '.hidden'],
      ['.hidden-folder/*', '.hidden-folder/a.txt'],
      ['**/.eslintrc.*', 'src/.eslintrc.js'],
      ['.git/**'],
      [`${workspace.path}/src/*.py`, `${workspace.path}/src/three.py`],
    ] as const) {
      const { error, structured } = await workspace.call(handler, { pattern })
      expect(error).toBeUndefined()
      expect(filesOf(structured).toSorted(), pattern).toEqual(files.toSorted())
    }
  })

  test('a file in the place of the folder is named as that', async () => {
    const { error } = await workspace.call(handler, { pattern: '*', path: 'src.ts' })
    expect(error).toMatchObject({
      code: 'FILE_FOLDER',
      message: 'src.ts is a file',
      remedy: expect.stringContaining('folder'),
    })
  })

  test('every pattern takes the files that ripgrep takes', async () => {
    needsProgram('rg')
    for (const pattern of [
      '*',
      '**',
      '**/*',
      's*',
      '*/*',
      '*.??',
      'src/**/c/*',
      '[s-z]*/**',
      '*[0-9]*',
      '**/b/**',
      'src/a/**',
      '{src,sub}/*.*',
      String.raw`\#odd`,
      'a**z',
    ]) {
      const options = ['--no-config', '--no-ignore-global', '--files', '--null']
      const listed = spawnSync('rg', options, { cwd: workspace.path, encoding: 'utf8' })
        .stdout.split('\0')
        .filter(Boolean)
      // With a glob, ripgrep takes in what is ignored: what it takes of what is not is the measure.
      const fitting = spawnSync('rg', [...options, '--no-ignore', '-g', pattern], {
        cwd: workspace.path,
        encoding: 'utf8',
      }).stdout.split('\0')
      const { structured } = await workspace.call(handler, { pattern })
      const wanted = listed.filter((path) => fitting.includes(path))
      expect(filesOf(structured).toSorted(), pattern).toEqual(wanted.toSorted())
    }
  })

  test('the newest come first, and no more than a hundred; the rest is said', async () => {
    for (let index = 0; index < 150; index++) {
      const time = new Date(1_700_000_000_000 + ((index * 37) % 150) * 1000)
      utimesSync(workspace.write(`many/${index}.x`, ''), time, time)
    }
    const output = await workspace.call(handler, { pattern: 'many/*.x' })
    const newest = Array.from({ length: 150 }, (_, index) => index).toSorted(
      (a, b) => ((b * 37) % 150) - ((a * 37) % 150),
    )
    expect(filesOf(output.structured)).toEqual(newest.slice(0, 100).map((index) => `many/${index}.x`))
    expect(output.structured).toMatchObject({ total: 150, truncated: true })
    expect(textOf(output)).toContain('[the newest 100 of 150 files; narrow the pattern for others]')
  })

  test('paths are shown as the folder was named', async () => {
    const inFolder = await workspace.call(handler, { pattern: '*.py', path: 'src/' })
    expect(filesOf(inFolder.structured)).toEqual(['src/three.py'])
    const absolute = await workspace.call(handler, { pattern: '*.py', path: workspace.path })
    expect(filesOf(absolute.structured)).toEqual([`${workspace.path}/src/three.py`])
  })

  test('what the rules refuse is not named', async () => {
    workspace.refused.add(join(workspace.path, 'src/a'))
    const output = await workspace.call(handler, { pattern: '*.ts' })
    expect(filesOf(output.structured)).not.toContain('src/a/b/c/deep.ts')
    expect(textOf(output)).toContain('[1 files left out: the rules do not let this call read them]')
    for (const path of ['..', 'link-folder', 'src/a', '/etc']) {
      expect((await workspace.call(handler, { pattern: '*', path })).error, path).toMatchObject({ code: 'REFUSED' })
    }
  })

  test.each([
    [{ pattern: '../*' }, /leaves the folder/],
    [{ pattern: 'src/../../*' }, /leaves the folder/],
    [{ pattern: '{..,src}/*' }, /leaves the folder/],
    [{ pattern: '[a' }, /without a \]/],
    [{ pattern: '{a' }, /without a }/],
    [{ pattern: '[z-a]' }, /runs backwards/],
    [{ pattern: 'a\\' }, /ends in a backslash/],
    [{ pattern: '/src/*', path: 'src' }, /REFUSED|absolute/],
    [{ pattern: '*', path: 'src.ts' }, /is a file/],
    [{ pattern: '*', path: 'none' }, /does not exist/],
    [{ pattern: '*', path: '' }, /is empty/],
  ])('%j is answered with what is wrong', async (input, message) => {
    const { error } = await workspace.call(handler, input)
    expect(error?.message).toMatch(message)
    expect(error?.remedy).toBeTruthy()
  })
})

test('an empty folder is told from one where nothing fits', async () => {
  const workspace = makeWorkspace()
  expect(textOf(await workspace.call(createGlobSearch(), { pattern: '*' }))).toContain('[no files found;')
})
