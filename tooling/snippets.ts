/**
 * Keeps the code in the documentation equal to code that is type-checked and run. A block is marked with the
 * region it shows: ```ts source="examples/policy-decide/main.ts#decide"
 *
 *   node tooling/snippets.ts            fills the blocks
 *   node tooling/snippets.ts --check    fails when one differs
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillSnippets } from './docs/snippet-blocks.ts'
import { workspaceRoot } from './workspace/list-packages.ts'

const check = process.argv.includes('--check')
const pages = globSync(['*.md', 'docs/**/*.md', '{packages,apps}/*/README.md', 'bench/README.md'], {
  cwd: workspaceRoot,
})
const differing = pages.filter((page) => {
  const path = join(workspaceRoot, page)
  const text = readFileSync(path, 'utf8')
  const filled = fillSnippets(text, workspaceRoot)
  if (filled !== text && !check) writeFileSync(path, filled)
  return filled !== text
})

if (!check) console.log(`snippets: ${differing.length} of ${pages.length} pages filled anew`)
else if (differing.length === 0) console.log(`snippets: ${pages.length} pages as their sources`)
else {
  console.error(`These pages show code that is not what runs: ${differing.join(', ')}. To mend: pnpm snippets`)
  process.exitCode = 1
}
