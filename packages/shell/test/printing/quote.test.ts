import * as fc from '@poundlock/tooling/properties'
import { describe, expect, it } from 'vitest'
import { analyzeShell } from '../../src/analysis/index.ts'
import { quote } from '../../src/index.ts'

describe('quote', () => {
  it('leaves plain words alone and quotes the rest', () => {
    expect(quote(['ls', '-l', 'a b', "it's", '', '$x', '~', '*'])).toBe("ls -l 'a b' 'it'\\''s' '' '$x' '~' '*'")
    expect(quote(['if', 'if'])).toBe("'if' if")
    expect(quote(['A=1', 'A=1'])).toBe("'A=1' A=1")
  })

  it('refuses NUL', () => {
    expect(() => quote(['a\0b'])).toThrow(RangeError)
  })

  it('gives text that is read as exactly these words, in either dialect', () => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from('ab =$`"\'\\~*?[]{}()<>|&;#!\n\té-,.0')) })
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1 }),
        fc.constantFrom('bash' as const, 'posix' as const),
        (argv, dialect) => {
          const analysis = analyzeShell(quote(argv), { dialect })
          expect(analysis.ok && analysis.commands[0]?.argv).toEqual(argv)
        },
      ),
      { numRuns: 1000, seed: 1 },
    )
  })
})
