/**
 * Looks at every published package as a stranger gets it: packs it, lints the tarball, loads the core packages
 * without Node, publishes all tarballs to a registry of its own, and installs and uses them from there. Build first.
 *
 *   pnpm package:check    all of that: a release without the release
 *   pnpm release          the same, then publishes the same tarballs (node tooling/check-packages.ts --publish)
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishTarballs } from './packages/publish-tarballs.ts'
import { releaseProblems } from './packages/release-problems.ts'
import { tryRelease } from './packages/try-release.ts'
import { listPackages, workspaceRoot } from './workspace/list-packages.ts'

const isRelease = process.argv.includes('--publish')
const packages = listPackages().filter(({ isPublished }) => isPublished)
const folder = await mkdtemp(join(tmpdir(), 'poundlock-packages-'))
try {
  if (isRelease) report('ready for a release', await releaseProblems(packages, workspaceRoot))
  if (process.exitCode === undefined) {
    const packed = await tryRelease(packages, folder, report)
    // Provenance is a statement of a known CI. At a desk, npm refuses to make one.
    const provenance = process.env['GITHUB_ACTIONS'] === 'true' ? ['--provenance'] : []
    if (isRelease && process.exitCode === undefined) report('released', await publishTarballs(packed, provenance))
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

function report(subject: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${subject}`)
  for (const problem of problems) console.log(`       ${problem.replaceAll('\n', '\n       ')}`)
  if (problems.length > 0) process.exitCode = 1
}
