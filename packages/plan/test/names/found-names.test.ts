import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { needsProgram } from '@poundlock/tooling/programs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inspectRepository, planCommand } from '../../src/index.ts'

interface Row {
  readonly line: string
  readonly place: string
  readonly must: 'allow' | 'ask'
}

const rows = readFileSync(new URL('../corpus/found-names.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-found-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Workspaces: what is tracked besides ordinary files; `unknown` is one of which nothing is looked at. */
const places: Readonly<Record<string, (folder: string) => void>> = {
  plain: () => undefined,
  unknown: () => undefined,
  linked: (folder) => symlinkSync('/outside/secret', join(folder, 'd/link')),
  inside: (folder) => symlinkSync('../e', join(folder, 'd/link')),
  split: (folder) => write(folder, 'x /outside/secret'),
  gone: (folder) => write(folder, 'x /outside/secret'),
  blank: (folder) => write(folder, ' /outside/secret'),
  dash: (folder) => write(folder, '--files0-from=x'),
}

function write(folder: string, name: string) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), 's\n')
}

/** Makes the workspaces, once. */
let made = false
function makePlaces() {
  if (made) return
  made = true
  for (const [name, fill] of Object.entries(places)) {
    const folder = join(root, name)
    for (const file of ['a.ts', 'd/b.ts', 'e/c.md', 'names']) write(folder, file)
    fill(folder)
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: folder, stdio: 'pipe', env: { PATH: '/usr/bin:/bin', HOME: root } })
    git('init', '--quiet')
    git('add', '--all')
    // What git lists is in its index, whether it lies on the disk or not.
    if (name === 'gone') rmSync(join(folder, 'x '), { recursive: true })
  }
}

beforeEach(() => {
  needsProgram('git')
  makePlaces()
})

const programs =
  'git find fd rg grep cat head ls xargs wc sort tar cp zip diff read true printf echo tokei cppcheck ctags shellcheck helm du file'.split(
    ' ',
  )

function decide({ line, place }: Row): string {
  const workspace = join(root, place)
  const exec = { host: 'gateway', security: 'allowlist', allow: programs } as const
  const { plan } = planCommand(line, {
    cwd: workspace,
    home: '/home/u',
    workspace,
    findExecutable: (name) => (name.includes('/') ? null : `/usr/bin/${name}`),
    ...(place !== 'unknown' && { inspectRepository }),
  })
  const context = { agent: 'main', session: 'main', cwd: workspace, workspace, home: '/home/u', interactive: true }
  const policy = createPolicy(
    { tools: { exec, fs: { readScope: 'workspace' } } },
    { home: '/home/u', commands: commandEvaluator },
  )
  return policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan, context }).decision
}

test.each(rows.map((row) => [row.place, row.line, row] as const))('%s: %s', (_place, _line, row) => {
  expect(decide(row)).toBe(row.must)
})
