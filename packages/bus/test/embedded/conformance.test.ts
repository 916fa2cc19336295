import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { BUS_CASES } from '../../src/conformance/index.ts'
import { openEmbeddedBus } from '../../src/index.ts'

test.each(BUS_CASES)('$title', async ({ run }) => {
  const bus = openEmbeddedBus({ folder: temporaryFolder() })
  onTestFinished(() => bus.close())
  await expect(run({ connect: async () => bus })).resolves.toBeUndefined()
})
