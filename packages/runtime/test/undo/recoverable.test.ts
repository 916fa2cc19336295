import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PolicyLayer } from '@poundlock/policy'
import { expect, onTestFinished, test } from 'vitest'
import { makeRuntime } from '../make-runtime.ts'

const PROVEN = { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'write' } as const

/** What undo was asked about while `rm -rf build` was decided. */
async function askedAbout(exec: NonNullable<PolicyLayer['exec']>, input: object = {}): Promise<readonly string[]> {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-recoverable-')))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  mkdirSync(join(workspace, 'build'))
  writeFileSync(join(workspace, 'build/out.o'), 'text\n')
  const asked: string[] = []
  const { runtime, context } = makeRuntime(
    workspace,
    { mode: 'danger-full-access', exec },
    {
      undo: {
        begin: async () => ({ detach: async () => {}, end: async () => [] }),
        async recoverable(_workspace, paths) {
          asked.push(...paths.map((path) => path.slice(workspace.length + 1)))
          return paths
        },
      },
    },
  )
  await runtime.check({ command: 'rm -rf build', ...input }, context)
  return asked
}

test('undo is asked what it can bring back where deletions may be let through for that', async () => {
  expect(await askedAbout(PROVEN)).toEqual(['build'])
})

test.each<[string, object, object?]>([
  ['everything is let through', { ...PROVEN, security: 'full' }],
  ['nothing is asked', { ...PROVEN, ask: 'off' }],
  ['each call is asked about', { ...PROVEN, ask: 'always' }],
  ['only what reads needs no rule', { ...PROVEN, proven: 'read' }],
  ['everything needs a rule', { ...PROVEN, proven: 'off' }],
  ['no level is set', { ...PROVEN, proven: undefined }],
  ['the call itself asks for more', PROVEN, { ask: 'always' }],
  ['it runs in the sandbox', { ...PROVEN, host: 'sandbox' }],
])('undo is not asked where its answer is not used: %s', async (_case, exec, input) => {
  expect(await askedAbout(exec, input)).toEqual([])
})
