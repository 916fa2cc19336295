import type { GrepSearchInput } from '@poundlock/spec/tools'
import { needsProgram } from '@poundlock/tooling/programs'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { createGrepSearch, type ToolContext } from '../../../src/index.ts'
import { makeWorkspace, type Workspace } from '../workspace.ts'
import { comparable, runRipgrepItself } from './ripgrep-itself.ts'

const FILES = 3000
const NAMES = ['a.ts', 'b.md', 'c.json', 'Größe.txt', 'd e.py', '.hidden', 'x$y.js', 'LICENSE', 'e.min.js', 'f.bin']

/** The same numbers each time: xorshift, Marsaglia 2003. */
function numbers(): (below: number) => number {
  let state = 0x9e3779b9
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const WORDS =
  'import export function needle Needle NEEDLE return class => { } == foo bar TODO 2024-11 http://x é ß Straße x x x'.split(
    ' ',
  )

/** A tree of thousands of files, with what searches have trouble with. */
function growTree(): Workspace {
  const workspace = makeWorkspace()
  const random = numbers()
  for (let file = 0; file < FILES; file++) {
    const lines = Array.from({ length: random(40) }, () =>
      Array.from({ length: random(9) }, () => WORDS[random(WORDS.length)]).join(' '),
    )
    const kind = random(60)
    if (kind === 0) lines.push('x '.repeat(40_000 + random(200_000)) + 'needle')
    // Not both: where ripgrep sees NUL bytes far behind depends on the files before, whose long lines grew its buffer.
    else if (kind < 3) lines.splice(random(lines.length + 1), 0, 'a\0b')
    const text = lines.join(kind < 8 ? '\r\n' : '\n') + (kind % 2 === 0 ? '\n' : '')
    const bytes =
      kind < 14 ? Buffer.from(text, 'latin1') : kind < 16 ? Buffer.from(`\uFEFF${text}`, 'utf16le') : Buffer.from(text)
    const folder = `part-${String(random(12))}/${random(3) === 0 ? 'test' : 'src'}/${String(random(40))}`
    workspace.write(`${folder}/${String(file)}-${NAMES[random(NAMES.length)]!}`, bytes)
  }
  workspace.write('.gitignore', 'part-3/\n*.min.js\n!part-4/src/*.min.js\n')
  workspace.write('part-5/.ignore', 'test\n')
  workspace.write('.git/HEAD', '')
  return workspace
}

const optional = <Value>(...values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined })

const aQuery: fc.Arbitrary<GrepSearchInput> = fc
  .record({
    pattern: fc.constantFrom(
      'needle',
      '=> \\{',
      '== foo',
      '^import',
      '\\bx\\b',
      'Stra(ß|ss)e',
      '\\d{4}-\\d{2}',
      '\\s+$',
      '^$',
      'é',
      '[^\\x00-\\x7F]',
      'foo|bar',
      '\\p{Lu}\\p{Ll}+',
      '(?i)NEEDLE',
      'http://',
      '--',
      'class \\w+ \\w+',
      'a\\x00b',
    ),
    path: optional('part-1', 'part-3', 'part-5', 'part-4/src'),
    glob: optional('*.ts', '!*.md', '*.{js,json}', '**/src/**', 'part-*/test/**', '*[0-9]-a*', '.*', '*.min.js'),
    type: optional('ts', 'md', 'py', 'json', 'js'),
    '-i': optional(true, false),
    '-n': optional(true, false),
    '-A': optional(0, 1, 3),
    '-B': optional(0, 2),
    multiline: optional(true, false),
    output_mode: optional('content', 'count', 'files_with_matches'),
  })
  // Behind the last line feed ripgrep matches nothing, and shows what stands before it.
  .filter(({ pattern, multiline }) => multiline !== true || pattern !== '^$')
  .map((query) => JSON.parse(JSON.stringify(query)) as GrepSearchInput)

test('a search of a large tree finds what ripgrep finds, with whatever options', { timeout: 600_000 }, async () => {
  needsProgram('rg')
  const workspace = growTree()
  const proving: ToolContext = {
    ...workspace.context,
    files: { ...workspace.context.files, plainBelow: () => ['exec-approvals.json'] },
  }
  await fc.assert(
    fc.asyncProperty(aQuery, async (query) => {
      const { path, ...rest } = query
      // A glob with a slash is about what lies below the path.
      const wanted = comparable(
        path === undefined
          ? runRipgrepItself(workspace.path, query)
          : runRipgrepItself(`${workspace.path}/${path}`, rest).map((line) =>
              line === '--' ? line : `${path}/${line}`,
            ),
      )
      const ways = [
        ['asking', createGrepSearch(), workspace.context],
        ['proving', createGrepSearch(), proving],
      ] as const
      for (const [way, search, context] of ways) {
        const { error, structured } = await search.run({ ...query, head_limit: 0 }, context)
        expect(error, way).toBeUndefined()
        const { lines, truncated } = structured as { lines: readonly string[]; truncated: boolean }
        if (!truncated) expect([way, lines.length]).toEqual([way, wanted.length])
        expect([way, comparable(lines)]).toEqual([way, wanted.slice(0, lines.length)])
      }
    }),
    { numRuns: tries(30), seed: 7 },
  )
})
