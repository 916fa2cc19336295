import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toolRequest } from '../../src/inputs/tool-request.ts'
import { createPolicy } from '../create-whole-policy.ts'
import { HOME } from '../make-request.ts'

interface Row {
  readonly must: 'allow' | 'ask'
  readonly input: unknown
  /** The tool does not only read. */
  readonly writes?: true
  /** There is no file system to ask. */
  readonly unknown?: true
  readonly why: string
}

const rows = readFileSync(new URL('../corpus/routes.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

/** A machine on which the case of names does not count. */
const folders = new Set('bin boot data dev etc home lib opt proc root run srv sys tmp usr var w'.split(' '))

test.each(rows.map((row) => [row.must, JSON.stringify(row.input), row] as const))('%s: %s', (must, _text, row) => {
  const policy = createPolicy({ sandbox: { network: 'on' } }, { home: HOME, stateDirectory: '/srv/state' })
  const request = toolRequest({
    tool: 'mcp__some__tool',
    input: row.input,
    requiredPermission: 'read-only',
    served: { server: 'some', tool: 'tool' },
    // What its inputs name is all that decides.
    inputs: { onlyReads: row.writes !== true, program: 'offline' },
    context: { cwd: '/w', workspace: '/w', home: HOME },
    ...(row.unknown !== true && { rootHas: (name: string) => folders.has(name.toLowerCase()) }),
  })
  expect(policy.decide(request).decision, row.why).toBe(must)
})
