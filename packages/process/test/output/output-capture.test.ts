import { describe, expect, test } from 'vitest'
import { TRUNCATION_MARK } from '../../src/output/character-boundary.ts'
import { createOutputCapture } from '../../src/output/output-capture.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What is captured of these pieces of standard output, and what a listener is told. */
function capture(limit: number, pieces: readonly Uint8Array[], errors: readonly Uint8Array[] = []) {
  const output = createOutputCapture(limit, undefined)
  let told = ''
  for (const piece of pieces) told += output.add('stdout', piece).text
  for (const piece of errors) output.add('stderr', piece)
  told += output.end('stdout')
  output.end('stderr')
  return { ...output.result(), told }
}

describe('createOutputCapture', () => {
  const text = 'aä“\u{1F680}b'
  const bytes = bytesOf(text)

  test('puts characters together however their bytes arrive', () => {
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]
        expect(capture(100, pieces)).toMatchObject({ stdout: text, told: text, truncated: false })
      }
    }
    expect(
      capture(
        100,
        [...bytes].map((byte) => Uint8Array.of(byte)),
      ).stdout,
    ).toBe(text)
  })

  test('writes U+FFFD for what is no UTF-8, also at the very end', () => {
    expect(capture(100, [Uint8Array.of(0x61, 0xff, 0x62, 0xc3)]).stdout).toBe('a\ufffdb\ufffd')
    expect(capture(100, [Uint8Array.of(0xed, 0xa0, 0x80)]).stdout).toBe('\ufffd\ufffd\ufffd')
  })

  test('keeps a byte order mark', () => {
    expect(capture(100, [Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)]).stdout).toBe('\ufeffa')
  })

  test('keeps all of what is exactly as long as the limit, and cuts one character more', () => {
    for (let length = 1; length < 60; length++) {
      const full = text.repeat(20).slice(0, length)
      if (!full.isWellFormed()) continue
      expect(capture(length, [bytesOf(full)])).toMatchObject({ stdout: full, truncated: false })
      const over = capture(length, [bytesOf(`${full}x`)])
      expect(over.truncated).toBe(true)
      expect(over.stdout.length).toBeLessThanOrEqual(length)
      expect(over.stdout.isWellFormed()).toBe(true)
      if (length >= TRUNCATION_MARK.length) expect(over.stdout.endsWith(TRUNCATION_MARK)).toBe(true)
    }
  })

  test('holds both streams to one limit, and lets neither take the other its half', () => {
    const long = bytesOf('x'.repeat(1000))
    const short = bytesOf('short')
    for (const [stdout, stderr] of [
      [long, long],
      [long, short],
      [short, long],
    ] as const) {
      const kept = capture(200, [stdout], [stderr])
      expect(kept.stdout.length + kept.stderr.length).toBe(200)
      if (stdout === short) expect(kept.stdout).toBe('short')
      else expect(kept.stdout.endsWith(TRUNCATION_MARK)).toBe(true)
      if (stderr === short) expect(kept.stderr).toBe('short')
      else expect(kept.stderr.endsWith(TRUNCATION_MARK)).toBe(true)
    }
  })

  test('keeps the end of both streams in order of arrival', () => {
    const output = createOutputCapture(10, undefined)
    for (let index = 0; index < 10_000; index++) {
      output.add(index % 2 === 0 ? 'stdout' : 'stderr', bytesOf(`\u{1F680}${index}\n`))
    }
    const { tail } = output.result()
    expect(tail.length).toBeLessThanOrEqual(20_000)
    expect(tail.length).toBeGreaterThan(19_000)
    expect(tail.isWellFormed()).toBe(true)
    expect(tail.endsWith('\u{1F680}9998\n\u{1F680}9999\n')).toBe(true)
  })

  test('tells a listener everything, also what is not kept', () => {
    const pieces = Array.from({ length: 50 }, (_, index) => bytesOf(`${index} `))
    const all = pieces.map((piece) => new TextDecoder().decode(piece)).join('')
    expect(capture(20, pieces).told).toBe(all)
  })

  test('keeps nothing at a limit of nothing', () => {
    expect(capture(0, [bytesOf('x')], [bytesOf('y')])).toMatchObject({ stdout: '', stderr: '', truncated: true })
  })
})
