import { describe, expect, test } from 'vitest'
import { ContentLengthDecoder, FramingError } from '../../src/index.ts'

/** The bodies, or the problem, when it arrives in pieces of this size. */
function decode(text: string, size: number, limits = {}): readonly string[] {
  const decoder = new ContentLengthDecoder(limits)
  const found: string[] = []
  const bytes = Buffer.from(text, 'latin1')
  try {
    for (let at = 0; at < bytes.length; at += size) {
      decoder.push(bytes.subarray(at, at + size), (body) => found.push(Buffer.from(body).toString('latin1')))
    }
    decoder.end()
  } catch (error) {
    if (!(error instanceof FramingError)) throw error
    found.push(error.problem)
  }
  return found
}

describe('a header that is written as usual is read like any other', () => {
  test.each([
    ['two messages', 'Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]', ['{}', '[1]']],
    ['no bytes', 'Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}', ['', '{}']],
    ['leading zeros', 'Content-Length: 0002\r\n\r\n{}', ['{}']],
    ['many leading zeros', 'Content-Length: 000000000002\r\n\r\n{}', ['{}']],
    ['small letters', 'content-length:2\r\n\r\n{}', ['{}']],
    ['blanks behind it', 'Content-Length: 2 \r\n\r\n{}', ['{}']],
    ['a second length', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}', ['bad_length']],
    ['no digits', 'Content-Length: \r\n\r\n{}', ['bad_length']],
    ['a sign', 'Content-Length: +2\r\n\r\n{}', ['bad_length']],
    ['another base', 'Content-Length: 0x2\r\n\r\n{}', ['bad_length']],
    ['a colon behind the digits', 'Content-Length: 2:\r\n\r\n{}', ['bad_length']],
    ['newlines alone', 'Content-Length: 2\n\n{}', ['bad_header']],
    ['a carriage return that stands alone', 'Content-Length: 2\r\n\r{}\n', ['bad_header']],
    ['more than is taken', 'Content-Length: 101\r\n\r\n', ['frame_too_large']],
    ['more than a number holds', `Content-Length: ${'9'.repeat(20)}\r\n\r\n`, ['bad_length']],
    ['the end in the headers', 'Content-Length: 2\r\n\r', ['truncated_frame']],
    ['the end in the body', 'Content-Length: 2\r\n\r\n{', ['truncated_frame']],
    ['the end before an announced body', 'Content-Length: 2\r\n\r\n', ['truncated_frame']],
  ])('%s', (_name, text, expected) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(decode(text, size, { maxFrameBytes: 100 })).toEqual(expected)
  })

  test('its bytes count against the limit of headers', () => {
    const text = 'Content-Length: 2\r\n\r\n{}'
    for (const size of [1, 1000]) {
      expect(decode(text, size, { maxHeaderBytes: 21 })).toEqual(['{}'])
      expect(decode(text, size, { maxHeaderBytes: 20 })).toEqual(['header_too_large'])
    }
  })
})
