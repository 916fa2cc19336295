import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bundlePureEntry } from '../packages/bundle-pure-entry.ts'
import { listPackages, workspaceRoot } from '../workspace/list-packages.ts'

const plan = listPackages().find(({ name }) => name === '@poundlock/plan')!
const scriptOf = (subpath: string) => plan.entries.find((entry) => entry.subpath === subpath)!.script

interface Planner {
  planCommand(text: string, options: object): { readonly plan: object }
}

// Reads dist, because that is what is published: the root command builds before it tests.
test('the planner says the same of every line where there is no Node, and looks for none', async () => {
  const { script } = await bundlePureEntry(scriptOf('./pure'))
  const context = createContext({ TextEncoder, TextDecoder, URL }, { codeGeneration: { strings: false, wasm: false } })
  runInContext(
    `${script}\n;const find = (name) => '/usr/bin/' + name
    const planned = (line) => JSON.stringify(entry.planWithoutDisk(line, { cwd: '/w', home: '/h', findExecutable: find }).plan)`,
    context,
  )
  const planned = runInContext('planned', context) as (line: string) => string
  const built = (await import(scriptOf('.'))) as Planner
  const options = { cwd: '/w', home: '/h', findExecutable: (name: string) => `/usr/bin/${name}` }
  const lines = globSync('packages/{plan,shell,profiles}/test/corpus/*.jsonl', { cwd: workspaceRoot })
    .flatMap((file) => readFileSync(join(workspaceRoot, file), 'utf8').trim().split('\n'))
    .flatMap((row) => {
      const { command, line = command, input = line } = JSON.parse(row) as Readonly<Record<string, unknown>>
      return typeof input === 'string' ? [input] : []
    })
  expect(lines.length).toBeGreaterThan(300)
  for (const line of lines)
    expect([line, planned(line)]).toEqual([line, JSON.stringify(built.planCommand(line, options).plan)])
})
