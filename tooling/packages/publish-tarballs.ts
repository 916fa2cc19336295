import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkspacePackage } from '../workspace/list-packages.ts'
import { runCommand } from '../workspace/run-command.ts'

export interface PackedTarball {
  readonly workspacePackage: WorkspacePackage
  readonly tarball: string
}

/**
 * Publishes tarballs with npm, each after those that it depends on: a release that stops in the middle leaves only
 * packages that can be installed. A version that the registry has already is left as it is.
 *
 * @param settings flags of `npm publish`, such as the registry and `--provenance`
 * @returns one sentence for each package that could not be published; after the first, nothing else is published
 */
export async function publishTarballs(
  packed: readonly PackedTarball[],
  settings: readonly string[],
): Promise<readonly string[]> {
  for (const group of inOrder(packed)) {
    const problems = await Promise.all(group.map((each) => publish(each, settings)))
    const found = problems.filter((problem) => problem !== null)
    if (found.length > 0) return found
  }
  return []
}

async function publish({ workspacePackage, tarball }: PackedTarball, settings: readonly string[]) {
  const { name, folder } = workspacePackage
  const { version } = readManifest(folder)
  const { code, output } = await runCommand('npm', ['publish', tarball, '--access', 'public', ...settings], {
    cwd: folder,
  })
  if (code === 0) return null
  const seen = await runCommand('npm', ['view', `${name}@${version}`, 'version', ...settings], { cwd: folder })
  if (seen.code === 0 && seen.stdout.trim() === version) return null
  return `npm publish of ${name}@${version} failed:\n${output}`
}

/** Groups, each of which depends on the groups before it only. */
export function inOrder(packed: readonly PackedTarball[]): readonly (readonly PackedTarball[])[] {
  const groups: PackedTarball[][] = []
  let left = [...packed]
  while (left.length > 0) {
    const names = new Set(left.map(({ workspacePackage }) => workspacePackage.name))
    const ready = left.filter(({ workspacePackage }) =>
      Object.keys(readManifest(workspacePackage.folder).dependencies ?? {}).every((name) => !names.has(name)),
    )
    if (ready.length === 0) throw new Error(`These packages depend on each other: ${[...names].join(', ')}`)
    groups.push(ready)
    left = left.filter((each) => !ready.includes(each))
  }
  return groups
}

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
