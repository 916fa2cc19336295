import { describe, expect, it } from 'vitest'
import { commandTables } from '../../src/catalogue.ts'
import { compileTable, type CompiledTable } from '../../src/engine/compile-table.ts'
import { PROFILED_COMMANDS, profileCommand, type ProfileWord } from '../../src/index.ts'

/** Every table with the words that lead to it. */
function tables(): readonly (readonly [words: readonly string[], compiled: CompiledTable])[] {
  const found: (readonly [readonly string[], CompiledTable])[] = []
  const walk = (words: readonly string[], compiled: CompiledTable) => {
    found.push([words, compiled])
    for (const [name, subtable] of compiled.subcommands ?? []) walk([...words, name], subtable)
  }
  for (const name of PROFILED_COMMANDS) walk([name], compileTable(commandTables.get(name)!))
  return found
}

const all = tables()
const reads = all.filter(([, { table }]) => table.raw !== true)

describe('every table', () => {
  it('says where it is from', () => {
    expect(all.filter(([, { table }]) => table.source === '')).toEqual([])
  })

  it('has names of options that can be given', () => {
    const wrong = all.flatMap(([words, { options }]) =>
      [...options.keys()].filter((name) => !/^(?:--?[^\s=]+)$/.test(name)).map((name) => [...words, name].join(' ')),
    )
    expect(wrong).toEqual([])
  })

  it('does not know an option that no row has', () => {
    const known = reads.filter(([words]) => profileCommand([...words, '--zz-unknown-option']).known)
    expect(known.map(([words]) => words.join(' '))).toEqual([])
  })

  it('does not know an option that no row has, behind others and before operands', () => {
    const known = reads.filter(([words, { permutes, style }]) => {
      if (!permutes || style === 'go') return false
      return ['-', 'zz'].some((operand) => profileCommand([...words, operand, '--zz-unknown-option', 'b']).known)
    })
    expect(known.map(([words]) => words.join(' '))).toEqual([])
  })

  it('judges an unambiguous abbreviation like the full name', () => {
    const differ: string[] = []
    for (const [words, { options, abbreviates }] of reads) {
      if (!abbreviates) continue
      const names = [...options.keys()].filter((name) => name.startsWith('--'))
      for (const name of names) {
        for (let length = 3; length < name.length; length++) {
          const short = name.slice(0, length)
          if (names.filter((other) => other.startsWith(short)).length !== 1) continue
          const value = options.get(name)!.row.takes === 0 ? '' : '=v'
          const [one, other] = [short, name].map((given) => {
            const result = profileCommand([...words, given + value])
            return JSON.stringify(result.known ? { ...result, words: [], options: [] } : { code: result.code })
          })
          if (one !== other) differ.push([...words, short, name].join(' '))
        }
      }
    }
    expect(differ).toEqual([])
  })
})

describe('knowing less', () => {
  const lines = [
    'ls -la src',
    'cat a b',
    'head -n 5 a',
    'grep -n x a b',
    'wc -l a',
    'cp a b',
    'mv a b c',
    'rm -r a',
    'ln -s a b',
    'mkdir -p a',
    'touch a',
    'tee a',
    'uniq a b',
    'stat a',
    'diff a b',
    'chmod 755 a',
    'git log a',
    'git add a',
    'git branch x',
    'git commit -m x',
    'git checkout x',
    'tar cf a b',
    'tar xf a',
    'gzip a',
    'unzip a -d b',
    'sed -n 1p a',
    'find a -name b',
    'jq . a',
    'xargs wc',
    'timeout 5 ls',
    'nice ls',
    'env a=b ls',
    'curl -o a b',
    'du -s a',
    'split a b',
    'dd if=a of=b',
    'date +x',
    'npm test a',
    'make a',
    'kill 1',
    'cd a',
    'ping a',
  ]
  const unknowns: readonly ProfileWord[] = [null, { splits: false }, { prefix: 'z', splits: false }, { pattern: '*' }]

  it('never hides what a word that turns out the same would do', () => {
    const hidden: string[] = []
    for (const line of lines) {
      const argv = line.split(' ')
      const full = profileCommand(argv)
      if (!full.known) continue
      for (let at = 1; at < argv.length; at++) {
        for (const unknown of unknowns) {
          if (typeof unknown === 'object' && unknown?.prefix === 'z' && argv[at] !== 'z') continue
          const less = profileCommand(argv.with(at, unknown as never))
          if (!less.known) continue
          const missing = full.effects.filter(
            ({ kind, target }) =>
              !less.effects.some(
                (other) =>
                  other.kind === kind && (other.target === null || other.target === target || other.glob === true),
              ),
          )
          if (missing.length > 0) hidden.push(`${line} at ${at} ${JSON.stringify(unknown)}: ${JSON.stringify(missing)}`)
        }
      }
    }
    expect(hidden).toEqual([])
  })
})
