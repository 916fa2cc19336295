/**
 * What each published package weighs when it is installed alone, beside its peers: megabytes, packages, seconds
 * of the installation, milliseconds of the processor for the import, kilobytes in a browser.
 *
 *   node src/packages.ts [name…]
 *
 * Packs the packages, publishes them to a registry in this process, and installs them from there; peers come from the
 * public registry. Build first. Writes results/packages.json, of which the pages have their tables (`pnpm snippets`).
 * With names, only these are measured; the other rows stay as they are.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPackages } from '@poundlock/tooling/list-packages'
import { openLocalRegistry } from '@poundlock/tooling/local-registry'
import { packPackage } from '@poundlock/tooling/pack-package'
import { publishTarballs } from '@poundlock/tooling/publish-tarballs'
import { measurePackage, type PackageRow } from './packages/measure-package.ts'
import { TASKS } from './packages/peers.ts'
import { describeMachine } from './report/machine.ts'

const only = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'poundlock-weights-'))
const registry = await openLocalRegistry()
try {
  const packages = listPackages().filter(({ isPublished }) => isPublished)
  const missing = packages.filter(({ name }) => !TASKS.some(({ ours }) => ours.includes(name.replace(/^.*\//u, ''))))
  if (missing.length > 0)
    throw new Error(`src/packages/peers.ts has no task for ${missing.map(({ name }) => name).join()}`)
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  const packed = []
  for (const workspacePackage of packages) {
    packed.push({ workspacePackage, tarball: (await packPackage(workspacePackage, tarballs)).tarball })
  }
  const settings = registry.settingsFor('@poundlock')
  const problems = await publishTarballs(packed, settings)
  if (problems.length > 0) throw new Error(problems.join('\n'))

  const file = new URL('../results/packages.json', import.meta.url)
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly rows: PackageRow[] }).rows : []
  const rows: PackageRow[] = []
  for (const { task, ours, peers } of TASKS) {
    for (const wanted of [...ours.map((name) => `@poundlock/${name}`), ...peers]) {
      if (only.length > 0 && !only.some((name) => wanted.includes(name))) {
        rows.push(...known.filter((row) => row.task === task && `${wanted}@`.startsWith(`${row.name}@`)))
        continue
      }
      const row = await measurePackage(wanted, task, settings, join(folder, 'alone'))
      rows.push(row)
      console.log(Object.values(row).join('\t'))
    }
  }
  const result = { date: new Date().toISOString().slice(0, 10), machine: describeMachine(), rows }
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
} finally {
  await registry.close()
  rmSync(folder, { recursive: true, force: true })
}
