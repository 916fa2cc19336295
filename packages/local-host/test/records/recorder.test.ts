import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readAuditTail } from '@poundlock/audit/node'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { createRecorder } from '../../src/records/recorder.ts'

const start = (run: number) => ({ runId: `run_${run}`, callId: `call_${run}`, tool: 'read_file', approvedBy: 'policy' })

function openRecorders() {
  const state = join(temporaryFolder(), 'state')
  const audit = join(state, 'audit')
  return { audit, open: () => createRecorder(state, audit) }
}

test('the recorders of one process write one chain, and go on when one of them is closed', async () => {
  const { audit, open } = openRecorders()
  const [one, other] = [open(), open()]
  await Promise.all([one('tool-start', start(1)), other('tool-start', start(2))])
  await one.close()
  await other('tool-start', start(3))
  await other.close()
  await one('tool-start', start(4))
  await one.close()
  const numbers: (number | undefined)[] = []
  for await (const { record } of readAuditTail(audit, 100)) numbers.push(record?.seq)
  expect(numbers).toEqual([1, 2, 3, 4])
})

test('a recorder that comes after the log was damaged does not join those that cannot write', async () => {
  const { audit, open } = openRecorders()
  const before = open()
  await before('tool-start', start(5))
  for (const name of readdirSync(audit)) rmSync(join(audit, name), { force: true })
  await expect(before('tool-start', start(6))).rejects.toMatchObject({ code: 'AUDIT_REPLACED' })
  const after = open()
  await after('tool-start', start(7))
  await Promise.all([before.close(), after.close()])
})
