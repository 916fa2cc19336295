import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { createChain, verifyChain, type AuditLine, type Verification } from '../../src/index.ts'
import { EMPTY_HEAD } from '../../src/record.ts'
import { DECISION, hash, RUN_END, sampleLines, TIME } from '../sample-chain.ts'

const verify = async (lines: Iterable<string | AuditLine>, anchor?: string): Promise<Verification> =>
  verifyChain(lines, { hash, ...(anchor === undefined ? {} : { anchor }) })

const kinds = async (lines: Iterable<string | AuditLine>, anchor?: string): Promise<string[]> =>
  (await verify(lines, anchor)).problems.map((problem) => `${problem.line}:${problem.kind}`)

const headOf = (lines: readonly string[]): string => (JSON.parse(lines.at(-1) ?? '') as { hash: string }).hash

describe('verifyChain', () => {
  test('finds nothing wrong with a chain, and names its head', async () => {
    const lines = sampleLines()
    expect(await verify(lines)).toEqual({
      ok: true,
      records: 6,
      head: { seq: 6, hash: headOf(lines) },
      recoveries: 0,
      problems: [],
      problemCount: 0,
    })
  })

  test('takes lines as they arrive', async () => {
    async function* arriving() {
      yield* sampleLines(5)
    }
    expect(await verifyChain(arriving(), { hash })).toMatchObject({ ok: true, records: 15 })
  })

  test('finds nothing wrong with an empty chain', async () => {
    expect(await verify([])).toMatchObject({ ok: true, records: 0, head: EMPTY_HEAD })
  })

  test('finds a changed value and says where, without blaming the records after it', async () => {
    const lines = sampleLines()
    const changed = lines.with(1, lines[1]?.replace('"/w"', '"/x"') ?? '')
    expect((await verify(changed)).problems).toEqual([
      { line: 2, seq: 2, kind: 'changed', message: 'Its hash does not match its content.' },
    ])
  })

  test('finds a record that was written anew with a fitting hash', async () => {
    const lines = sampleLines()
    const [first] = lines
    const chain = createChain({ hash, head: { seq: 1, hash: (JSON.parse(first ?? '') as { hash: string }).hash } })
    const forged = lines.with(1, chain.append('run-end', RUN_END, TIME).line)
    expect(await kinds(forged)).toEqual(['3:broken-link'])
  })

  test('finds a change that leaves the meaning: blanks, the order of keys, another way to write a character', async () => {
    const lines = sampleLines(1)
    const line = lines[0] ?? ''
    const value = JSON.parse(line) as Record<string, unknown>
    const { seq, ...others } = value
    for (const variant of [
      line.replace('{', '{ '),
      `${line} `,
      `${line}\r`,
      JSON.stringify({ seq, ...others }),
      line.replace('push', '\\u0070ush'),
      line.replace('"seq":1', '"seq":1,"seq":1'),
      line.replace('"seq":1', '"seq":1.0'),
    ]) {
      expect(variant).not.toBe(line)
      expect(await kinds(lines.with(0, variant))).toEqual(['1:changed'])
    }
  })

  test('finds removed records and says which', async () => {
    const lines = sampleLines()
    expect((await verify(lines.toSpliced(1, 2))).problems).toEqual([
      { line: 2, seq: 4, kind: 'removed', message: 'Records 2 to 3 are missing before it.' },
    ])
    expect(await kinds(lines.slice(1))).toEqual(['1:removed'])
  })

  test('finds repeated, swapped and inserted records', async () => {
    const lines = sampleLines()
    expect(await kinds(lines.toSpliced(2, 0, lines[1] ?? ''))).toEqual(['3:duplicate'])
    expect(await kinds([lines[0], lines[2], lines[1], ...lines.slice(3)] as string[])).toEqual([
      '2:removed',
      '3:out-of-order',
      '4:removed',
    ])
    const inserted = createChain({ hash }).append('decision', { ...DECISION, callId: 'x' }, TIME).line
    expect(await kinds(lines.toSpliced(3, 0, inserted))).toEqual(['4:out-of-order', '5:removed'])
  })

  test('finds that the end was cut off only by a head that was noted elsewhere', async () => {
    const lines = sampleLines()
    const noted = headOf(lines)
    const cut = lines.slice(0, 4)
    expect(await kinds(cut)).toEqual([])
    expect(await kinds(cut, noted)).toEqual(['0:anchor'])
    expect(await kinds(lines, noted)).toEqual([])
    expect(await kinds(lines, headOf(cut))).toEqual([])
  })

  test('goes on from where an earlier part of the chain ended', async () => {
    const lines = sampleLines()
    const start = { seq: 3, hash: headOf(lines.slice(0, 3)) }
    expect(await verifyChain(lines.slice(3), { hash, start })).toMatchObject({ ok: true, records: 3 })
    expect(await verifyChain(lines.slice(4), { hash, start })).toMatchObject({ ok: false })
  })

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '"text"',
    'not json',
    '\0\0\0\0',
    '['.repeat(500_000),
    `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)},"hash":"${'0'.repeat(64)}","prev":"${'0'.repeat(64)}","seq":1,"time":"${TIME}","type":"x"}`,
    '{"__proto__":{"seq":1}}',
    JSON.stringify({ data: {}, hash: '0', prev: '0', seq: 1, time: TIME, type: 'x' }),
    JSON.stringify({ data: {}, hash: '0'.repeat(64), prev: '0'.repeat(64), seq: 1e300, time: TIME, type: 'x' }),
  ])('calls a line that is no record garbage, case %#', async (garbage) => {
    const lines = sampleLines(1)
    expect(await kinds(lines.toSpliced(1, 0, garbage))).toEqual(['2:garbage'])
  })

  test('counts all problems and lists the first hundred', async () => {
    const { problems, problemCount, ok } = await verify(Array.from({ length: 1000 }, () => 'x'))
    expect([problems.length, problemCount, ok]).toEqual([100, 1000, false])
  })
})

describe('recovery of a torn line', () => {
  const torn = '{"data":{"callId":"ca“'
  const bytes = new TextEncoder().encode(torn).length
  const chain = createChain({ hash })
  const before = chain.append('decision', DECISION, TIME).line
  const recovery = chain.append('recovery', { bytes, hash: hash(torn) }, TIME).line
  const after = chain.append('run-end', RUN_END, TIME).line

  test('accounts for exactly the bytes that it names', async () => {
    expect(await verify([before, torn, recovery, after])).toMatchObject({ ok: true, records: 3, recoveries: 1 })
  })

  test.each<[string, string[], string[]]>([
    ['other bytes', [before, torn.replace('a', 'b'), recovery, after], ['2:garbage', '3:recovery']],
    ['no bytes', [before, recovery, after], ['2:recovery']],
    ['one torn line of two', [before, torn, torn, recovery, after], ['2:garbage']],
    ['bytes further up', [torn, before, recovery, after], ['1:garbage', '3:recovery']],
  ])('does not account for %s', async (_, lines, expected) => {
    expect(await kinds(lines)).toEqual(expected)
  })

  test('is asked for while the torn line is the last', async () => {
    const line: AuditLine = { text: torn, bytes, digest: () => hash(torn), complete: false, number: 2 }
    expect(await kinds([before, line])).toEqual(['2:torn'])
  })
})

describe('any chain, any single change', () => {
  const lines = sampleLines(2)
  const noted = headOf(lines)
  const text = lines.map((line) => `${line}\n`).join('')
  const split = (changed: string): AuditLine[] => {
    const pieces = changed.split('\n')
    return pieces.flatMap((piece, index) =>
      index === pieces.length - 1 && piece === ''
        ? []
        : [
            {
              text: piece,
              bytes: piece.length,
              digest: () => hash(piece),
              complete: index < pieces.length - 1,
              number: index + 1,
            },
          ],
    )
  }

  test('the text itself is valid', async () => {
    expect(await kinds(split(text), noted)).toEqual([])
  })

  test('a changed character is found', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 0, max: 255 }), async (at, code) => {
        fc.pre(text.charCodeAt(at) !== code)
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        expect((await verify(split(changed))).ok).toBe(false)
      }),
      { numRuns: 1500 },
    )
  })

  test('a removed or an added character is found', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.option(fc.integer({ min: 0, max: 255 })), async (at, code) => {
        const added = code === null ? '' : String.fromCharCode(code) + text.slice(at, at + 1)
        const changed = text.slice(0, at) + added + text.slice(at + 1)
        expect((await verify(split(changed))).ok).toBe(false)
      }),
      { numRuns: 700 },
    )
  })

  test('records that are removed, repeated or moved are found, with the head noted elsewhere also at the end', async () => {
    const positions = fc.array(fc.nat(lines.length - 1), { maxLength: lines.length + 2 })
    await fc.assert(
      fc.asyncProperty(positions, async (order) => {
        const picked = order.map((index) => lines[index] ?? '')
        const unchanged = picked.length === lines.length && picked.every((line, index) => line === lines[index])
        expect((await verify(picked, noted)).ok).toBe(unchanged)
        const isPrefix = picked.every((line, index) => line === lines[index])
        expect((await verify(picked)).ok).toBe(isPrefix)
      }),
      { numRuns: 500 },
    )
  })

  test('a swap of any two lines is found', async () => {
    for (let a = 0; a < lines.length; a++) {
      for (let b = a + 1; b < lines.length; b++) {
        const swapped = lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '')
        expect((await verify(swapped)).ok).toBe(false)
      }
    }
  })
})
