import { createExecutableFinder, planCommand, SYSTEM_PATH } from '@poundlock/plan'
import { expect, test } from 'vitest'
import { bindCall } from '../../src/call/bind-call.ts'
import type { ExecHost } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'

test.each([
  ['a host that is refused leaves the approval of its line unused', { refused: 'It was refused.' }, 'unapproved', 0],
  ['an approval is used up after the question about the host', { allowed: ['api.test:80'] }, 'ran', 1],
] as const)('%s', async (_, contacts, status, uses) => {
  const steps: string[] = []
  const nodeHost: ExecHost = {
    nodes: () => ['build-1'],
    plan: async ({ input, cwd }) =>
      planCommand(input.command, { cwd, home: '/home/u', findExecutable: createExecutableFinder(SYSTEM_PATH) }),
    inspect: async () => ({ status: null, unavailable: false }),
    binding: ({ plan }, { input, context: { agent, session }, cwd }) =>
      bindCall({ text: input.command, plan, cwd, environment: {}, host: 'node', agent, session }),
    async askContacts() {
      steps.push('host')
      return contacts
    },
    run: async ({ runId }) => ({ status: 'ran', message: 'exit_code:0', runId }),
  }
  const { runtime, context } = openRuntime(
    { mode: 'allow', exec: { host: 'node', security: 'full', ask: 'off', askRules: ['curl'] } },
    {
      nodeHost,
      ask: async () => ({ answer: 'allow-once', by: 'test:me', use: () => (steps.push('use'), []) }),
    },
  )
  const call = { id: 'c', name: 'exec', input: { command: 'curl http://api.test/' } }
  expect(await runtime.call(call, context, { asksBeforeStart: true })).toMatchObject({ status })
  expect(steps).toEqual(['host', ...Array.from({ length: uses }, () => 'use')])
})
