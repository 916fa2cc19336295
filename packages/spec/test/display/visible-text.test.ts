import * as fc from '@poundlock/tooling/properties'
import { describe, expect, it } from 'vitest'
import { visibleText } from '../../src/index.ts'

describe('what is shown', () => {
  it.each([
    ['plain text', 'git diff --stat | head -3', 'git diff --stat | head -3'],
    ['other scripts and pictures', 'é ß 漢字 עברית 😀', 'é ß 漢字 עברית 😀'],
    ['a carriage return that would hide the line', 'rm -rf /\rls', 'rm -rf /\\rls'],
    ['an escape sequence', '\u001B[2Kls', '\\e[2Kls'],
    ['a C1 control', 'a\u009Bb', 'a\\x9bb'],
    ['NUL and DEL', '\0\u007F', '\\x00\\x7f'],
    ['a bidirectional override', 'a\u202Eb', 'a\\u{202e}b'],
    ['a zero-width space', 'l\u200Bs', 'l\\u{200b}s'],
    ['a no-break space', 'a\u00A0b', 'a\\xa0b'],
    ['a tag character', 'a\u{E0041}', 'a\\u{e0041}'],
    ['a variation selector', 'a\uFE0F\u{E0100}', 'a\\u{fe0f}\\u{e0100}'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a lone surrogate', 'a\uD800b', 'a\\u{d800}b'],
    ['a Hangul filler', '\u3164', '\\u{3164}'],
    ['line feed and tab', 'a\n\tb', 'a\\n\\tb'],
  ])('%s', (_, text, expected) => {
    expect(visibleText(text)).toBe(expected)
  })

  it('keeps line feeds and tabs where asked, and nothing else', () => {
    expect(visibleText('a\n\tb\r\u202E', { newlines: 'keep' })).toBe('a\n\tb\\r\\u{202e}')
  })

  it('is well-formed, without controls, and the same when it is shown again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visibleText(text)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        expect(visibleText(shown)).toBe(shown)
      }),
    )
  })
})

describe('marks that are put on characters', () => {
  it.each(['Việt', 'Vie\u0323\u0302t', 'हिन्दी', 'ไม้', 'שָׁלוֹם', 'e\u0301'])('stay as they are in %s', (text) => {
    expect(visibleText(text)).toBe(text)
  })

  it('are shown where they are piled up, enclose or strike out', () => {
    expect(visibleText(`rm${'\u0301'.repeat(5)} x`)).toBe(`rm${'\u0301'.repeat(3)}\\u{301}\\u{301} x`)
    expect(visibleText('r\u0336m\u20DD\u0489')).toBe('r\\u{336}m\\u{20dd}\\u{489}')
  })
})
