import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspacePackage } from '../workspace/list-packages.ts'
import { checkPureEntry } from './check-pure-entry.ts'
import { checkWeights } from './check-weights.ts'
import { installPublished } from './install-published.ts'
import { lintTarball } from './lint-tarball.ts'
import { openLocalRegistry } from './local-registry.ts'
import { packPackage } from './pack-package.ts'
import { type PackedTarball, publishTarballs } from './publish-tarballs.ts'

/** One step of the trial, and what is wrong, in sentences. */
export type Report = (subject: string, problems: readonly string[]) => void

/**
 * Does all of a release but the release: packs each package, lints the tarball, loads the core packages without Node,
 * publishes all tarballs to a registry of its own with npm, installs and uses them from there as a stranger, and weighs
 * what some of them bring along alone.
 *
 * @param folder an empty folder, where the tarballs stay
 */
export async function tryRelease(
  packages: readonly WorkspacePackage[],
  folder: string,
  report: Report,
): Promise<readonly PackedTarball[]> {
  const packed = await Promise.all(
    packages.map(async (workspacePackage) => {
      const { tarball, problems } = await packPackage(workspacePackage, folder)
      const [linted, impure] = await Promise.all([
        lintTarball(workspacePackage, tarball),
        checkPureEntry(workspacePackage),
      ])
      report(workspacePackage.name, [...problems, ...linted, ...impure])
      return { workspacePackage, tarball }
    }),
  )
  const consumer = join(folder, 'consumer')
  await mkdir(consumer)
  const registry = await openLocalRegistry()
  try {
    const settings = registry.settingsFor('@poundlock')
    const unpublished = await publishTarballs(packed, settings)
    report('published to a registry of this process', unpublished)
    if (unpublished.length === 0) {
      report('installed together from there', await installPublished(packages, settings, consumer))
      const alone = join(folder, 'alone')
      await mkdir(alone)
      for (const { name, bytes, packages: count, modules, problems } of await checkWeights(settings, alone)) {
        report(`${name} alone: ${Math.ceil(bytes / 1000)} kB, ${count} packages, ${modules} files at import`, problems)
      }
    }
  } finally {
    await registry.close()
  }
  return packed
}
