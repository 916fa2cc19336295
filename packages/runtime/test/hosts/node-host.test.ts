import { createExecutableFinder, planCommand, SYSTEM_PATH } from '@poundlock/plan'
import type { PolicyLayer } from '@poundlock/policy'
import { expect, test } from 'vitest'
import { bindCall } from '../../src/call/bind-call.ts'
import { type ExecHost, type ExecOrder } from '../../src/index.ts'
import { openRuntime } from '../open-runtime.ts'

/** A host that reaches two machines, which both are this one, and notes what it is asked to run. */
function nodeHost(names: readonly string[]) {
  const orders: ExecOrder[] = []
  const host: ExecHost = {
    nodes: () => names,
    plan: async ({ input, cwd }) =>
      planCommand(input.command, { cwd, home: '/home/u', findExecutable: createExecutableFinder(SYSTEM_PATH) }),
    inspect: async () => ({
      status: null,
      unavailable: false,
      approvals: { security: 'allowlist', ask: 'off', allowlist: ['/**/uname'], source: 'of the node' },
    }),
    binding: (line, { input, context, cwd }) =>
      bindCall({
        text: input.command,
        plan: line.plan,
        cwd,
        environment: {},
        host: 'node',
        agent: context.agent,
        session: context.session,
      }),
    run: async (order) => {
      orders.push(order)
      return { status: 'ran', message: 'exit_code:0', runId: order.runId }
    },
  }
  return { host, orders }
}

const NODES: Partial<PolicyLayer> = { mode: 'allow', exec: { host: 'node', security: 'full', ask: 'off' } }

test('a command for a node is read, decided and run by the host that reaches it', async () => {
  const { host, orders } = nodeHost(['build-1'])
  const { exec, records } = openRuntime(NODES, { nodeHost: host })
  expect(await exec('uname')).toMatchObject({ status: 'ran', runId: 'run_1', sandbox: null })
  expect(orders).toMatchObject([{ node: 'build-1', runId: 'run_1', callId: 'call_1', input: { command: 'uname' } }])
  expect(records[0]).toMatchObject({ type: 'decision', data: { host: 'node' } })
})

test('what the owner of the node laid down counts, the stricter', async () => {
  const { host, orders } = nodeHost(['build-1'])
  const { exec } = openRuntime(NODES, { nodeHost: host })
  expect(await exec('rm -rf x')).toMatchObject({ status: 'denied' })
  expect(orders).toEqual([])
})

test('of several nodes one has to be named', async () => {
  const { host, orders } = nodeHost(['build-1', 'build-2'])
  const { exec } = openRuntime(NODES, { nodeHost: host })
  expect(await exec('uname')).toMatchObject({
    status: 'denied',
    message: expect.stringContaining('there are several nodes: "build-1", "build-2"'),
  })
  expect((await exec('uname', { node: 'build-3' })).status).toBe('denied')
  expect((await exec('uname', { node: 'build-2' })).status).toBe('ran')
  expect(orders.map(({ node }) => node)).toEqual(['build-2'])
})

test('a command that is contained goes to no node', async () => {
  const { host, orders } = nodeHost(['build-1'])
  const { exec } = openRuntime({ mode: 'allow' }, { nodeHost: host })
  expect((await exec('uname', { host: 'node' })).status).toBe('denied')
  expect((await exec('uname')).status).toBe('ran')
  expect(orders).toEqual([])
})
