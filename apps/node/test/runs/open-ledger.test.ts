import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { openRunLedger } from '../../src/runs/open-ledger.ts'
import { writeNodeStatus } from '../../src/status-file.ts'

test('a second node on a ledger is told which file is held, and by whom', async () => {
  const stateFolder = temporaryFolder()
  const ledger = await openRunLedger(stateFolder, () => 0)
  onTestFinished(() => ledger.close())
  const second = () => openRunLedger(stateFolder, () => 0)
  const file = join(stateFolder, 'node', 'calls.sqlite')
  await expect(second()).rejects.toMatchObject({ code: 'NODE_BUSY', message: expect.stringContaining(file) })
  writeNodeStatus(stateFolder, { gateway: 'office', connected: true })
  await expect(second()).rejects.toMatchObject({ message: expect.stringContaining(`process ${process.pid}`) })
})
