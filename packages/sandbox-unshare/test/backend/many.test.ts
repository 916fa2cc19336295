import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tries } from '@poundlock/tooling/tries'
import { expect, test, vi } from 'vitest'
import { findHierarchies } from '../../src/control-groups/find-hierarchies.ts'
import { loaders } from '../pool/pool-ground.ts'
import { PATH, policyFor, run, testGround } from './test-sandbox.ts'

const commands = tries(500)
const TOGETHER = 20

const descriptors = (): readonly string[] => readdirSync('/proc/self/fd')

function groups(): readonly string[] {
  const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)
  return findHierarchies({ read }).flatMap(({ folder }) =>
    readdirSync(folder).filter((name) => name.includes(`-${String(process.pid)}-`)),
  )
}

test(`${String(commands)} sandboxes, ${String(TOGETHER)} at a time, leave no descriptor, process, group or file`, async () => {
  const { backend, folder, workspace, state } = testGround({ pool: { size: 4 } })
  const policy = policyFor(workspace, {
    protectedPaths: ['.git/hooks', '.mcp.json'],
    limits: { processes: 50, memoryBytes: 1 << 28 },
  })
  await (await backend.open(policy)).close()
  // Node keeps some for itself once it has run a process and read a folder.
  const before = descriptors()
  let turn = 0
  const outputs = new Set<string>()
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      while (turn < commands) {
        const number = String(turn++)
        const sandbox = await backend.open(policy)
        const line = { file: '/bin/echo', args: [number], cwd: workspace, env: { PATH } }
        const { stdout, code } = await run(sandbox, line)
        expect(code).toBe(0)
        outputs.add(stdout)
        await sandbox.close()
      }
    }),
  )
  expect(outputs.size).toBe(commands)
  await backend.close()
  expect(loaders()).toEqual([])
  await vi.waitFor(() => expect(descriptors().length).toBeLessThanOrEqual(before.length + 2), {
    timeout: 60_000,
    interval: 10,
  })
  await vi.waitFor(() => expect(groups()).toEqual([]), { timeout: 60_000, interval: 10 })
  expect(readdirSync(workspace)).toEqual([])
  expect(readdirSync(state)).toEqual(['sweeps'])
  expect(readdirSync(join(state, 'sweeps'))).toEqual([])
  expect(readdirSync(folder).toSorted()).toEqual(['state', 'workspace'])
}, 300_000)
