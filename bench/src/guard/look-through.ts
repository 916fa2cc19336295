/** Looks through a folder in a process of its own, where nothing is known of it yet, and prints how long that took. */
import { readdirSync } from 'node:fs'
import { findDenied } from '@poundlock/workspace-guard'

const [workspace = ''] = process.argv.slice(2)
const SEARCH = {
  workspace,
  readPaths: [],
  writePaths: [],
  hiddenPaths: [],
  systemFolders: [],
  patterns: [
    { access: 'read', pattern: `${workspace}/**/.env` },
    { access: 'write', pattern: `${workspace}/**/*.pem` },
  ],
} as const

function readAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) readAll(`${folder}/${entry.name}`)
  }
}

function time(perform: () => void): number {
  const start = performance.now()
  perform()
  return performance.now() - start
}

const plain = time(() => readAll(workspace))
const first = time(() => findDenied(SEARCH))
const again = time(() => findDenied(SEARCH))
console.log(JSON.stringify({ plain, first, again }))
