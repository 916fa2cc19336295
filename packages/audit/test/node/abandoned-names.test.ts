import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { removeAbandonedNames } from '@poundlock/state-files/node'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { openAuditLog, verifyAuditLog } from '../../src/node/index.ts'
import { startFixture, untilLines } from './fixture-process.ts'

test('names of processes that are gone are removed when a log is opened, which costs a process that still writes nothing but a new name', async () => {
  const directory = temporaryFolder()
  const child = startFixture('append', [directory, '100000'])
  await untilLines(child, 20)
  const log = await openAuditLog(directory)
  for (let index = 0; index < 20; index++) {
    removeAbandonedNames(directory, Date.now() + 25 * 60 * 60 * 1000)
    await log.append('note', { index })
  }
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  await log.append('note', {})
  await log.close()
  await (await openAuditLog(directory)).close()
  expect(await verifyAuditLog(directory)).toMatchObject({ ok: true })
  expect(readdirSync(directory)).toEqual(['000001.jsonl'])
})
