import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { describeHolder, describeProcess, isGone, isRunning, readProcessStat } from '../src/index.ts'

test.runIf(process.platform === 'linux')('a process is known while it runs, and as gone afterwards', async () => {
  const child = spawn('/bin/sleep', ['1000'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  const described = describeProcess(child.pid!)!
  expect([isRunning(described), isGone(described)]).toEqual([true, false])
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  expect([isRunning(described), isGone(described), describeProcess(child.pid!)]).toEqual([false, true, null])
})

test.runIf(process.platform === 'linux')('a number that is used again is another process', () => {
  const described = describeProcess(process.pid)!
  const other = described.replace(readProcessStat(process.pid)!.startTime, '1')
  expect([isRunning(other), isGone(other)]).toEqual([false, true])
})

test.runIf(process.platform === 'linux')('a holder describes its process', () => {
  expect(isRunning(describeHolder())).toBe(true)
})

test('of another boot, machine or namespace nothing runs for certain', () => {
  const [pid, start] = [String(process.pid), '1']
  for (const text of ['', 'x', pid, `${pid}:${start}:other:1:host`, `${pid}:${start}::1:`]) {
    expect(isRunning(text), text).toBe(false)
  }
})
