import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { openAuditLog, readAuditTail, verifyAuditLog } from '../../src/node/index.ts'
import { outputOf, startFixture, untilLines } from './fixture-process.ts'

describe('several processes that append to one log', () => {
  test('make one valid chain that holds every record of each, in order', async () => {
    const directory = join(temporaryFolder(), 'state', 'audit')
    const processes = Array.from({ length: 8 }, () => startFixture('append', [directory, '50']))
    const outputs = await Promise.all(processes.map(outputOf))
    const numbers = outputs.flatMap((output) => output.trimEnd().split('\n').map(Number))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1))
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 400 })

    const indexes = new Map<number, number[]>()
    for await (const { record } of readAuditTail(directory, 400)) {
      const { pid, index } = (record?.data ?? {}) as { pid: number; index: number }
      indexes.set(pid, [...(indexes.get(pid) ?? []), index])
    }
    for (const own of indexes.values()) expect(own).toEqual(Array.from({ length: 50 }, (_, index) => index))
    expect(readdirSync(directory)).toEqual(['000001.jsonl'])
  })

  test('make one valid chain also where each begins segments, and thinks another size full', async () => {
    const directory = temporaryFolder()
    const sizes = ['1', '900', '2000', '1000000']
    const processes = sizes.map((size) => startFixture('append', [directory, '60', '10', 'none', size]))
    const numbers = (await Promise.all(processes.map(outputOf))).flatMap((output) =>
      output.trimEnd().split('\n').map(Number),
    )
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 240 }, (_, index) => index + 1))
    const found = await verifyAuditLog(directory)
    expect(found).toMatchObject({ ok: true, records: 240, recoveries: 0 })
    expect(found.segments).toBeGreaterThan(60)
    expect(readdirSync(directory).filter((name) => !name.endsWith('.jsonl'))).toEqual([])
  })

  test('and are killed while they write lose nothing that was acknowledged', async () => {
    const directory = temporaryFolder()
    for (let round = 0; round < 4; round++) {
      // Large records, so that a kill has something to cut off.
      const processes = Array.from({ length: 3 }, () => startFixture('append', [directory, '100000', '200000']))
      await Promise.all(processes.map(async (child) => untilLines(child, 3 + round)))
      for (const child of processes) child.kill('SIGKILL')
      await Promise.all(processes.map(async (child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
    }
    const log = await openAuditLog(directory)
    const last = await log.append('note', {})
    await log.close()
    const found = await verifyAuditLog(directory, { head: last.hash })
    expect(found.problems).toEqual([])
    expect(found.records).toBe(last.seq)
    expect(readdirSync(directory).filter((name) => !name.endsWith('.jsonl'))).toEqual([])
  })
})
