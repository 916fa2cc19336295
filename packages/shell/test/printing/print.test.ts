import { readFileSync } from 'node:fs'
import * as fc from '@poundlock/tooling/properties'
import { describe, expect, it } from 'vitest'
import { parseShell, print, type Script } from '../../src/index.ts'
import { grammarText } from '../differential/grammar.ts'
import { Random } from '../differential/random.ts'

function bare(tree: Script): string {
  return JSON.stringify(tree, (key, value: unknown) => (key === 'start' || key === 'end' ? undefined : value))
}

function differs(source: string): string | null {
  const first = parseShell(source)
  if (!first.ok) return null
  const text = print(first.tree)
  const second = parseShell(text, { maxLength: 1_000_000 })
  return second.ok && bare(second.tree) === bare(first.tree)
    ? null
    : `${JSON.stringify(source)} as ${JSON.stringify(text)}`
}

describe('print', { timeout: 600_000 }, () => {
  it('gives canonical text', () => {
    const result = parseShell('echo   `date`;ls>out  # done\nif a;then b;fi')
    expect(result.ok && print(result.tree)).toBe('echo $(date)\nls >out\nif a\nthen b\nfi')
  })

  it('gives text that parses back to the same tree, for every accepted row of the corpora', () => {
    const different: string[] = []
    for (const file of ['bash-parses.jsonl', 'bash-runs.jsonl', 'oneliners.jsonl', 'shell-traps.jsonl']) {
      const rows = readFileSync(new URL(`../corpus/${file}`, import.meta.url), 'utf8')
        .trim()
        .split('\n')
      for (const row of rows) {
        const { s, command } = JSON.parse(row) as { s?: string; command?: string }
        const difference = differs(s ?? command ?? '')
        if (difference !== null) different.push(difference)
      }
    }
    expect(different.slice(0, 5)).toEqual([])
  })

  it('does so for sentences of the grammar', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(differs(grammarText(new Random(seed)))).toBeNull()
      }),
      { numRuns: 1000, seed: 1 },
    )
  })
})
