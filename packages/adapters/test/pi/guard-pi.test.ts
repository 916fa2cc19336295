import { describe, expect, onTestFinished, test } from 'vitest'
import { guardPi } from '../../src/pi/index.ts'
import { adapterContract } from '../drivers/adapter-contract.ts'
import { openDriver, openPi } from '../drivers/pi.ts'
import { lacks } from '../fixtures/framework-module.ts'
import { ASKED, openPlace } from '../fixtures/place.ts'

describe.skipIf(lacks('pi') !== '')(`pi${lacks('pi')}`, () => {
  adapterContract('pi', openDriver)

  test('a call does not run when the person cannot be asked', async () => {
    const { host, made } = await openPlace()
    const guard = guardPi(host, ['exec'], () => Promise.reject(new Error('no terminal')))
    onTestFinished(() => guard.close())
    const agent = await openPi(guard, ASKED)
    await agent.prompt('do it')
    expect(JSON.stringify(agent.state.messages)).toContain('no terminal')
    expect(made()).toBe(false)
  })

  test('a call does not run when the agent is aborted while it waits', async () => {
    const { host, made } = await openPlace()
    const asked = Promise.withResolvers<void>()
    const guard = guardPi(host, ['exec'], async (_, signal) => {
      asked.resolve()
      await new Promise((aborted) => signal!.addEventListener('abort', aborted))
      return { approved: true, by: 'a test' }
    })
    onTestFinished(() => guard.close())
    const agent = await openPi(guard, ASKED)
    const ended = agent.prompt('do it')
    await asked.promise
    agent.abort()
    await ended
    expect(made()).toBe(false)
  })
})
