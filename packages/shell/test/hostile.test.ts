import { describe, expect, it } from 'vitest'
import { analyzeShell } from '../src/analysis/index.ts'
import { parseShell, print } from '../src/index.ts'

const openers: readonly string[] = [
  ...'( { $( ` " \' ${x:- $(( $[ (( [[ [[( <( >( a=( x[ @( a@( ${x[ ${ $" $\' \\'.split(' '),
  ...'if |if a;then |while a;do |until a;do |for x in a;do |case x in x) |select x in a;do |f(){ |! |time |{ |( '.split(
    '|',
  ),
  ...'[[ ! ~[[ ( ~coproc ~a|~a&&~"$(~"${x:-~`a "~cat <<E $(~<<E\n~{a,~${x:-${x:-'.split('~'),
  ...'eval \'|eval |bash -c "|env |xargs |find . -exec |command |trap |function f { '.split('|'),
]

/** Every answer is an answer: what matters is that there is one, in time, and never an exception. */
function survives(source: string, maxDepth = 64): void {
  const limits = { maxLength: 2_000_000, maxDepth }
  const parsed = parseShell(source, limits)
  if (parsed.ok) print(parsed.tree)
  analyzeShell(source, limits)
  analyzeShell(source, { ...limits, dialect: 'posix' })
}

describe('hostile input', { timeout: 600_000 }, () => {
  it('is answered when a construct is opened 10,000 times', () => {
    for (const opener of openers) {
      survives(opener.repeat(10_000))
      survives(opener.repeat(10_000), 1_000)
    }
  })

  it('is answered when the nesting is closed again', () => {
    const pairs = [
      ['(', ')'],
      ['$(', ')'],
      ['{ ', ';}'],
      ['"$(', ')"'],
      ['${x:-', '}'],
      ['if a;then ', ';fi'],
      ['while a;do ', ';done'],
      ['case x in x) ', ';;esac'],
      ['f(){ ', ';}'],
      ['[[ ( ', ' ) ]]'],
    ]
    for (const [open = '', close = ''] of pairs) {
      for (const depth of [50, 190, 10_000]) survives(`${open.repeat(depth)}a${close.repeat(depth)}`, 1_000)
    }
  })

  it('may be a word of a megabyte, quoted or not', () => {
    const word = 'a'.repeat(1_000_000)
    for (const source of [
      word,
      `'${word}'`,
      `"${word}"`,
      `x=${word}`,
      `cat <<E\n${word}\nE`,
      `$((${word}))`,
      `\${${word}}`,
      `#${word}`,
    ]) {
      survives(source)
    }
  })

  it.each(['`a`;', '`\\`a\\``;', '$(`a`)', '"`a`" ', 'x=`a`\n'])(
    'may hold 2,048 backticks, and no more: %j',
    (piece) => {
      const each = piece.split('`').length > 3 ? 2 : 1
      const most = piece.repeat(2048 / each)
      expect(parseShell(most).ok).toBe(true)
      expect(parseShell(`${most}a`).ok).toBe(true)
      const parsed = parseShell(`${most}${piece}`, { maxLength: 100_000 })
      expect(!parsed.ok && parsed.refusal).toMatchObject({
        code: 'TOO_MANY',
        span: [expect.any(Number), expect.any(Number)],
      })
      const analysis = analyzeShell(`${most}${piece}`)
      expect(!analysis.ok && analysis.refusal.code).toBe('TOO_MANY')
    },
  )

  it('may hold 16,384 commands, and more only where a longer source may be read', () => {
    const answer = (source: string, maxLength?: number) => {
      const parsed = parseShell(source, { maxLength })
      return parsed.ok ? 'ok' : `${parsed.refusal.code} ${parsed.refusal.span.join()}`
    }
    expect(answer('a;'.repeat(16_384))).toBe('ok')
    expect(answer('a;'.repeat(16_384), 100)).toBe('TOO_LONG 100,32768')
    for (const [before, piece, after] of [
      ['', 'a;', ''],
      ['(', 'a|', 'b)'],
      ['`', 'a&', '`'],
      ['a <<E\n$(', 'a\n', ')\nE\n'],
    ] as const) {
      expect(answer(before + piece.repeat(16_384) + after)).toMatch(piece === 'a;' ? /^ok/ : /^TOO_MANY /)
      expect(answer(before + piece.repeat(20_000) + after)).toMatch(/^TOO_MANY \d+,\d+$/)
      expect(answer(before + piece.repeat(20_000) + after, 100_000)).toBe('ok')
    }
    const analysis = analyzeShell('a;'.repeat(20_000))
    expect(!analysis.ok && analysis.refusal.code).toBe('TOO_MANY')
    // A text that a word carries is no longer than a command line may be.
    const carried = analyzeShell(`eval '${'a;'.repeat(20_000)}'`)
    expect(carried.ok && carried.unresolved.map(({ reason }) => reason)).toEqual(['refused-text'])
  })

  it('may be a mebibyte of commands when the limit is raised', () => {
    const mebibyte = 1_048_576
    for (const [piece, statements] of [
      ['a b c d e f g;', 1],
      ['echo "$x" $(b) >f; if a; then b | c; fi\n', 2],
    ] as const) {
      const times = Math.floor(mebibyte / piece.length)
      const source = piece.repeat(times)
      expect(parseShell(source).ok).toBe(false)
      const parsed = parseShell(source, { maxLength: mebibyte })
      expect(parsed.ok && parsed.tree.statements.length).toBe(times * statements)
      // So many commands are not looked at.
      const analysis = analyzeShell(source, { maxLength: mebibyte })
      expect(analysis.ok && analysis.unresolved.map(({ reason }) => reason)).toEqual(['too-many-commands'])
    }
  })

  it('may end anywhere', () => {
    const source =
      "x=1 a \"b $(c `d`) ${e:-f}\" 'g' $'h' <<E >i | { j; } && [[ k == l* ]] || for m in n; do ((o++)); done\n$p\nE\n"
    for (let end = 0; end <= source.length; end++) survives(source.slice(0, end))
  })

  it('may be NUL, BOM, CRLF, half a surrogate pair or marks that turn the text around', () => {
    const codes = (source: string) => {
      const result = parseShell(source)
      return result.ok ? 'ok' : result.refusal.code
    }
    expect(codes('a\0')).toBe('CONTROL_CHARACTER')
    expect(codes('a\r\nb')).toBe('CONTROL_CHARACTER')
    expect(codes('a \ud83d')).toBe('LONE_SURROGATE')
    expect(codes('a \udca5b')).toBe('LONE_SURROGATE')
    expect(codes("x='\0'")).toBe('CONTROL_CHARACTER')
    expect(codes("cat <<'E'\n\u001b[2J\nE\n")).toBe('CONTROL_CHARACTER')
    expect(codes('\u{1f600} \u2028 \u200f \u2066')).toBe('ok')
    // These are ordinary characters of a word: what shows them to a human has to make them visible.
    const name = (source: string) => {
      const analysis = analyzeShell(source)
      return analysis.ok ? analysis.commands[0]?.name : undefined
    }
    expect(name('\ufeffls')).toBe('\ufeffls')
    expect(name('\u202els')).toBe('\u202els')
    expect(name('ls\u00a0-l')).toBe('ls\u00a0-l')
  })

  it('does not grow the memory by doubling values', () => {
    survives(`x=aaaaaaaa;${'x=$x$x;'.repeat(8000)}`)
    survives(`x=${'a'.repeat(1000)};${'"$x$x$x$x" '.repeat(5000)}`)
  })

  it('makes no more words of values and braces than a source may have characters', () => {
    const words = (source: string) => {
      const analysis = analyzeShell(source)
      return analysis.ok ? analysis.commands.reduce((sum, command) => sum + command.words.length, 0) : 0
    }
    const values = `x='${'a '.repeat(500)}';echo ${'$x '.repeat(21_000)}`
    const braces = `echo ${'{1..64} '.repeat(8_000)}`
    const nested = `echo ${'{a,b}{a,b}{a,b}{a,b}{a,b}{a,b} '.repeat(2_000)}`
    for (const source of [values, braces, nested]) expect(words(source)).toBeLessThan(65_536)
    expect(words('x="a b c"; echo $x {1..64}')).toBe(68)
  })

  it('leaves text open that is carried again and again, and never grows a folder for ever', () => {
    const levels = Array.from({ length: 7 }, (_, level) => level)
    const opened = levels.map((level) => `: $((08))\nbash <<'E${level}'\n`).join('')
    const closed = levels.map((level) => `E${6 - level}\n`).join('')
    const carried = analyzeShell(`${opened}${'a;\n'.repeat(21_000)}${closed}`)
    expect(carried.ok && carried.unresolved.some(({ reason }) => reason === 'depth')).toBe(true)
    const folders = analyzeShell(`${'cd a&&'.repeat(10_000)}b`)
    expect(folders.ok && folders.commands.at(-1)?.cwd).toBe(null)
    expect(folders.ok && folders.commands.every(({ cwd }) => (cwd?.length ?? 0) <= 1024)).toBe(true)
  })
})
