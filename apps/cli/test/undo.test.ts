import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

test('what an agent changed is listed, shown and taken back; later edits are in the way', async () => {
  const scene = openScene()
  const { run, workspace } = scene
  scene.configure({
    mode: 'danger-full-access',
    sandbox: { mode: 'off' },
    tools: { exec: { host: 'gateway', security: 'full', ask: 'off' } },
  })
  const file = join(workspace, 'a.txt')
  writeFileSync(file, 'one\n')
  expect(await run(['exec', '--', 'echo two > a.txt; mkdir made'])).toMatchObject({ code: 0 })
  const [{ id }] = (await run(['history', '--json'])).json().runs
  expect((await run(['diff', id])).stdout).toContain('-one\n+two')
  writeFileSync(file, 'of a person\n')
  expect(await run(['undo'])).toMatchObject({ code: 68, stdout: expect.stringContaining('a.txt') })
  expect(readFileSync(file, 'utf8')).toBe('of a person\n')
  expect(existsSync(join(workspace, 'made'))).toBe(true)
  writeFileSync(file, 'two\n')
  expect((await run(['undo', '--partial', id.slice(0, 12), '--json'])).json()).toMatchObject({
    outcome: 'done',
    restored: [{ path: 'made' }],
    conflicts: [{ path: 'a.txt', reason: 'changed-since' }],
  })
  expect([existsSync(join(workspace, 'made')), readFileSync(file, 'utf8')]).toEqual([false, 'two\n'])
  expect(await run(['undo', 'run_unknown'])).toMatchObject({ code: 2 })
})
