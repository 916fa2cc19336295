import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { analyzeShell } from '../src/analysis/index.ts'

function rows<T>(file: string): T[] {
  const text = readFileSync(new URL(`./corpus/${file}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

const baseName = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** The log of executed names was written through `printf %b`, so backslashes in a name are gone from it. */
function asLogged(name: string): string {
  const letters: Record<string, string> = {
    n: '\n',
    t: '\t',
    r: '\r',
    f: '\f',
    a: '\x07',
    b: '\b',
    v: '\v',
    '\\': '\\',
  }
  return name.replace(/\\([ntrfabv\\])/g, (_, letter: string) => letters[letter] ?? '')
}

describe('the corpora of what bash parsed and ran', { timeout: 600_000 }, () => {
  it('misses no command of bash-parses.jsonl where both accept', () => {
    const missed: string[] = []
    for (const row of rows<{ s: string; ok: 0 | 1; n?: string[] }>('bash-parses.jsonl')) {
      const analysis = analyzeShell(row.s)
      if (!analysis.ok || row.ok === 0) continue
      const names = new Set(analysis.commands.map((command) => command.name))
      for (const name of row.n ?? []) {
        const dynamic = name.includes('\u0001')
        if (
          dynamic ? analysis.complete && !names.has(null) && names.size === 0 : !names.has(name) && !names.has(null)
        ) {
          missed.push(`${JSON.stringify(row.s)}: ${name}`)
        }
      }
    }
    expect(missed.slice(0, 10)).toEqual([])
  })

  it('claims every name executed in bash-runs.jsonl where the analysis is complete', () => {
    const missed: string[] = []
    for (const row of rows<{ s: string; ran: string[] }>('bash-runs.jsonl')) {
      const analysis = analyzeShell(row.s)
      if (!analysis.ok || !analysis.complete) continue
      const names = new Set(analysis.commands.flatMap(({ name }) => [name, baseName(name ?? ''), asLogged(name ?? '')]))
      for (const name of row.ran) {
        if (!names.has(name) && !names.has(baseName(name))) missed.push(`${JSON.stringify(row.s)}: ${name}`)
      }
    }
    expect(missed.slice(0, 10)).toEqual([])
  })

  it('parses all of oneliners.jsonl, completes 98 % of them, and claims what they name and run', () => {
    const refused: string[] = []
    const incomplete: string[] = []
    const missed: string[] = []
    const all = rows<{ command: string; names: string[]; execs: string[] }>('oneliners.jsonl')
    // What tar runs by itself is the matter of its argument profile.
    const ownPrograms = new Set(['/bin/sh', 'gzip'])
    for (const row of all) {
      const analysis = analyzeShell(row.command)
      if (!analysis.ok) refused.push(row.command)
      else if (!analysis.complete) incomplete.push(row.command)
      else {
        const names = new Set(analysis.commands.map(({ name }) => baseName(name ?? '')))
        for (const name of row.execs) {
          if (!names.has(baseName(name)) && !ownPrograms.has(name)) missed.push(`${row.command}: ${name}`)
        }
      }
    }
    expect(refused).toEqual([])
    expect(missed).toEqual([])
    expect(incomplete.length / all.length).toBeLessThanOrEqual(0.02)
  })
})

/** Programs that run code or write files by their own arguments and files: judged by argument profiles, not here. */
const profiled = new Set(
  'gdb find awk sed python3 tclsh git tar zip rg uniq tee ed make npm npx node ssh curl'.split(' '),
)

describe('the traps', { timeout: 600_000 }, () => {
  it('lets none pass with only its visible names allowed, other than what argument profiles judge', () => {
    const fooled: string[] = []
    type Trap = { command: string; shell?: string; payload_ran?: boolean; naive_benign?: string[] }
    for (const row of rows<Trap>('shell-traps.jsonl')) {
      if (row.payload_ran !== true) continue
      const analysis = analyzeShell(row.command, { dialect: row.shell === 'sh' ? 'posix' : 'bash' })
      if (!analysis.ok || !analysis.complete) continue
      const visible = new Set(row.naive_benign ?? [])
      if (analysis.commands.some(({ name }) => name === null || !visible.has(name))) continue
      if (analysis.effects.some(({ kind, path }) => kind === 'file-write' && path === 'P')) continue
      if (analysis.commands.some(({ name }) => profiled.has(name ?? ''))) continue
      fooled.push(row.command)
    }
    expect(fooled).toEqual([])
  })
})
