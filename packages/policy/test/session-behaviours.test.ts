import { expect, test } from 'vitest'
import { applyDirective } from '../src/evaluate/session/session-directive.ts'
import { type PolicyDocument, PolicyError, type SessionState } from '../src/index.ts'
import { toolRequest } from '../src/inputs/tool-request.ts'
import { HANDLERS } from './behaviour-row.ts'
import { readCorpus } from './corpus-row.ts'
import { createPolicy } from './create-whole-policy.ts'
import { HOME } from './make-request.ts'

interface Row {
  readonly area: string
  readonly name: string
  readonly input: any
  readonly expect: unknown
}

const CONTEXT = { cwd: '/w', workspace: '/w', home: HOME }

/** What somebody says to a session, and what that session is then. */
function say({ directive, elevated, sender, agent, after, authorised }: any): unknown {
  const document = {
    tools: { elevated },
    ...(agent && { agents: { list: [{ id: 'main', tools: { elevated: agent } }] } }),
  } as PolicyDocument
  const policy = createPolicy(document, { home: HOME })
  const settings = policy.execSettings(toolRequest({ tool: 'exec', context: CONTEXT }))
  const gate = policy.elevated('main', sender)
  const context = { sender, authorised, settings, elevated: gate }
  const before: SessionState = after ? applyDirective(after, {}, context)!.state : {}
  const { ok, state } = applyDirective(directive, before, context)!
  const level = state.elevated?.level ?? 'off'
  return { ok, level, ...(!ok && 'gate' in gate && { gate: gate.gate }) }
}

function answer(input: any): unknown {
  if (input.directive) return say(input)
  try {
    return Object.entries(HANDLERS).find(([key]) => Object.hasOwn(input, key))?.[1](input)
  } catch (error) {
    if (error instanceof PolicyError) return 'refused'
    throw error
  }
}

/** As the rows of other systems say it: with a capital, and with an end. */
const plain = (value: any) =>
  typeof value?.error === 'string' ? { error: value.error.toLowerCase().replace(/\.$/, '') } : value

test.each(readCorpus<Row>('session.jsonl'))('$area: $name', ({ input, expect: expected }) => {
  const answered = plain(answer(input))
  if (typeof expected === 'string') expect(answered).toBe(expected)
  else expect(answered).toMatchObject(plain(expected))
})
