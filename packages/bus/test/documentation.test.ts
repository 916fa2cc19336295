import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { BUS_CASES as allCases } from '../src/conformance/index.ts'
import { openEmbeddedBus } from '../src/index.ts'

test('A run is claimed by one gateway, sent to its node, and its result is read by others.', async () => {
  const folder = temporaryFolder()
  const results: unknown[] = []
  // #region bus
  const bus = openEmbeddedBus({ folder })
  await bus.serve(['node', 'build-7', 'run'], () => ({ exitCode: 0 }))

  const claim = await bus.claim(['runs', 'run_1'], { gateway: 'a' }, { ttlMs: 60_000 })
  if (claim.claimed) {
    const outcome = await bus.request(['node', 'build-7', 'run'], { argv: ['true'] })
    if (outcome.status === 'answered') await bus.append(['runs', 'run_1'], outcome.value, { id: 'done' })
    else if (!outcome.mayHaveRun) console.error(`nothing ran: ${outcome.status}`)
  }

  for await (const event of bus.watch({ log: ['runs', 'run_1'] })) {
    if (event.kind === 'entry') results.push(event.entry.value)
    else break
  }
  // #endregion
  await bus.close()
  expect(results).toEqual([{ exitCode: 0 }])
})

test('A third party runs the conformance kit with its own implementation.', async () => {
  const bus = openEmbeddedBus({ folder: temporaryFolder() })
  const connectMyBus = async () => bus
  const broken: string[] = []
  const busCases = allCases.filter(({ id }) => id === 'claim-race')
  // #region conformance
  for (const { id, title, run } of busCases) {
    await run({ connect: connectMyBus }).catch((error: unknown) => broken.push(`${id}: ${title}: ${String(error)}`))
  }
  // #endregion
  await bus.close()
  expect(broken).toEqual([])
})
