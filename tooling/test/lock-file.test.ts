import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceRoot } from '../workspace/list-packages.ts'

test('the lock file names no host, so that it holds with every registry', () => {
  const lines = readFileSync(join(workspaceRoot, 'pnpm-lock.yaml'), 'utf8').split('\n')
  expect(lines.filter((line) => /https?:\/\//u.test(line))).toEqual([])
})
