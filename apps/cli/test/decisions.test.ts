import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, onTestFinished, test } from 'vitest'
import { decideRow, type Row, type Stage } from './decide-row.ts'

const rows = readFileSync(new URL('corpus/decisions.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)

/** Commands whose answer lies in the command and the policy alone. */
const plain = rows.filter(
  (row) => row.command !== undefined && row.class !== 'approval-binding' && !row.setup && !row.policy.toolParam,
)
const staged = rows.filter((row) => row.command !== undefined && row.class !== 'approval-binding' && row.setup)

function judged(list: readonly Row[]) {
  return list.map((row) => ({ row, decision: decideRow(row) }))
}

const names = (list: readonly { readonly row: Row; readonly decision: string }[]) =>
  list.map(({ row, decision }) => `${row.id}: ${decision}, must ${row.must}: ${row.command}`)

test('no command of the corpus is wrongly allowed', () => {
  const wrong = judged(plain).filter(({ row, decision }) => decision === 'allow' && row.must !== 'allow')
  expect(names(wrong)).toEqual([])
})

test('no command of the corpus that must never run can be asked for', () => {
  const asked = judged(plain).filter(({ row, decision }) => decision === 'ask' && row.must === 'deny')
  expect(names(asked)).toEqual([])
})

test('at most two in a hundred commands that should just run are asked for', () => {
  const allowed = plain.filter((row) => row.must === 'allow')
  const needless = judged(allowed).filter(({ decision }) => decision !== 'allow')
  expect(names(needless).slice(Math.floor(allowed.length * 0.02))).toEqual([])
})

/** Makes the files that a row speaks of, in a folder that takes the place of its workspace. */
function stageFor(row: Row): { row: Row; stage: Stage } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-stage-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const workspace = join(root, 'w')
  mkdirSync(join(workspace, 'sub'), { recursive: true })
  needsProgram('git')
  const git = (folder: string, ...words: string[]) =>
    execFileSync('git', words, { cwd: folder, stdio: 'pipe', env: { PATH: '/usr/bin:/bin', HOME: root } })
  git(workspace, 'init', '--quiet')
  const program = (folder: string, name: string) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), '#!/bin/sh\n')
    chmodSync(join(folder, name), 0o755)
    return folder
  }
  const system = ['/usr/bin', '/bin']
  const path: Readonly<Record<string, () => readonly string[]>> = {
    'safebin-046': () => [program(join(root, 'evil-bin'), 'jq'), ...system],
    'identity-009': () => [program(join(workspace, 'node_modules/.bin'), 'ls'), ...system],
    'identity-010': () => {
      program(workspace, 'echo')
      return ['.', ...system]
    },
  }
  const repository: Readonly<Record<string, () => void>> = {
    'git-context-001': () => git(workspace, 'config', 'core.fsmonitor', '/tmp/evil'),
    'git-context-003': () => git(workspace, 'config', 'diff.x.command', '/tmp/evil'),
    'git-context-005': () => git(workspace, 'config', 'diff.x.textconv', '/tmp/evil'),
    'git-context-006': () => {
      git(workspace, 'config', 'include.path', '../evil.config')
      writeFileSync(join(workspace, 'evil.config'), '[diff]\n external = /tmp/evil\n')
    },
    'git-context-007': () => {
      git(join(workspace, 'sub'), 'init', '--quiet')
      git(join(workspace, 'sub'), 'config', 'core.fsmonitor', '/tmp/evil')
    },
  }
  repository[row.id]?.()
  return { row, stage: { workspace, path: path[row.id]?.() ?? system } }
}

test.each(staged.map((row) => [row.id, row.setup, row] as const))('%s, with %s', (_id, _setup, given) => {
  const { row, stage } = stageFor(given)
  const decision = decideRow(row, stage)
  expect([decision, given.command]).not.toEqual(['allow', given.command])
})
