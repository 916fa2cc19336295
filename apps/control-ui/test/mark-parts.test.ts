import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from '../src/text/highlight.ts'
import { markParts } from '../src/text/mark-parts.ts'

test('exactly the parts are marked, also where they begin within a token', () => {
  const line = 'echo one && touch two; ls'
  const marked = markParts(highlight(line), [{ start: 12, end: 21 }])
  expect(marked.flatMap(({ isMarked, text }) => (isMarked ? [text] : [])).join('')).toBe('touch two')
  expect(markParts([{ kind: 'plain', text: 'abcdef' }], [{ start: 2, end: 4 }]).map(({ text }) => text)).toEqual([
    'ab',
    'cd',
    'ef',
  ])
})

test('no text is lost or marked by mistake, whatever the parts are', () => {
  const parts = fc.array(fc.record({ start: fc.nat(40), end: fc.nat(40) }), { maxLength: 4 })
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), parts, (text, given) => {
      const marked = markParts(highlight(text), given)
      expect(marked.map((token) => token.text).join('')).toBe(text)
      const isIn = (at: number) => given.some(({ start, end }) => start <= at && at < end)
      const expected = text.split('').map((_, at) => isIn(at))
      expect(marked.flatMap((token) => token.text.split('').map(() => token.isMarked))).toEqual(expected)
    }),
  )
})
