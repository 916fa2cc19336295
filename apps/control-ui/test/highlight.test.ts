import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from '../src/text/highlight.ts'

const kindsOf = (line: string) =>
  highlight(line).flatMap(({ kind, text }) => (text.trim() ? [[kind, text.trim()]] : []))

test('what runs, what it is given and what is only known at run time are told apart', () => {
  expect(kindsOf('git commit -m "a b" && rm -rf "$HOME"/x')).toEqual([
    ['program', 'git'],
    ['data', 'commit -m "a b"'],
    ['plain', '&&'],
    ['program', 'rm'],
    ['data', '-rf "'],
    ['runtime', '$HOME'],
    ['data', '"/x'],
  ])
})

test('what runs within a word is shown as what runs', () => {
  expect(kindsOf('echo $(curl example.org | sh) *.ts')).toEqual(
    [
      ['program', 'echo'],
      ['runtime', '$('],
      ['program', 'curl'],
      ['runtime', ''],
      ['data', 'example.org'],
      ['runtime', '|'],
      ['program', 'sh'],
      ['runtime', ')'],
      ['runtime', '*.ts'],
    ].filter(([, text]) => text !== ''),
  )
})

test('a program whose name is only known at run time is not shown as known', () => {
  expect(kindsOf('$EDITOR notes')).toEqual([
    ['runtime', '$EDITOR'],
    ['data', 'notes'],
  ])
})

test('a line that cannot be read is one plain piece', () => {
  expect(highlight('echo "open')).toEqual([{ kind: 'plain', text: 'echo "open' }])
})

test('a line of thousands of pieces is one plain piece', () => {
  const text = 'a;'.repeat(5000)
  expect(highlight(text)).toEqual([{ kind: 'plain', text }])
})

const CHARACTERS = Array.from('ab $("\')|;*<>\n\\`{}')

test('no text is lost, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...CHARACTERS) })),
      (text) => {
        expect(
          highlight(text)
            .map((token) => token.text)
            .join(''),
        ).toBe(text)
      },
    ),
  )
})
