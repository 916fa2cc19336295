import { writeFileSync } from 'node:fs'
import type { GrepSearchInput } from '@poundlock/spec/tools'
import { needsProgram } from '@poundlock/tooling/programs'
import { someOf } from '@poundlock/tooling/tries'
import { beforeEach, describe, expect, test } from 'vitest'
import { createGrepSearch, type ToolContext } from '../../../src/index.ts'
import { textOf, type Workspace } from '../workspace.ts'
import { comparable, findBundled, runRipgrepItself } from './ripgrep-itself.ts'
import { makeTree } from './tree.ts'

const QUERIES: readonly GrepSearchInput[] = [
  { pattern: 'needle' },
  { pattern: 'needle', output_mode: 'count' },
  { pattern: 'needle', output_mode: 'content' },
  { pattern: 'needle', output_mode: 'content', '-n': false },
  { pattern: 'NEEDLE', '-i': true, output_mode: 'content' },
  { pattern: 'STRASSE|straße', '-i': true, output_mode: 'content' },
  { pattern: 'needle', output_mode: 'content', '-A': 1 },
  { pattern: 'needle', output_mode: 'content', '-B': 2 },
  { pattern: 'needle', output_mode: 'content', '-C': 1 },
  { pattern: 'needle', output_mode: 'content', '-A': 1, '-B': 3 },
  { pattern: 'needle', glob: '*.ts' },
  { pattern: 'needle', glob: '*.{js,ts}' },
  { pattern: 'needle', glob: 'src/*.ts' },
  { pattern: 'needle', glob: 'src/**/*.ts' },
  { pattern: 'needle', glob: '!*.ts' },
  { pattern: 'needle', glob: '!src' },
  { pattern: 'needle', glob: 'src/**' },
  { pattern: 'needle', glob: '[a-k]*' },
  { pattern: 'needle', glob: '[!a-k]*' },
  { pattern: 'needle', glob: '.*' },
  { pattern: 'needle', glob: '*.log' },
  { pattern: 'needle', glob: 'node_modules/**' },
  { pattern: 'needle', glob: '/src.ts' },
  { pattern: 'needle', type: 'ts' },
  { pattern: 'needle', type: 'js' },
  { pattern: 'needle', type: 'make' },
  { pattern: 'needle', type: 'md', glob: '*.py' },
  { pattern: 'needle', path: 'src' },
  { pattern: 'needle', path: 'src/' },
  { pattern: 'needle', path: 'src/two.js', output_mode: 'content' },
  { pattern: 'needle', path: 'dist' },
  { pattern: 'needle', path: '.hidden-folder' },
  { pattern: 'needle', path: 'x/node_modules' },
  { pattern: 'needle', path: 'sub', output_mode: 'count' },
  { pattern: '^needle', output_mode: 'content' },
  { pattern: 'needle$', output_mode: 'content' },
  { pattern: '^$', output_mode: 'content' },
  { pattern: '^', output_mode: 'count' },
  { pattern: 'x*', output_mode: 'count' },
  { pattern: String.raw`\bneedle\b`, output_mode: 'content' },
  { pattern: String.raw`needle\B`, output_mode: 'content' },
  { pattern: String.raw`\w+\s*=\s*\d+`, output_mode: 'content' },
  { pattern: String.raw`gr\w+er`, output_mode: 'content' },
  { pattern: String.raw`\d`, output_mode: 'content' },
  { pattern: String.raw`needle\sblank`, output_mode: 'content' },
  { pattern: String.raw`[[:upper:]]{3,}`, output_mode: 'content' },
  { pattern: String.raw`[\w&&[^a-z]]+x`, output_mode: 'content' },
  { pattern: String.raw`[a-z--m]eedle`, output_mode: 'content' },
  { pattern: String.raw`\p{Lu}\p{L}+`, output_mode: 'content' },
  { pattern: String.raw`\pN`, output_mode: 'content' },
  { pattern: String.raw`interface\{\}`, output_mode: 'content' },
  { pattern: String.raw`a\+b`, output_mode: 'content' },
  { pattern: String.raw`\(needle\)|\[needle\]`, output_mode: 'content' },
  { pattern: String.raw`[\]\[]`, output_mode: 'content' },
  { pattern: '[]a]b', output_mode: 'content' },
  { pattern: 'a/b', output_mode: 'content' },
  { pattern: '}', output_mode: 'content' },
  { pattern: '(?i)NEEDLE', output_mode: 'content' },
  { pattern: 'con(?i:ST)', output_mode: 'content' },
  { pattern: '(?P<name>need)le', output_mode: 'content' },
  { pattern: String.raw`\x6eeedle\.`, output_mode: 'content' },
  { pattern: 'n.*?e', output_mode: 'content' },
  { pattern: 'e{2}d', output_mode: 'content' },
  { pattern: 'ü', output_mode: 'content' },
  { pattern: 'gr.n', output_mode: 'content' },
  { pattern: String.raw`one\(\) \{.*needle`, multiline: true, output_mode: 'content' },
  { pattern: String.raw`needle\n`, multiline: true, output_mode: 'count' },
  { pattern: String.raw`needle$`, multiline: true, output_mode: 'content' },
  { pattern: String.raw`a = 1\nconst`, multiline: true, output_mode: 'content', '-C': 1 },
  { pattern: 'needle', multiline: true },
  { pattern: '^$', multiline: true, output_mode: 'content' },
  { pattern: '$', multiline: true, output_mode: 'count' },
  { pattern: String.raw`\B`, multiline: true, output_mode: 'count' },
  { pattern: String.raw`(n|\n)?`, path: 'src/two.js', multiline: true, output_mode: 'count' },
  { pattern: String.raw`\A\w`, path: 'src/two.js', multiline: true, output_mode: 'count' },
  { pattern: String.raw`needle\z`, glob: 'src/*.t*', multiline: true, output_mode: 'count' },
  { pattern: 'nothing of the kind' },
  { pattern: '-needle' },
]

const ENGINES = [
  ['with the installed ripgrep', createGrepSearch(), 'rg'],
  ['with the ripgrep of the package', createGrepSearch(findBundled), await findBundled()],
] as const

describe.each(ENGINES)('%s', (_name, handler, program) => {
  let workspace: Workspace

  beforeEach(() => {
    workspace = makeTree()
  })

  test('every search of a tree finds what ripgrep finds', { timeout: 600_000 }, async () => {
    needsProgram('rg')
    for (const query of someOf(QUERIES)) {
      const { error, structured } = await workspace.call(handler, { ...query, head_limit: 0 })
      expect(error, JSON.stringify(query)).toBeUndefined()
      const { lines } = structured as { lines: readonly string[] }
      expect(comparable(lines), JSON.stringify(query)).toEqual(
        comparable(runRipgrepItself(workspace.path, query, program)),
      )
    }
  })

  test('a pattern, a glob and a type may begin with a sign that options are written with', async () => {
    workspace.write('signs.txt', 'a => b\na > b\na == b\n--pre=x\n')
    workspace.write('=odd.txt', 'a => b\n')
    const lines = async (input: GrepSearchInput) => {
      const { structured } = await workspace.call(handler, { output_mode: 'content', ...input })
      return (structured as { lines: readonly string[] }).lines
    }
    expect(await lines({ pattern: '=> b', path: 'signs.txt' })).toEqual(['signs.txt:1:a => b'])
    expect(await lines({ pattern: '=+ b', path: 'signs.txt' })).toEqual(['signs.txt:3:a == b'])
    expect(await lines({ pattern: '== b', path: 'signs.txt' })).toEqual(['signs.txt:3:a == b'])
    expect(await lines({ pattern: '--pre=x', path: 'signs.txt' })).toEqual(['signs.txt:4:--pre=x'])
    expect(await lines({ pattern: '=> b', glob: '=*' })).toEqual(['=odd.txt:1:a => b'])
    expect(await lines({ pattern: '=> b', glob: '--pre=x' })).toEqual([])
    for (const type of ['=ts', '-ts', '--pre=x']) {
      const { error } = await workspace.call(handler, { pattern: 'a', type })
      expect(error).toMatchObject({
        code: 'SEARCH_PATTERN',
        message: expect.stringContaining('unrecognized file type'),
      })
    }
  })

  test('what is wrong with a pattern is said in words for the caller of the tool', async () => {
    for (const [input, message, remedy] of [
      [{ pattern: 'a\nb' }, /not allowed/, /multiline: true/],
      [{ pattern: 'x', type: 'no\u202Esuch' }, /\\u\{202e\}/, /for example ts, py/],
      [{ pattern: '[\u001B' }, /^[^\u001B]*$/, /ripgrep/],
      [{ pattern: `[${'a'.repeat(20_000)}` }, /^[^]{0,1100}$/, /ripgrep/],
    ] as const) {
      const { error } = await workspace.call(handler, input)
      expect(error).toMatchObject({
        code: 'SEARCH_PATTERN',
        message: expect.stringMatching(message),
        remedy: expect.stringMatching(remedy),
      })
      expect(error!.message).not.toMatch(/--multiline/)
    }
  })

  test('links are not followed, and what the rules refuse is neither read nor named', async () => {
    const unread = ['src/one.ts', 'src/a']
    writeFileSync(Buffer.concat([Buffer.from(`${workspace.path}/not-`), Buffer.from([0xff, 0xfe])]), 'needle')
    for (const path of unread) workspace.refused.add(`${workspace.path}/${path}`)
    const output = await workspace.call(handler, { pattern: 'needle', output_mode: 'content', head_limit: 0 })
    const text = textOf(output)
    for (const part of ['SECRET', 'one.ts', 'deep.ts', 'link']) expect(text).not.toContain(part)
    expect(text).toContain(
      '[2 files left out: the rules do not let this call read them; 1 files left out: their names are not UTF-8]',
    )
  })

  test('a file or folder that the rules refuse is no place to search', async () => {
    workspace.refused.add(`${workspace.path}/src`)
    for (const path of ['src', 'src/one.ts', '..', '/etc', '/proc', 'link.txt', 'link-folder']) {
      const { error } = await workspace.call(handler, { pattern: 'needle', path })
      expect(error?.code, path).toBe(path === '/proc' ? 'FILE_SPECIAL' : 'REFUSED')
    }
  })

  test.each([
    [{ pattern: 'a(' }, 'SEARCH_PATTERN', /unclosed group/],
    [{ pattern: 'a)' }, 'SEARCH_PATTERN', /unopened group/],
    [{ pattern: '[a' }, 'SEARCH_PATTERN', /unclosed character class/],
    [{ pattern: '*a' }, 'SEARCH_PATTERN', /repetition operator missing expression/],
    [{ pattern: 'interface{}' }, 'SEARCH_PATTERN', /repetition/],
    [{ pattern: '(?=a)' }, 'SEARCH_PATTERN', /look-around/],
    [{ pattern: String.raw`(a)\1` }, 'SEARCH_PATTERN', /backreferences/],
    [{ pattern: String.raw`\q` }, 'SEARCH_PATTERN', /unrecognized escape/],
    [{ pattern: String.raw`a\nb` }, 'SEARCH_PATTERN', /not allowed/],
    [{ pattern: 'a', type: 'nonsense' }, 'SEARCH_PATTERN', /unrecognized file type: nonsense/],
    [{ pattern: 'a', glob: '[a' }, 'SEARCH_PATTERN', /\[a/],
    [{ pattern: 'a', glob: '{a' }, 'SEARCH_PATTERN', /\{a/],
    [{ pattern: 'a', path: 'none' }, 'FILE_NOT_FOUND', /none does not exist/],
    [{ pattern: 'a', path: 'src/one.ts/x' }, 'FILE_NOT_FOUND', /not a folder/],
    [{ pattern: 'a\0' }, 'SEARCH_PATTERN', /NUL/],
    [{ pattern: 'a', glob: '\0' }, 'SEARCH_PATTERN', /NUL/],
  ])('%j is answered with what is wrong', async (input, code, message) => {
    const { error } = await workspace.call(handler, input)
    expect(error).toMatchObject({ code })
    expect(error!.message).toMatch(message)
    expect(error!.remedy).toBeTruthy()
  })

  test('a long answer is shown in parts that make the whole', async () => {
    needsProgram('rg')
    for (const mode of ['content', 'files_with_matches', 'count'] as const) {
      const query = { pattern: 'needle', output_mode: mode, '-C': 1 }
      const whole = runRipgrepItself(workspace.path, query, program)
      const parts: string[] = []
      for (let offset = 0; offset < whole.length; offset += 7) {
        const { structured } = await workspace.call(handler, { ...query, head_limit: 7, offset })
        const { lines, truncated } = structured as { lines: readonly string[]; truncated: boolean }
        expect(truncated, `${mode} ${offset}`).toBe(offset + 7 < whole.length)
        parts.push(...lines)
      }
      expect(comparable(parts)).toEqual(comparable(whole))
    }
  })

  test('a call that was given up ends', async () => {
    const context: ToolContext = { ...workspace.context, abortSignal: AbortSignal.abort() }
    expect((await handler.run({ pattern: 'x' }, context)).error).toMatchObject({ code: 'FILE_STOPPED' })
  })
})
