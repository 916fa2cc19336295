import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { createWorkspaceGuard } from '../src/index.ts'

test('what appears at a protected path is moved away, as the documentation says', async () => {
  const folder = temporaryFolder()
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const guard = createWorkspaceGuard({
    workspace,
    protectedPaths: ['.mcp.json'],
    hiddenPaths: [],
    quarantine: join(folder, 'quarantine'),
  })
  const run = await guard.begin()
  writeFileSync(join(workspace, '.mcp.json'), '{}') // what a command may do
  const { quarantined } = await run.sweep()
  guard.close()
  console.log(quarantined[0]?.path, quarantined[0]?.movedTo)
  expect(quarantined.map(({ path }) => path)).toEqual(['.mcp.json'])
  expect(existsSync(join(workspace, '.mcp.json'))).toBe(false)
})
