import { expect, test } from 'vitest'
import { createChain, verifyChain } from '../src/index.ts'
import { sha256 } from '../src/node/hash.ts'
import { RUN_END } from './sample-chain.ts'

test('a chain is made and verified anywhere as the documentation says', async () => {
  // #region chain
  const chain = createChain({ hash: sha256 })
  const { line } = chain.append('run-end', RUN_END, new Date().toISOString())
  const found = await verifyChain([line], { hash: sha256, anchor: chain.head.hash })
  if (!found.ok) for (const { line: number, kind, message } of found.problems) console.error(number, kind, message)
  // #endregion
  expect(found).toMatchObject({ ok: true, records: 1 })
})
