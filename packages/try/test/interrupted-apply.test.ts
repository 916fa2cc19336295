import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { makeTree, type TreeLayout, treeOf } from './changed-tree.ts'

const BEFORE: TreeLayout = {
  kept: 'kept',
  changed: 'old',
  gone: 'gone',
  mode: 'mode',
  closed: [null, 0o555],
  folder: null,
  'folder/a': 'a',
  'folder/b': '→a',
  link: '→kept',
  becomesFolder: 'file',
  becomesFile: null,
  'becomesFile/inner': 'inner',
}
const AFTER: TreeLayout = {
  kept: 'kept',
  changed: 'new',
  mode: ['mode', 0o755],
  closed: [null, 0o555],
  'closed/new': 'new',
  link: '→changed',
  becomesFolder: [null, 0o700],
  'becomesFolder/inner': 'inner',
  becomesFile: 'file',
  made: null,
  'made/deep': null,
  'made/deep/file': ['deep', 0o600],
}

interface Answer {
  readonly total: number
  readonly problems: readonly string[]
  readonly start: string
  readonly wanted: string
}

test('an apply that is killed at any call is finished or taken back, whole', { timeout: 600_000 }, async () => {
  const root = temporaryFolder()
  makeTree(join(root, 'start'), BEFORE)
  makeTree(join(root, 'wanted'), AFTER)
  const worker = new Worker(new URL('./fixtures/apply-worker.ts', import.meta.url), {
    // Every call is tried at night, every fifth in CI, and a few where somebody waits.
    workerData: {
      root,
      before: BEFORE,
      after: AFTER,
      stride: process.env['POUNDLOCK_TRY_EVERY'] === undefined ? 25 / tries(5) : 1,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [{ total, problems, start, wanted }] = (await once(worker, 'message')) as [Answer]
  expect(problems).toEqual([])
  expect(total).toBeGreaterThan(80)
  expect(start).toBe(treeOf(join(root, 'start')))
  expect(wanted).toBe(treeOf(join(root, 'wanted')))
})
