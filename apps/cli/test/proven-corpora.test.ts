import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { byDefault, decisionAbout, type Row } from './decide-row.ts'

/**
 * The corpora were labelled where every command needs a rule. Here they are decided once more as by default, where proven
 * work needs none: what must never run is denied as before, and what is let through now does nothing but what was
 * reviewed once, program by program.
 */
const read = (name: string) => readFileSync(new URL(`corpus/${name}`, import.meta.url), 'utf8')
const policies = JSON.parse(read('held-out-policies.json')) as Record<string, Row['policy']>
const parts = ['', '-2', '-3', '-4', '-5', '-6', '-7'].map((part) => `blind${part}.jsonl`)
const all = ['decisions.jsonl', 'held-out.jsonl', ...parts]
  .flatMap((name) => read(name).split('\n').filter(Boolean))
  .map((line) => JSON.parse(line) as Omit<Row, 'policy'> & { readonly policy: string | Row['policy'] })
  .map(({ policy, ...row }): Row => ({ ...row, policy: typeof policy === 'string' ? policies[policy]! : policy }))
  .filter(({ command, setup, policy }) => command !== undefined && setup === undefined && !policy.toolParam)

/** Where no person can answer, each question is a denial: such a row says nothing about the command itself. */
const decided = byDefault(all.filter(({ policy }) => policy.ui !== false)).map((row) => ({
  row,
  decision: decisionAbout(row),
}))

/** Programs that read, or write single files of the workspace; of git, its subcommands. */
const REVIEWED = new Set(
  (
    '/usr/bin/time awk brew cat chmod cut echo find flock git-blame git-branch git-commit git-diff git-log ' +
    'git-range-diff git-shortlog git-show git-stash git-submodule git-tag git-var git-whatchanged grep head ' +
    'htop id ip jq ls lsof mkdir npm openssl pgrep python3 ruff sed setarch shuf sort strip systemctl tac ' +
    'tail tee time top touch tr tree truncate uniq wc xxd'
  ).split(' '),
)

test('what must never run is neither let through nor asked about', () => {
  const wrong = decided.filter(({ row, decision }) => row.must === 'deny' && decision.decision !== 'deny')
  expect(decided.length).toBeGreaterThan(8000)
  expect(wrong.map(({ row }) => `${row.id}: ${row.command}`)).toEqual([])
})

test('what is let through beside the labels was reviewed', () => {
  const opened = decided.filter(({ row, decision }) => row.must === 'ask' && decision.decision === 'allow')
  const programs = opened.flatMap(({ decision }) =>
    decision.commands
      .filter(({ proven }) => proven !== undefined)
      .map(({ name, argv }) => (name === 'git' ? `git-${argv[1]}` : `${name}`)),
  )
  expect(programs.length).toBeGreaterThan(300)
  expect([...new Set(programs)].filter((name) => !REVIEWED.has(name)).toSorted()).toEqual([])
})
