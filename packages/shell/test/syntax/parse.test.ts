import { describe, expect, it } from 'vitest'
import { parseShell } from '../../src/index.ts'

const code = (source: string, options = {}) => {
  const result = parseShell(source, options)
  return result.ok ? 'ok' : result.refusal.code
}

describe('parseShell', () => {
  it('refuses what a shell, a terminal or UTF-8 would change', () => {
    expect(code('a\0b')).toBe('CONTROL_CHARACTER')
    expect(code('a\rb')).toBe('CONTROL_CHARACTER')
    expect(code('a\ud800')).toBe('LONE_SURROGATE')
    expect(code('a'.repeat(70_000))).toBe('TOO_LONG')
    expect(code('a'.repeat(70_000), { maxLength: 100_000 })).toBe('ok')
  })

  it('bounds nesting and answers for every construct nested 10,000 times', () => {
    for (const open of [
      '(',
      '$(',
      '`',
      '{ ',
      '${x:-',
      '$((',
      'if ',
      'a=(',
      '<(',
      '"$(',
      'case x in x) ',
      'f() {',
      '! ',
      '[[ ( ',
    ]) {
      expect(code(open.repeat(9_999), { maxLength: 1_000_000 }), open).not.toBe('ok')
    }
  })

  it('reports where the trouble is', () => {
    const result = parseShell('echo "abc')
    expect(result).toMatchObject({ ok: false, refusal: { code: 'UNTERMINATED', span: [5, 9] } })
  })
})
