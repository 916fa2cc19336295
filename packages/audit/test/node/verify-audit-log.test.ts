import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as fc from '@poundlock/tooling/properties'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { openAuditLog, verifyAuditLog } from '../../src/node/index.ts'
import { MAX_LINE_BYTES } from '../../src/node/read-lines.ts'
import type { Verification } from '../../src/verify/verification.ts'
import { outputOf, startFixture } from './fixture-process.ts'

const hashOfLastLine = (path: string): string =>
  (JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '') as { hash: string }).hash

/** A log of four segments with three records each. */
async function segmentedLog(): Promise<{ directory: string; head: string; path: (number: number) => string }> {
  const directory = temporaryFolder()
  const log = await openAuditLog(directory, { segmentBytes: 1000, durability: 'none' })
  for (let index = 0; index < 12; index++) await log.append('note', { index, text: 'ä“\u{1F680}'.repeat(10) })
  await log.close()
  expect(readdirSync(directory)).toHaveLength(4)
  return { directory, head: log.head.hash, path: (number) => join(directory, `00000${number}.jsonl`) }
}

const kinds = async (directory: string, head?: string): Promise<string[]> => {
  const { problems } = await verifyAuditLog(directory, head === undefined ? {} : { head })
  return problems.map(({ segment, line, kind }) => `${segment ?? '-'}:${line}:${kind}`)
}

describe('verifyAuditLog', () => {
  test('takes a folder that does not exist for an empty log, unless a head was noted', async () => {
    const directory = join(temporaryFolder(), 'none')
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 0, segments: 0 })
    expect(await kinds(directory, 'a'.repeat(64))).toEqual(['-:0:anchor'])
  })

  test('refuses a head that is no hash', async () => {
    await expect(verifyAuditLog('/nowhere', { head: 'abc' })).rejects.toMatchObject({ code: 'AUDIT_DATA' })
  })

  test('finds a segment missing in the middle, at the start, and with the noted head at the end', async () => {
    const middle = await segmentedLog()
    rmSync(middle.path(2))
    expect(await kinds(middle.directory)).toEqual(['000003.jsonl:0:segment', '000003.jsonl:1:removed'])
    const first = await segmentedLog()
    rmSync(first.path(1))
    expect(await kinds(first.directory)).toEqual(['000002.jsonl:0:segment', '000002.jsonl:1:removed'])
    const last = await segmentedLog()
    rmSync(last.path(4))
    expect(await kinds(last.directory)).toEqual([])
    expect(await kinds(last.directory, last.head)).toEqual(['-:0:anchor'])
  })

  test('finds that a segment is missing also when the others were renamed to close the gap', async () => {
    const { directory, path } = await segmentedLog()
    renameSync(path(3), path(2))
    renameSync(path(4), path(3))
    expect(await kinds(directory)).toEqual(['000002.jsonl:1:removed'])
  })

  test('finds two segments that changed places', async () => {
    const { directory, path } = await segmentedLog()
    renameSync(path(2), path(9))
    renameSync(path(3), path(2))
    renameSync(path(9), path(3))
    expect(await kinds(directory)).toEqual([
      '000002.jsonl:1:removed',
      '000003.jsonl:1:out-of-order',
      '000004.jsonl:1:removed',
    ])
  })

  test('goes on from where segments were archived', async () => {
    const { directory, path } = await segmentedLog()
    const start = { seq: 3, hash: hashOfLastLine(path(1)) }
    rmSync(path(1))
    expect(await verifyAuditLog(directory, { start })).toMatchObject({ ok: true, records: 9 })
  })

  test('finds a torn line in the middle of the log, and reports a segment that is a link', async () => {
    const { directory, path } = await segmentedLog()
    truncateSync(path(2), readFileSync(path(2)).length - 5)
    renameSync(path(4), join(directory, 'elsewhere'))
    symlinkSync('elsewhere', path(4))
    expect(await kinds(directory)).toEqual(['000002.jsonl:3:torn', '000003.jsonl:1:removed', '000004.jsonl:0:segment'])
  })

  test('ignores what is no segment', async () => {
    const { directory } = await segmentedLog()
    for (const name of ['README', '1.jsonl', '0000001.jsonl', '000000.jsonl', '000002.jsonl.bak', '.lock.tmp']) {
      writeFileSync(join(directory, name), 'garbage')
    }
    expect(await kinds(directory)).toEqual([])
  })

  test('leaves a log unchanged', async () => {
    const { directory, path } = await segmentedLog()
    appendFileSync(path(4), 'torn')
    const before = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'latin1'))
    await verifyAuditLog(directory)
    expect(readdirSync(directory).map((name) => readFileSync(join(directory, name), 'latin1'))).toEqual(before)
  })

  test('gets through bytes of any kind in bounded memory', async () => {
    const { directory, path } = await segmentedLog()
    const megabyte = Buffer.alloc(1024 * 1024, 0xff)
    // One line of 40 MiB, more than is ever held, then lines of zeros.
    for (let index = 0; index < 40; index++) appendFileSync(path(2), megabyte)
    appendFileSync(path(2), Buffer.from('\n\0\0\n\n\xff\xfe\n', 'latin1'))
    const watched = await outputOf(startFixture('watch-held-bytes', [directory]))
    const { found, most, looks } = JSON.parse(watched) as { found: Verification; most: number; looks: number }
    expect(looks).toBeGreaterThan(1)
    expect(most).toBeLessThan(MAX_LINE_BYTES + 2 * megabyte.length)
    expect(found.records).toBe(12)
    expect(found.problems.map(({ kind }) => kind)).toEqual(['garbage', 'garbage', 'garbage', 'garbage'])
  })

  test('finds any changed byte in any segment', async () => {
    const { directory, path } = await segmentedLog()
    const contents = [1, 2, 3, 4].map((number) => readFileSync(path(number)))
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.nat(900), fc.integer({ min: 1, max: 255 }), async (index, at, mask) => {
        const original = contents[index] ?? Buffer.alloc(0)
        const changed = Buffer.from(original)
        changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ mask
        writeFileSync(path(index + 1), changed)
        const { ok } = await verifyAuditLog(directory)
        writeFileSync(path(index + 1), original)
        expect(ok).toBe(false)
      }),
      { numRuns: 200 },
    )
    expect(await kinds(directory)).toEqual([])
  })
})
