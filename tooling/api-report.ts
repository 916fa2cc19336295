/**
 * Keeps the public declarations of every published package in `api/`, so that a change of the public surface
 * is a change that somebody reads.
 *
 *   node tooling/api-report.ts            writes the files
 *   node tooling/api-report.ts --check    fails when one differs
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rollDeclarations } from './api/roll-declarations.ts'
import { listPackages, workspaceRoot } from './workspace/list-packages.ts'
import { runCommand } from './workspace/run-command.ts'

const folder = join(workspaceRoot, 'api')
const wanted = new Map<string, string>()
for (const { name, entries, isPublished } of listPackages()) {
  if (!isPublished) continue
  for (const { subpath, specifier, declarations } of entries) {
    const entry = subpath === '.' ? '' : `.${subpath.slice(2).replaceAll('/', '-')}`
    wanted.set(`${name.replace('@poundlock/', '')}${entry}.d.ts`, rollDeclarations(declarations, specifier))
  }
}
const kept = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.d.ts')) : []
const stale = kept.filter((file) => !wanted.has(file))

if (process.argv.includes('--check')) {
  let differences = 0
  for (const [file, text] of wanted) {
    const path = join(folder, file)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    differences++
    await showDifference(path, text)
  }
  for (const file of stale) {
    differences++
    console.error(`api/${file}: no published entry has these declarations any more`)
  }
  if (differences > 0) {
    console.error('\nThe public surface changed. If that is meant: pnpm api, then commit api/ with a changeset.')
    process.exitCode = 1
  } else console.log(`api: ${wanted.size} entries as committed`)
} else {
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of wanted) writeFileSync(join(folder, file), text)
  for (const file of stale) rmSync(join(folder, file))
  console.log(`api: ${wanted.size} entries written`)
}

async function showDifference(path: string, text: string): Promise<void> {
  const fresh = join(workspaceRoot, 'node_modules', '.api-now.d.ts')
  writeFileSync(fresh, text)
  const committed = existsSync(path) ? path : '/dev/null'
  const { stdout } = await runCommand('git', ['diff', '--no-index', '--no-color', committed, fresh], {
    cwd: workspaceRoot,
  })
  rmSync(fresh)
  console.error(`${path.slice(workspaceRoot.length)}:\n${stdout.split('\n').slice(4).join('\n')}`)
}
