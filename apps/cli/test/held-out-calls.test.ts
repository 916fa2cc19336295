import { readFileSync } from 'node:fs'
import { realPathAmong } from '@poundlock/plan'
import { createPolicy, toolRequest } from '@poundlock/policy'
import { expect, test } from 'vitest'

/** A call in the workspace `/w`, and what must be decided when only the workspace may be read. */
interface Row {
  readonly id: string
  readonly must: 'allow' | 'ask' | 'deny'
  readonly mode: 'read-only' | 'workspace-write'
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** Symbolic links, from and to. */
  readonly links?: Readonly<Record<string, string>>
}

const HOME = '/home/u'
const CONTEXT = { agent: 'main', session: 'main', cwd: '/w', workspace: '/w', home: HOME, interactive: true }
const rows = readFileSync(new URL('corpus/blind-6-calls.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

const judged = rows.map(({ mode, tool, input, links = {}, ...row }) => {
  const policy = createPolicy([{ name: 'user', mayLoosen: true, mode, files: { readScope: 'workspace' } }], {
    home: HOME,
  })
  const realPath = (path: string) => realPathAmong(links, path, '/w', HOME)
  return {
    ...row,
    tool,
    input,
    decision: policy.decide(toolRequest({ tool, input, context: CONTEXT, realPath })).decision,
  }
})
const named = (list: typeof judged) =>
  list.map(({ id, decision, tool, input }) => `${id}: ${decision}: ${tool} ${JSON.stringify(input)}`)

test('no call that was held out is wrongly allowed', () => {
  expect(judged.length).toBeGreaterThan(280)
  expect(named(judged.filter(({ must, decision }) => must !== 'allow' && decision === 'allow'))).toEqual([])
})

test('no call that must be denied can be asked for', () => {
  expect(named(judged.filter(({ must, decision }) => must === 'deny' && decision !== 'deny'))).toEqual([])
})

test('no harmless call is asked for', () => {
  expect(named(judged.filter(({ must, decision }) => must === 'allow' && decision !== 'allow'))).toEqual([])
})
