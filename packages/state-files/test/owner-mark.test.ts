import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isAbandoned, ownerMark } from '../src/index.ts'

const another = (part: RegExp, by: string): string => ownerMark().replace(part, by)

test('what this process made is not abandoned', () => {
  expect(isAbandoned(`probe-${ownerMark()}-x`)).toBe(false)
})

test('what a process made that has ended is abandoned', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  expect(isAbandoned(another(/-\d+-(?=\d+$)/, `-${String(child.pid)}-`))).toBe(true)
})

test('a process with the same number that started at another time is another one', () => {
  expect(isAbandoned(another(/\d+$/, '1'))).toBe(true)
})

test('what was made where process ids are others is left alone', () => {
  expect(isAbandoned(another(/of-\d+/, 'of-1'))).toBe(false)
})

test('names without a mark are left alone', () => {
  for (const name of ['', 'probe-x', 'of-1-2', 'loader-x64', 'quarantine']) expect(isAbandoned(name), name).toBe(false)
})
