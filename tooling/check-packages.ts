/**
 * Looks at every published package as a stranger gets it: packs it, lints the tarball, loads the core packages
 * without Node, then installs all tarballs together into an empty folder and uses them. Build first.
 */
import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPureEntry } from './packages/check-pure-entry.ts'
import { installTarballs } from './packages/install-tarballs.ts'
import { lintTarball } from './packages/lint-tarball.ts'
import { packPackage } from './packages/pack-package.ts'
import { listPackages } from './workspace/list-packages.ts'

const folder = await mkdtemp(join(tmpdir(), 'poundlock-packages-'))
const consumer = join(folder, 'consumer')
await mkdir(consumer)
try {
  const packages = listPackages().filter(({ isPublished }) => isPublished)
  const tarballs = await Promise.all(
    packages.map(async (workspacePackage) => {
      const { tarball, problems } = await packPackage(workspacePackage, folder)
      const [linted, impure] = await Promise.all([
        lintTarball(workspacePackage, tarball),
        checkPureEntry(workspacePackage),
      ])
      report(workspacePackage.name, [...problems, ...linted, ...impure])
      return tarball
    }),
  )
  report('installed together', await installTarballs(packages, tarballs, consumer))
} finally {
  await rm(folder, { recursive: true, force: true })
}

function report(subject: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${subject}`)
  for (const problem of problems) console.log(`       ${problem.replaceAll('\n', '\n       ')}`)
  if (problems.length > 0) process.exitCode = 1
}
