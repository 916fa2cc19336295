import { expect, test } from 'vitest'
import { TerminalText } from '../../src/output/terminal-text.ts'

const shown = (...pieces: readonly (string | Uint8Array)[]): string => {
  const text = new TerminalText()
  return pieces.map((piece) => text.next(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)).join('')
}

test.each([
  ['plain text, tabs, lines and returns', 'a\tb\r\n100 %\r'],
  ['colours', '\u001B[1;38;5;196mred\u001B[0m\u001B[m'],
  ['clearing the rest of a line', 'x\u001B[K\u001B[2K'],
  ['text of any script, and emoji', 'Grüße 你好 שלום 👩‍💻'],
])('%s reach a terminal as they are', (_, text) => {
  expect(shown(text)).toBe(text)
})

test.each([
  ['filling the clipboard', '\u001B]52;c;ZXZpbA==\u0007', String.raw`\e]52;c;ZXZpbA==\x07`],
  ['a title of the window', '\u001B]0;pwn\u001B\\', String.raw`\e]0;pwn\e` + '\\'],
  [
    'a link that says another address',
    '\u001B]8;;http://evil\u0007ok\u001B]8;;\u0007',
    String.raw`\e]8;;http://evil\x07ok\e]8;;\x07`,
  ],
  ['asking for an answer', '\u001B[6n\u001B[c\u001B[21t', String.raw`\e[6n\e[c\e[21t`],
  ['moving up and writing over', '\u001B[3A\u001B[Happroved', String.raw`\e[3A\e[Happroved`],
  ['clearing the screen', '\u001Bc\u001B[2J', String.raw`\ec\e[2J`],
  ['another character set', '\u000E\u001B(0', String.raw`\x0e\e(0`],
  ['programming keys', '\u001BP1;1|17/6c730d\u001B\\', String.raw`\eP1;1|17/6c730d\e` + '\\'],
  ['the 8-bit form', '\u009B6n\u009D0;x\u009C', String.raw`\x9b6n\x9d0;x\x9c`],
  ['text that turns around', 'a\u202Eb', String.raw`a\u{202e}b`],
])('%s is shown, not obeyed', (_, text, expected) => {
  expect(shown(text)).toBe(expected)
})

test('wherever a sequence is cut, it is read as one', () => {
  const bytes = new TextEncoder().encode('\u001B[31mrot\u001B[0m \u001B]52;c;eA==\u0007 ü')
  const whole = shown(bytes)
  for (let at = 0; at <= bytes.length; at += 1) expect(shown(bytes.subarray(0, at), bytes.subarray(at))).toBe(whole)
})

test('no bytes, in whatever pieces, leave a control character that is not a colour or the clearing of a line', () => {
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 48_271) % 0x7fff_ffff
    return seed % below
  }
  const likely = [...new TextEncoder().encode('\u001B[];mKJ05?\u0007\u009B\u009D\u202E')]
  const byte = (): number => (random(2) === 0 ? likely[random(likely.length)]! : random(256))
  for (let round = 0; round < 2000; round += 1) {
    const pieces = Array.from({ length: 1 + random(5) }, () => Uint8Array.from({ length: random(40) }, byte))
    // oxlint-disable-next-line no-control-regex -- control characters are what it is about
    const rest = shown(...pieces).replaceAll(/\u001B\[[0-9;:]*[mK]/g, '')
    // oxlint-disable-next-line no-control-regex -- control characters are what it is about
    expect(rest).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/)
  }
})
