// Stands between a client and the server that it starts, and notes each message of either: NOTES PROGRAM ARGUMENTS…
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [notes, program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
const pass = (from, input, output) =>
  createInterface({ input })
    .on('line', (line) => {
      appendFileSync(notes, `${JSON.stringify({ from, message: JSON.parse(line) })}\n`)
      output.write(`${line}\n`)
    })
    .on('close', () => output.end())
pass('client', process.stdin, child.stdin)
pass('server', child.stdout, process.stdout)
child.stdin.on('error', () => undefined)
child.once('exit', (code) => process.exit(code ?? 1))
