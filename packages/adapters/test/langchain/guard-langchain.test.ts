import { createAgent, FakeToolCallingModel } from 'langchain'
import { expect, test } from 'vitest'
import { guardLangChain } from '../../src/langchain/index.ts'
import { adapterContract } from '../drivers/adapter-contract.ts'
import { openDriver } from '../drivers/langchain.ts'
import { ASKED, openPlace } from '../fixtures/place.ts'

adapterContract('langchain', openDriver)

test.each(['the middleware', 'a checkpointer'])('a call that needs approval does not run without %s', async (what) => {
  const { host, made } = await openPlace()
  const guard = guardLangChain(host, ['exec'])
  const agent = createAgent({
    model: new FakeToolCallingModel({ toolCalls: [[{ name: 'exec', args: ASKED, id: 'call_1' }], []] }),
    tools: guard.tools,
    middleware: what === 'the middleware' ? [] : [guard.middleware],
  })
  await agent.invoke({ messages: [{ role: 'user', content: 'do it' }] }).catch(() => undefined)
  expect(made()).toBe(false)
  guard.close()
})
