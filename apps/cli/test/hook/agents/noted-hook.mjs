// Hands what an agent asks its hook to another hook, and the answer back, and writes both down.
import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'

const [notes, ...hook] = process.argv.slice(2)
const input = await buffer(process.stdin)
const { status, stdout, stderr } = spawnSync(process.execPath, hook, { input, encoding: 'utf8' })
appendFileSync(notes, `${JSON.stringify({ payload: JSON.parse(input), code: status, stdout, stderr })}\n`)
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = status ?? 2
