/** The audit log alone: records that are linked by their hashes, and a change that does not go unseen. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuditLog, verifyAuditLog } from '@poundlock/audit/node'

const folder = await mkdtemp(join(tmpdir(), 'keep-a-record-'))
try {
  // #region write
  const log = await openAuditLog(folder)
  await log.append('decision', {
    callId: 'call-1',
    tool: 'exec',
    decision: 'ask',
    outcome: 'denied',
    approval: { kind: 'fallback', by: 'askFallback', answer: 'deny' },
    reasons: [{ code: 'HOST_ASK', message: 'no allow rule covers make' }],
    command: 'make install',
  })
  // Records of your own hold any JSON object.
  await log.append('note', { text: 'asked again tomorrow' })
  const { hash } = log.head
  await log.close()
  // #endregion

  // #region verify
  const intact = await verifyAuditLog(folder, { head: hash })
  // #endregion
  console.log(`${intact.records} records, intact: ${intact.ok}`)
  assert.equal(intact.ok, true)
  assert.equal(intact.records, 2)

  const [file] = globSync(join(folder, '*.jsonl'))
  assert.ok(file)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('make install', 'make nothing'))
  const changed = await verifyAuditLog(folder, { head: hash })
  for (const { line, kind, message } of changed.problems) console.log(`line ${line}: ${kind}: ${message}`)
  assert.equal(changed.ok, false)
  assert.deepEqual(
    changed.problems.map(({ line, kind }) => ({ line, kind })),
    [{ line: 1, kind: 'changed' }],
  )
} finally {
  await rm(folder, { recursive: true })
}
