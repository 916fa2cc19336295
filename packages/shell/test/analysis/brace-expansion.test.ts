import { describe, expect, it } from 'vitest'
import { expandBraces } from '../../src/analysis/brace-expansion.ts'

describe('expandBraces', () => {
  it('gives the words of lists and sequences', () => {
    expect(expandBraces('src/{a,b,c}.ts')).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts'])
    expect(expandBraces('{a,b}{c,d}')).toEqual(['ac', 'ad', 'bc', 'bd'])
    expect(expandBraces('x{3..1}')).toEqual(['x3', 'x2', 'x1'])
    expect(expandBraces('{,a,}')).toEqual(['a'])
  })

  it('leaves open what it does not know to be a list', () => {
    for (const text of [
      '{a',
      '{a}',
      'a}',
      '{{a,b},c}',
      '{a..c}',
      '{01..3}',
      '{1..1000000}',
      '{a,b}}',
      '{a,b}'.repeat(9),
    ]) {
      expect(expandBraces(text), text).toBeNull()
    }
  })
})
