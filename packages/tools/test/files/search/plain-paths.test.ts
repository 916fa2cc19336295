import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { compilePlainPaths } from '../../../src/files/search/plain-paths.ts'
import { createGrepSearch, type ToolContext } from '../../../src/index.ts'
import { makeWorkspace, textOf, type Workspace } from '../workspace.ts'
import { comparable, runRipgrepItself } from './ripgrep-itself.ts'
import { makeTree } from './tree.ts'

const RESERVED = ['reserved.txt']
const isPlainPath = (path: string) => compilePlainPaths(RESERVED)(path)
const ODD = [
  'größe.txt',
  'price$.txt',
  'dir`/in.txt',
  'sub/Reserved.TXT',
  ' first',
  'last ',
  'dot.',
  'a\\b',
  'x\ny',
  'é/y',
]

/** The rules prove that plain files are free, and refuse what `refused` says. */
function proving(workspace: Workspace): ToolContext {
  return { ...workspace.context, files: { ...workspace.context.files, plainBelow: () => RESERVED } }
}

test.each(ODD)('%j is not plain', (path) => expect(isPlainPath(path)).toBe(false))

test.each(['a', '.github/x.yml', 'a b/[id].tsx', '@s/+page', 'a-b_c~#{}', 'not-reserved.txt'])('%j is plain', (path) =>
  expect(isPlainPath(path)).toBe(true),
)

test('paths that come one after the other are told apart', () => {
  const isPlain = compilePlainPaths(RESERVED)
  const paths = ['a/b', 'a$/b', 'a$/c', 'a/c', 'a', '/x', 'a/é', 'aa/b', 'é', 'é/a', 'b', 'c/b']
  expect(paths.filter((path) => isPlain(path))).toEqual(paths.filter(isPlainPath))
  expect(paths.filter(isPlainPath)).toEqual(['a/b', 'a/c', 'a', 'aa/b', 'b', 'c/b'])
})

test('a search of plain and other files finds what ripgrep finds', async () => {
  needsProgram('rg')
  const workspace = makeTree()
  const { lines: plainOnly } = (await createGrepSearch().run({ pattern: 'needle' }, proving(workspace))).structured as {
    lines: readonly string[]
  }
  expect(plainOnly).toEqual(runRipgrepItself(workspace.path, { pattern: 'needle' }))
  // A line feed in a name is shown in other words than ripgrep's.
  for (const path of [...ODD, '.hid/é.ts', 'node_modules/$.ts'].filter((one) => !one.includes('\n'))) {
    workspace.write(path, 'needle\n')
  }
  for (const query of [
    { pattern: 'needle' },
    { pattern: 'needle', output_mode: 'count' },
    { pattern: 'needle', output_mode: 'content', '-C': 1 },
    { pattern: 'needle', glob: '*.t*' },
    { pattern: 'needle', glob: '!*.ts' },
    { pattern: 'needle', glob: '.*' },
    { pattern: 'needle', glob: 'node_modules/**' },
    { pattern: 'needle', type: 'txt' },
    { pattern: 'needle', path: 'sub' },
    { pattern: '^need', multiline: true },
  ] as const) {
    const { error, structured } = await createGrepSearch().run({ ...query, head_limit: 0 }, proving(workspace))
    expect(error, JSON.stringify(query)).toBeUndefined()
    const { lines } = structured as { lines: readonly string[] }
    expect(comparable(lines), JSON.stringify(query)).toEqual(comparable(runRipgrepItself(workspace.path, query)))
  }
})

test('what is not plain is asked about, and not opened where it is refused', async () => {
  const workspace = makeWorkspace()
  workspace.write('plain.txt', 'needle\n')
  for (const path of ODD) workspace.refused.add(workspace.write(path, 'needle SECRET\n'))
  const long = new Date(0)
  const read = (path: string) => statSync(`${workspace.path}/${path}`).atimeMs > 0
  for (const path of ['plain.txt', ...ODD]) utimesSync(`${workspace.path}/${path}`, long, new Date())
  const output = await createGrepSearch().run({ pattern: 'needle', output_mode: 'content' }, proving(workspace))
  expect(textOf(output)).toContain(`plain.txt:1:needle`)
  expect(textOf(output)).toContain(`${String(ODD.length)} files left out`)
  expect(textOf(output)).not.toContain('SECRET')
  // Where the file system keeps no times of reading, this shows nothing.
  expect([...ODD, 'plain.txt'].filter(read)).toEqual(read('plain.txt') ? ['plain.txt'] : [])
})

test('ripgrep keeps away from every name that is not plain, and finds every other', async () => {
  const name = fc
    .stringMatching(/^[^/\0\n\r]{1,6}$/)
    .filter((text) => text !== '.' && text !== '..' && text.isWellFormed())
  const odd = fc.constantFrom('é', 'a ', ' a', 'a.', '$', '`', '\\', '[', ']', '^', '{', '!', '#', '~', 'RESERVED.txt')
  const path = fc.array(fc.oneof(name, odd), { minLength: 1, maxLength: 2 }).map((names) => `d/${names.join('/')}`)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(path, { maxLength: 12 }), async (paths) => {
      const workspace = makeWorkspace()
      const made = paths.filter((one) => {
        try {
          mkdirSync(dirname(`${workspace.path}/${one}`), { recursive: true })
          writeFileSync(`${workspace.path}/${one}`, 'needle\n', { flag: 'wx' })
          return true
        } catch {
          // One is a folder on the way to another.
          return false
        }
      })
      const asked = new Set<string>()
      const context: ToolContext = {
        ...workspace.context,
        files: {
          ...workspace.context.files,
          allows: (real) => {
            if (real !== workspace.path) asked.add(real.slice(workspace.path.length + 1))
            return real === workspace.path || isPlainPath(real.slice(workspace.path.length + 1))
          },
          plainBelow: () => RESERVED,
        },
      }
      const input = { pattern: 'needle', glob: '**', head_limit: 0, output_mode: 'count' } as const
      const { structured } = await createGrepSearch().run(input, context)
      const plain = made.filter((one) => isPlainPath(one))
      const { lines, refused } = structured as { lines: readonly string[]; refused: number }
      expect(lines.toSorted()).toEqual(plain.map((one) => `${one}:1`).toSorted())
      expect(refused).toBe(made.length - plain.length)
      expect([...asked].toSorted()).toEqual(made.toSorted())
    }),
    { numRuns: tries(60) },
  )
})

test('what is wrong with a search of plain files is told, and how many were searched', async () => {
  needsProgram('rg')
  const workspace = makeTree()
  const run = (input: { pattern: string; glob?: string; type?: string }) =>
    createGrepSearch().run(input, proving(workspace))
  for (const input of [{ pattern: 'a(' }, { pattern: 'a', glob: '[a' }, { pattern: 'a', type: 'nonsense' }]) {
    expect((await run(input)).error).toMatchObject({ code: 'SEARCH_PATTERN' })
  }
  expect(textOf(await run({ pattern: 'nothing', glob: '*.none' }))).toContain('no file was searched')
  // What need not be counted is not.
  const { searched: _, ...asked } = (await createGrepSearch().run({ pattern: 'needle' }, workspace.context))
    .structured as { searched: number }
  expect((await run({ pattern: 'needle' })).structured).toEqual(asked)
})

test('a tree of any names and any rules about them is searched as ripgrep does', { timeout: 180_000 }, async () => {
  needsProgram('rg')
  const name = fc.constantFrom('a', 'b', 'out', '.h', 'é', '$x', 'Reserved.TXT', 'c.ts')
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
  const rule = fc.constantFrom(
    'out',
    'out/',
    '/a',
    'a/b',
    '*.ts',
    '!.h',
    '!out',
    '!é',
    'b/**',
    '.h',
    '!a/out/',
    '#a',
    '$x',
  )
  const rules = fc.record({
    folder: fc.constantFrom('', 'a/', 'a/b/'),
    file: fc.constantFrom('.gitignore', '.ignore', '.rgignore'),
    lines: fc.array(rule, { minLength: 1, maxLength: 3 }),
  })
  const tree = fc.record({
    paths: fc.uniqueArray(path, { maxLength: 14 }),
    ignore: fc.array(rules, { maxLength: 3 }),
    isRepository: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(tree, async ({ paths, ignore, isRepository }) => {
      const workspace = makeWorkspace()
      for (const one of paths) {
        try {
          workspace.write(one, 'needle\n')
        } catch {
          // One is a folder on the way to another.
        }
      }
      for (const { folder, file, lines } of ignore) {
        try {
          workspace.write(folder + file, `${lines.join('\n')}\n`)
        } catch {
          // There is a file in the place of the folder.
        }
      }
      if (isRepository) mkdirSync(`${workspace.path}/.git`)
      const { structured } = await createGrepSearch().run({ pattern: 'needle', head_limit: 0 }, proving(workspace))
      const { lines } = structured as { lines: readonly string[] }
      expect(comparable(lines)).toEqual(comparable(runRipgrepItself(workspace.path, { pattern: 'needle' })))
    }),
    { numRuns: tries(80) },
  )
})
