/**
 * Holds one row: makes as many calls as it is told to by each message, and answers what each took, in microseconds. Ends
 * with its parent.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRow } from './rows.ts'

const folder = realpathSync(mkdtempSync(join(process.env['POUNDLOCK_BENCH_FOLDER'] ?? tmpdir(), 'poundlock-call-')))
const row = await openRow(process.argv[2] ?? '', folder)

process.on('message', async (calls: number) => {
  const times: number[] = []
  for (let call = 0; call < calls; call++) {
    const begin = process.hrtime.bigint()
    await row.run()
    times.push(Number(process.hrtime.bigint() - begin) / 1e3)
  }
  process.send!(times)
})

process.on('disconnect', () => row.close())
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
