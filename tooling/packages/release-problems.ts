import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkspacePackage } from '../workspace/list-packages.ts'
import { runCommand } from '../workspace/run-command.ts'

/** What stands in the way of publishing this tree, in sentences: it has to be the tree of a commit, with versions. */
export async function releaseProblems(packages: readonly WorkspacePackage[], root: string): Promise<readonly string[]> {
  const pending = globSync('.changeset/*.md', { cwd: root })
  const unversioned = packages.filter(({ folder }) => versionOf(folder) === '0.0.0').map(({ name }) => name)
  const { stdout: changed } = await runCommand('git', ['status', '--porcelain'], { cwd: root })
  return [
    ...(pending.length > 0 ? [`${pending.length} changesets have no version yet: pnpm changeset version`] : []),
    ...(unversioned.length > 0 ? [`These packages have no version: ${unversioned.join(', ')}`] : []),
    ...(changed !== '' ? [`These files are not committed:\n${changed}`] : []),
  ]
}

const versionOf = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }).version
