import { expect, onTestFinished, test } from 'vitest'
import { busCases } from '../../src/conformance/index.ts'
import { openNatsBus } from '../../src/nats/index.ts'
import { startNats } from '../fixtures/nats-server.ts'

test.each(busCases)('$title', async ({ run }) => {
  const { address } = await startNats()
  const connect = async () => {
    const bus = await openNatsBus({ servers: [address] })
    onTestFinished(() => bus.close())
    return bus
  }
  await expect(run({ connect })).resolves.toBeUndefined()
})
