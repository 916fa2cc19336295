import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { findOccurrences } from '../../../src/files/edit/find-occurrences.ts'
import { replaceText } from '../../../src/files/edit/replace-text.ts'
import { decodeText, encodeText } from '../../../src/files/text/text-encoding.ts'

const piece = fc.constantFrom('a', 'b', 'ab', '\n', '\r\n', '\r', 'é', '😀', ' ')
const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''))
const some = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))

test('what is not replaced stays as it is, in its order, to the character', () => {
  fc.assert(
    fc.property(text, some, text, fc.boolean(), (content, wanted, replacement, all) => {
      const result = replaceText(content, wanted, replacement, all)
      const found = findOccurrences(content, wanted, false)
      if (result.kind !== 'replaced') {
        expect(found.length === 0 ? 'missing' : 'ambiguous').toBe(result.kind)
        return
      }
      expect(result.occurrences).toHaveLength(all ? found.length : 1)
      // Put back what was replaced: then it is the same text again.
      let restored = ''
      let at = 0
      for (const [index, place] of result.occurrences.entries()) {
        restored += result.text.slice(at, place.start) + content.slice(found[index]!.start, found[index]!.end)
        at = place.end
        const written = result.text.slice(place.start, place.end)
        expect(written.replaceAll('\r\n', '\n')).toBe(replacement.replaceAll('\r\n', '\n'))
      }
      expect(restored + result.text.slice(at)).toBe(content)
    }),
    { numRuns: tries(3000) },
  )
})

test('a text occurs where its lines do, whatever ends them', () => {
  fc.assert(
    fc.property(text, some, (content, wanted) => {
      for (const { start, end } of findOccurrences(content, wanted, true)) {
        expect(content.slice(start, end).replaceAll('\r\n', '\n')).toBe(wanted.replaceAll('\r\n', '\n'))
      }
      if (content.includes(wanted)) expect(findOccurrences(content, wanted, true).length).toBeGreaterThan(0)
    }),
    { numRuns: tries(3000) },
  )
})

test('every text is encoded to the bytes that it was decoded from', () => {
  const encoded = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    text.map((content) => Buffer.from(`\uFEFF${content}`, 'utf16le')),
    text.map((content) => Buffer.from(`\uFEFF${content}`, 'utf16le').swap16()),
    text.map((content) => Buffer.from(`\uFEFF${content}`)),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from([0xff, 0xfe, ...bytes])),
  )
  fc.assert(
    fc.property(encoded, (bytes) => {
      const decoded = decodeText(bytes)
      if (decoded !== null) expect(encodeText(decoded)).toEqual(bytes)
    }),
    { numRuns: tries(3000) },
  )
})
