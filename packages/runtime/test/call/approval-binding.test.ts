import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { someOf } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { openRuntime } from '../open-runtime.ts'

/** A line that is approved while a file that it runs is changed. */
interface Row {
  readonly line: string
  /** What lies in the workspace when the question is put, by path. */
  readonly files: Readonly<Record<string, string>>
  /** What is written while it waits. */
  readonly change: Readonly<Record<string, string>>
  /** Programs that stand first on PATH: what the row is about is the file that they read. */
  readonly programs?: Readonly<Record<string, string>>
  /** The workspace is a repository with one commit. */
  readonly git?: true
}

const rows: readonly Row[] = readFileSync(new URL('../corpus/approval-binding.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** Runs a line whose question is answered with yes, after something was done. */
async function runApproved(
  { line, files, programs = {}, git }: Omit<Row, 'change'>,
  change: Readonly<Record<string, string>>,
) {
  const scene = openRuntime(
    { mode: 'allow', exec: { askRules: ['*'] } },
    {
      ask: async ({ binding }) => {
        unbound.push(...(binding.unbound ?? []))
        write(change)
        return { answer: 'allow-once', by: 'test:me' }
      },
    },
  )
  const unbound: string[] = []
  const write = (content: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(content)) {
      const file = join(scene.workspace, name)
      mkdirSync(dirname(file), { recursive: true })
      rmSync(file, { force: true })
      writeFileSync(file, text)
      if (text.startsWith('#!')) chmodSync(file, 0o755)
    }
  }
  if (git) {
    const run = (...args: string[]) => execFileSync('git', args, { cwd: scene.workspace })
    run('init', '-q', '--template=')
    run('config', 'user.name', 'A')
    run('config', 'user.email', 'a@example.org')
    run('commit', '-q', '--allow-empty', '-m', 'first')
    run('init', '-q', '--bare', '--template=', 'remote')
  }
  write(files)
  write(Object.fromEntries(Object.entries(programs).map(([name, text]) => [`tools/${name}`, text])))
  const outcome = await scene.exec(line)
  return {
    outcome,
    unbound,
    hijacked: ['hijacked', 'd/hijacked'].some((name) => existsSync(join(scene.workspace, name))),
  }
}

const titleOf = ({ line, change }: Row) => `${line.replaceAll('\n', '⏎')} (${Object.keys(change).join(', ')})`

describe('a file that is changed while the question waits does not run', () => {
  test.each(someOf(rows).map((row) => [titleOf(row), row] as const))('%s', async (_, row) => {
    const { outcome, hijacked } = await runApproved(row, row.change)
    expect(hijacked).toBe(false)
    expect(outcome).toMatchObject({ status: 'denied', message: expect.stringContaining('since it was approved') })
  })
})

describe('what is not changed runs', () => {
  const lines = new Map(rows.map((row) => [JSON.stringify([row.line, row.files]), row]))
  test.each(someOf([...lines.values()]).map((row) => [titleOf(row), row] as const))('%s', async (_, row) => {
    const { outcome } = await runApproved(row, {})
    expect(outcome).toMatchObject({ status: 'ran' })
  })
})

const HARMLESS: readonly (Row & { readonly what: string })[] = [
  {
    what: 'a file that no convention means',
    line: 'make x',
    files: { Makefile: 'x:\n\ttrue\n' },
    change: { 'README.md': 'make x', 'src/a.c': '' },
  },
  {
    what: 'what is only deleted',
    line: 'rm -rf dist/*; make x',
    files: { Makefile: 'x:\n\ttrue\n', 'dist/a.js': '' },
    change: { 'dist/b.js': '' },
  },
  {
    what: 'what is only listed',
    line: 'ls dist; sh a.sh',
    files: { 'a.sh': 'true', 'dist/a.js': '' },
    change: { 'dist/a.js': '1', 'dist/c.js': '' },
  },
  { what: 'what is read where nothing is run', line: 'cat a.log', files: { 'a.log': '' }, change: { 'a.log': 'more' } },
  {
    what: 'a script that is not meant',
    line: 'npm run x',
    files: { 'package.json': '{"scripts":{"x":"true","y":"node y.js"}}', 'y.js': '' },
    change: { 'y.js': '1' },
    programs: { npm: '#!/bin/sh\n' },
  },
  {
    what: 'a module of another folder',
    line: 'python3 a/a.py',
    files: { 'a/a.py': 'import json\n' },
    change: { 'b/json.py': '' },
  },
  {
    what: 'a file of a folder that is not run',
    line: 'run-parts d',
    files: { 'd/a': '#!/bin/sh\n', 'e/a': '' },
    change: { 'e/b': '' },
  },
  {
    what: 'what a tool reads whose name a script has',
    line: './make.sh; ./build.sh',
    files: { 'make.sh': '#!/bin/sh\n', 'build.sh': '#!/bin/sh\n', Makefile: 'x:\n' },
    change: { Makefile: 'y:\n', GNUmakefile: '', 'pyproject.toml': '' },
  },
  {
    what: 'a file that nothing names',
    line: 'tail -n 1 a.log && sh a.sh',
    files: { 'a.sh': 'true', 'a.log': '' },
    change: { 'b.log': 'more' },
  },
]

describe('a change that decides nothing is none', () => {
  test.each(HARMLESS)('$what', async (row) => {
    const { outcome } = await runApproved(row, row.change)
    expect(outcome).toMatchObject({ status: 'ran' })
  })
})

test.each<readonly [string, RegExp]>([
  ['make x', /^what make does when it runs/],
  ['npm run x', /^what npm does when it runs/],
  ['python3 -m mod', /^what python imports from elsewhere/],
  ['f() { make x; }; f', /^what make does when it runs/],
  ["sh -c 'cd sub && docker compose up'", /^what the containers do/],
  ['npx vitest run', /^what the tests do/],
])('what cannot be bound is said: %s', async (line, expected) => {
  const { unbound } = await runApproved({ line, files: {} }, {})
  expect(unbound).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
})

test('nothing is said where all is bound', async () => {
  const { outcome, unbound } = await runApproved({ line: 'sh a.sh', files: { 'a.sh': 'true' } }, {})
  expect([outcome.status, unbound]).toEqual(['ran', []])
})

test('many files of one convention are bound as one', async () => {
  const files = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`t/test_${index}.py`, '']))
  const row = { line: 'pytest', files, programs: { pytest: '#!/bin/sh\n' } }
  expect((await runApproved(row, {})).outcome).toMatchObject({ status: 'ran' })
  for (const change of [{ 't/test_5.py': '1' }, { 't/test_new.py': '' }]) {
    const { outcome } = await runApproved(row, change)
    expect(outcome).toMatchObject({
      status: 'denied',
      message: expect.stringMatching(/A file below ".*t" has changed/),
    })
  }
})
