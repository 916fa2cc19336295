import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { openAuditLog, readAuditTail, type TailEntry } from '../../src/node/index.ts'

const numbersOf = async (entries: AsyncIterable<TailEntry>): Promise<(number | null)[]> => {
  const numbers: (number | null)[] = []
  for await (const { record } of entries) numbers.push(record?.seq ?? null)
  return numbers
}

async function writtenLog(records: number, segmentBytes: number): Promise<string> {
  const directory = temporaryFolder()
  const log = await openAuditLog(directory, { segmentBytes, durability: 'none' })
  for (let index = 0; index < records; index++) await log.append('note', { index, text: 'x'.repeat(index * 50) })
  await log.close()
  return directory
}

describe('readAuditTail', () => {
  test.each([0, 1, 2, 5, 29, 30, 31, 1000])('reads the last %i records, oldest first', async (count) => {
    const all = Array.from({ length: 30 }, (_, index) => index + 1)
    for (const segmentBytes of [1e9, 3000, 1]) {
      const directory = await writtenLog(30, segmentBytes)
      expect(await numbersOf(readAuditTail(directory, count))).toEqual(count === 0 ? [] : all.slice(-count))
    }
  })

  test('reads back over lines longer than what is read at once', async () => {
    const directory = temporaryFolder()
    const log = await openAuditLog(directory)
    for (let index = 0; index < 4; index++) await log.append('note', { text: 'y'.repeat(300_000) })
    await log.close()
    expect(await numbersOf(readAuditTail(directory, 2))).toEqual([3, 4])
  })

  test('has nothing of a log that is not there', async () => {
    expect(await numbersOf(readAuditTail(join(temporaryFolder(), 'none'), 10))).toEqual([])
  })

  test('shows lines that are no records, and leaves out one that is still being written', async () => {
    const directory = await writtenLog(2, 1e9)
    appendFileSync(join(directory, '000001.jsonl'), 'garbage\n{"data":')
    const entries: TailEntry[] = []
    for await (const entry of readAuditTail(directory, 2)) entries.push(entry)
    expect(entries).toMatchObject([{ record: { seq: 2 } }, { record: null, text: 'garbage' }])
  })

  test('follows what is appended, also into new segments, until the loop ends', async () => {
    const directory = await writtenLog(3, 1)
    const log = await openAuditLog(directory, { segmentBytes: 400 })
    const seen: number[] = []
    let appended = Promise.resolve<unknown>(undefined)
    for await (const { record } of readAuditTail(directory, 1, { follow: true })) {
      seen.push(record?.seq ?? 0)
      if (seen.length === 12) break
      appended = appended.then(async () => log.append('note', { after: record?.seq }))
    }
    await appended
    await log.close()
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => index + 3))
  })

  test('follows a log that does not exist yet', async () => {
    const directory = join(temporaryFolder(), 'audit')
    const following = readAuditTail(directory, 10, { follow: true })
    const first = following.next()
    const log = await openAuditLog(directory)
    await log.append('note', {})
    await log.close()
    expect(await first).toMatchObject({ value: { record: { seq: 1 } } })
    await following.return()
  })

  test('stops following when it is aborted', async () => {
    const directory = await writtenLog(1, 1e9)
    const controller = new AbortController()
    const following = readAuditTail(directory, 1, { follow: true, abortSignal: controller.signal })
    expect(await following.next()).toMatchObject({ value: { record: { seq: 1 } } })
    const next = following.next()
    controller.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})
