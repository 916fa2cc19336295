// Stands between a client and the server that it starts, and notes each message of either: NOTES PROGRAM ARGUMENTS…
// With HANDSHAKE=1 in the environment, the client does not find out that the server can do without one.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [notes, program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
const hasHandshake = process.env['HANDSHAKE'] === '1'
const pass = (from, input, output) =>
  createInterface({ input })
    .on('line', (line) => {
      const message = JSON.parse(line)
      if (hasHandshake && message.method === 'server/discover') {
        const error = { code: -32601, message: 'Method not found' }
        process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, error })}\n`)
        return
      }
      appendFileSync(notes, `${JSON.stringify({ from, message })}\n`)
      output.write(`${line}\n`)
    })
    .on('close', () => output.end())
pass('client', process.stdin, child.stdin)
pass('server', child.stdout, process.stdout)
child.stdin.on('error', () => undefined)
child.once('exit', (code) => process.exit(code ?? 1))
