import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bundlePureEntry } from '../packages/bundle-pure-entry.ts'
import { listPackages } from '../workspace/list-packages.ts'

const entries = new Map(
  listPackages().flatMap((one) => one.entries.map(({ specifier, script }) => [specifier, script] as const)),
)

/** Runs an expression on the exports of a built entry where no text can become code, as under a strict CSP. */
async function run(specifier: string, expression: string): Promise<unknown> {
  const { script } = await bundlePureEntry(entries.get(specifier)!)
  const context = createContext({ TextEncoder, TextDecoder, URL }, { codeGeneration: { strings: false, wasm: false } })
  expect(() => runInContext('new Function("")', context)).toThrow('Code generation from strings disallowed')
  return JSON.parse(runInContext(`${script}\n;JSON.stringify(${expression})`, context) as string)
}

// Reads dist, because that is what is published: the root command builds before it tests.
test.each<[specifier: string, expression: string, expected: unknown]>([
  [
    '@poundlock/spec/validation',
    `entry.createValidator({ type: 'object', properties: { a: { pattern: '^(a|b)+$' } } })({ a: 'c' })`,
    [{ pointer: '/a', message: 'does not fit the pattern ^(a|b)+$' }],
  ],
  [
    '@poundlock/config',
    `entry.parseConfig('{ "tools": { "exec": { "security": "allowlist" } } }', 'poundlock.json').document`,
    { tools: { exec: { security: 'allowlist' } } },
  ],
  [
    '@poundlock/approvals',
    `entry.parseApprovals('{ "version": 1, "defaults": { "ask": "always" } }', 'exec-approvals.json').defaults`,
    { ask: 'always' },
  ],
  ['@poundlock/protocol', `entry.readParams('gateway.health', {})`, {}],
])('%s works where no code can be generated', async (specifier, expression, expected) => {
  expect(await run(specifier, expression)).toEqual(expected)
})
