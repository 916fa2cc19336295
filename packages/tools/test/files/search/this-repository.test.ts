import { fileURLToPath } from 'node:url'
import type { GrepSearchInput } from '@poundlock/spec/tools'
import { expect, test } from 'vitest'
import { grepSearchHandler, type ToolContext } from '../../../src/index.ts'
import { makeWorkspace } from '../workspace.ts'
import { comparable, runRipgrepItself } from './ripgrep-itself.ts'

const repository = fileURLToPath(new URL('../../../../..', import.meta.url)).replace(/\/$/, '')

test('a search of this repository finds what ripgrep finds', async () => {
  const workspace = makeWorkspace()
  const context: ToolContext = {
    ...workspace.context,
    workspace: repository,
    cwd: repository,
    files: { ...workspace.context.files, allows: () => true },
  }
  const queries: readonly GrepSearchInput[] = [
    { pattern: String.raw`export (?:async )?function \w+`, output_mode: 'count', type: 'ts' },
    { pattern: 'PoundlockError', output_mode: 'content', glob: 'packages/**/*.ts', '-C': 1 },
    { pattern: String.raw`\bnever\b`, '-i': true },
    { pattern: String.raw`import \{[^}]*\n[^}]*\} from`, multiline: true, output_mode: 'count' },
  ]
  for (const query of queries) {
    const wanted = comparable(runRipgrepItself(repository, query))
    expect(wanted.length).toBeGreaterThan(20)
    const { structured } = await grepSearchHandler.run({ ...query, head_limit: 0 }, context)
    const { lines, truncated } = structured as { lines: readonly string[]; truncated: boolean }
    // It stops where an answer is full.
    if (!truncated) expect(lines.length, JSON.stringify(query)).toBe(wanted.length)
    expect(comparable(lines), JSON.stringify(query)).toEqual(wanted.slice(0, lines.length))
  }
})
