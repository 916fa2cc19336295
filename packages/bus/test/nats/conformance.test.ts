import { startTestNats } from '@poundlock/tooling/nats-test'
import { expect, onTestFinished, test } from 'vitest'
import { BUS_CASES } from '../../src/conformance/index.ts'
import { openNatsBus } from '../../src/nats/index.ts'

test.each(BUS_CASES)('$title', async ({ run }) => {
  const { address } = await startTestNats()
  const connect = async () => {
    const bus = await openNatsBus({ servers: [address] })
    onTestFinished(() => bus.close())
    return bus
  }
  await expect(run({ connect })).resolves.toBeUndefined()
})
