import type { WorkspacePackage } from '../workspace/list-packages.ts'
import { runCommand } from '../workspace/run-command.ts'

const REQUIRED = ['LICENSE', 'README.md', 'package.json']
const ALLOWED =
  /^(?:LICENSE|[a-z.]+\.schema\.json|README\.md|CHANGELOG\.md|package\.json|(?:dist|src)\/.+|vectors\/[a-z-]+\.json)$/u

export interface PackedPackage {
  readonly tarball: string
  /** What is wrong with the list of its files, in sentences. */
  readonly problems: readonly string[]
}

/** Packs a package as it would be published and looks at what went in. */
export async function packPackage({ name, folder }: WorkspacePackage, destination: string): Promise<PackedPackage> {
  const packed = await runCommand('pnpm', ['pack', '--json', '--pack-destination', destination], { cwd: folder })
  if (packed.code !== 0) throw new Error(`pnpm pack failed for ${name}:\n${packed.output}`)
  const { filename: tarball } = JSON.parse(packed.stdout) as { readonly filename: string }
  const listing = await runCommand('tar', ['-tzf', tarball], { cwd: folder })
  const files = listing.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^package\//u, ''))
  const problems = [
    ...REQUIRED.filter((file) => !files.includes(file)).map((file) => `${file} is not in the tarball`),
    ...files.filter((file) => !ALLOWED.test(file)).map((file) => `${file} does not belong in the tarball`),
  ]
  if (!files.some((file) => file.startsWith('dist/'))) problems.push('dist is empty: build first (pnpm build)')
  return { tarball, problems }
}
