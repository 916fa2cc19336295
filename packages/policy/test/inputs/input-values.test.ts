import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toolRequest } from '../../src/inputs/tool-request.ts'
import { createPolicy } from '../create-whole-policy.ts'
import { HOME } from '../make-request.ts'

interface Row {
  readonly must: 'allow' | 'ask' | 'deny'
  readonly input: unknown
  /** The tool does not only read. */
  readonly writes?: true
  readonly why: string
}

const rows = readFileSync(new URL('../corpus/input-values.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

describe('what an input of a server’s tool names is told by its value', () => {
  test.each(rows.map((row) => [JSON.stringify(row.input), row] as const))(
    '%s',
    (_text, { must, input, writes, why }) => {
      const policy = createPolicy(
        { sandbox: { network: 'on' }, tools: { fs: { read: { deny: ['secret'] }, write: { deny: ['secret'] } } } },
        { home: HOME, stateDirectory: '/srv/state' },
      )
      const request = toolRequest({
        tool: 'mcp__some__tool',
        input,
        requiredPermission: 'read-only',
        served: { server: 'some', tool: 'tool' },
        // What its inputs name is all that decides.
        inputs: { onlyReads: writes !== true, program: 'offline' },
        context: { cwd: '/w', workspace: '/w', home: HOME },
      })
      expect(policy.decide(request).decision, why).toBe(must)
    },
  )
})
