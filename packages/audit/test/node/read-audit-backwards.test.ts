import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { openAuditLog, readAuditBackwards } from '../../src/node/index.ts'

async function writtenLog(segmentBytes: number, length = (index: number) => index * 50): Promise<string> {
  const directory = temporaryFolder()
  const log = await openAuditLog(directory, { segmentBytes, durability: 'none' })
  for (let index = 0; index < 30; index++) await log.append('note', { index, text: 'x'.repeat(length(index)) })
  await log.close()
  return directory
}

async function numbers(directory: string, before?: number): Promise<(number | null)[]> {
  const found: (number | null)[] = []
  for await (const { record } of readAuditBackwards(directory, before === undefined ? {} : { before })) {
    found.push(record?.seq ?? null)
  }
  return found
}

const down = (from: number) => Array.from({ length: from }, (_, index) => from - index)

test.each([1e9, 3000, 1])('reads a log backwards from any record, with segments of %i bytes', async (segmentBytes) => {
  const directory = await writtenLog(segmentBytes)
  expect(await numbers(directory)).toEqual(down(30))
  expect(await numbers(directory, 1000)).toEqual(down(30))
  for (const before of [31, 30, 17, 2, 1, 0]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await numbers(directory, before), String(before)).toEqual(down(Math.max(0, Math.min(30, before - 1))))
  }
})

test('reads over lines longer than what is read at once', async () => {
  const directory = await writtenLog(1e9, (index) => (index % 5 === 0 ? 300_000 : 10))
  expect(await numbers(directory, 12)).toEqual(down(11))
})

test('lines that are no records are handed on, and do not hide those around them', async () => {
  const directory = await writtenLog(1e9)
  const file = join(directory, '000001.jsonl')
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const at of [4, 14, 15, 16]) lines[at] = 'garbage'
  writeFileSync(file, lines.join('\n'))
  appendFileSync(file, '{"data":')
  const all = down(30).map((seq) => ([5, 15, 16, 17].includes(seq) ? null : seq))
  expect(await numbers(directory)).toEqual(all)
  for (const before of [30, 19, 18, 15, 6, 3]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const found = await numbers(directory, before)
    expect(found.filter(Boolean), String(before)).toEqual(all.filter((seq) => seq !== null && seq < before))
  }
})

test('has nothing of a log that is not there', async () => {
  expect(await numbers(join(temporaryFolder(), 'none'))).toEqual([])
})
