import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { withinHardLimits } from '../../src/program/hard-limits.ts'

const TABLE = `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max file size             1000                 2000                 bytes
Max processes             unlimited            31                   processes
Max open files            256                  1024                 files
`

test('a limit is never above what this process may set', () => {
  const limits = { openFiles: 4096, processes: 8, fileBytes: 5000, cpuSeconds: 9, memoryBytes: 7 }
  expect(withinHardLimits(limits, TABLE)).toEqual({
    openFiles: 1024,
    processes: 8,
    fileBytes: 2000,
    cpuSeconds: 9,
    memoryBytes: 7,
  })
})

test('the limits of this process are read, and none is made up', () => {
  const hard = execFileSync('bash', ['-c', 'ulimit -H -n'], { encoding: 'utf8' }).trim()
  const { openFiles } = withinHardLimits({ openFiles: 2 ** 40 })
  expect(String(openFiles)).toBe(hard === 'unlimited' ? String(2 ** 40) : hard)
})
