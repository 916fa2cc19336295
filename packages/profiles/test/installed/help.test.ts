import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commandTables } from '../../src/catalogue.ts'
import { compileTable, type CompiledTable } from '../../src/engine/compile-table.ts'
import { profileCommand } from '../../src/index.ts'

const environment = { PATH: process.env['PATH'], LC_ALL: 'C', PAGER: 'cat', MANPAGER: 'cat', COLUMNS: '200' }

/** Tools that must be there where the tests count. */
const EXPECTED =
  'cat tac nl head tail wc sort uniq cut paste join comm tr fold fmt expand unexpand od pr ptx sha256sum base64 numfmt shuf tee split csplit ls stat du df readlink realpath basename dirname mktemp cp mv install ln rm rmdir shred truncate touch mkdir mkfifo chmod chown date uname nproc env nice timeout stdbuf grep xargs sed diff cmp tar gzip'
const OPTIONAL =
  'rg jq patch file strings hexdump column iconv man bzip2 xz zstd curl wget ss netstat pgrep taskset setsid flock watch dmesg make rsync tree less'

function helpOf(program: string, ...words: string[]): string | null {
  const { error, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', env: environment, timeout: 10_000 })
  return error ? null : stdout + stderr
}

/** The long options of the lines that begin with one. */
function longOptions(text: string): readonly string[] {
  const names = text.split('\n').flatMap((line) => {
    if (!/^\s*-/.test(line)) return []
    const end = line.search(/\S\s{2,}(?!-)\S/)
    return [...line.slice(0, end < 0 ? undefined : end + 1).matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([name]) => name)
  })
  return [...new Set(names)]
}

/** Options that the installed tool has and the table takes for something else. */
function mistaken(words: readonly string[], names: readonly string[], { options }: CompiledTable): readonly string[] {
  return names.filter((name) => {
    if (options.has(name) || name.startsWith('--no-')) return false
    return ['', '=x'].some((value) => profileCommand([...words, name + value]).known)
  })
}

describe('the tables against the tools that are installed', () => {
  for (const program of `${EXPECTED} ${OPTIONAL}`.split(' ')) {
    const text = helpOf(program, '--help', ...(program === 'curl' ? ['all'] : []))
    const isNeeded = process.env['CI'] === 'true' && EXPECTED.split(' ').includes(program)
    it.skipIf(text === null && !isNeeded)(
      `take no option of ${program} for another${text === null ? ` (needs ${program})` : ''}`,
      () => {
        const names = longOptions(text ?? '')
        expect(names.length).toBeGreaterThan(0)
        const compiled = compileTable(commandTables.get(program)!)
        expect(mistaken([program], names, compiled)).toEqual([])
        const missing = names.filter((name) => !compiled.options.has(name))
        // What is missing is asked about; that most is there makes the tables useful.
        if (EXPECTED.split(' ').includes(program)) expect(missing.length / names.length).toBeLessThan(0.1)
      },
    )
  }

  const git = compileTable(commandTables.get('git')!)
  for (const [name, compiled] of git.subcommands ?? []) {
    if (compiled.table.raw === true) continue
    const text = helpOf('git', name, '-h')
    it.skipIf(text === null && process.env['CI'] !== 'true')(
      `take no option of git ${name} for another${text === null ? ' (needs git)' : ''}`,
      () => {
        const names = (text ?? '')
          .split('\n')
          .flatMap((line) =>
            [...line.matchAll(/^\s+(?:-\w, )?--(?:\[no-\])?([a-z][\w-]*)/g)].map(([, option]) => `--${option}`),
          )
        expect(mistaken(['git', name], names, compiled)).toEqual([])
      },
    )
  }
})
