/**
 * Keeps the code in the documentation equal to code that is type-checked and run. A block is marked with the
 * region it shows: ```ts source="examples/policy-decide/main.ts#decide". What is made of tables of the code stands
 * between marks: <!-- generated: methods -->
 *
 *   pnpm snippets            fills the blocks and parts
 *   pnpm snippets:check      fails when one differs
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchmarkTables } from './docs/benchmark-tables.ts'
import { cliReference } from './docs/cli-reference.ts'
import { codePages } from './docs/code-pages.ts'
import { configReference } from './docs/config-reference.ts'
import { fillGeneratedParts } from './docs/generated-parts.ts'
import { jsonOutputs } from './docs/json-outputs.ts'
import { packageApis } from './docs/package-api.ts'
import { protocolTables } from './docs/protocol-tables.ts'
import { fillSnippets } from './docs/snippet-blocks.ts'
import { workspaceRoot } from './workspace/list-packages.ts'

const check = process.argv.includes('--check')
const pages = globSync(['*.md', 'docs/**/*.md', '{packages,apps}/*/README.md', 'bench/README.md'], {
  cwd: workspaceRoot,
})
const parts = new Map([
  ...(await protocolTables(workspaceRoot)),
  ...(await codePages(workspaceRoot)),
  ...benchmarkTables(workspaceRoot),
  ...packageApis(workspaceRoot),
  ['cli', await cliReference(workspaceRoot)],
  ['configuration', configReference(workspaceRoot)],
  ['json', await jsonOutputs(workspaceRoot)],
])
const differing = pages.filter((page) => {
  const path = join(workspaceRoot, page)
  const text = readFileSync(path, 'utf8')
  const filled = fillGeneratedParts(fillSnippets(text, workspaceRoot), parts)
  if (filled !== text && !check) writeFileSync(path, filled)
  return filled !== text
})

if (!check) console.log(`snippets: ${differing.length} of ${pages.length} pages filled anew`)
else if (differing.length === 0) console.log(`snippets: ${pages.length} pages as their sources`)
else {
  console.error(`These pages show code that is not what runs: ${differing.join(', ')}. To mend: pnpm snippets`)
  process.exitCode = 1
}
