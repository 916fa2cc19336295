import type { ProbeCheck, Sandbox, SandboxCommand, SandboxPolicy } from '@poundlock/sandbox'
import { PROXY_PORT } from '../backend/egress.ts'
import { Program } from '../loader/program.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { readAll } from './read-all.ts'

const INTERNET = 2
const STREAM = 1
const OUTPUT = 1
const answerBytes = 'HTTP/1.1 200'.length
const LOOPBACK = '127.0.0.1'

export interface EgressProbe {
  readonly architecture: Architecture
  /** Without a network. */
  readonly policy: SandboxPolicy
  /** Reads a program from its input. */
  readonly command: SandboxCommand
  /** Port of a server on the host's 127.0.0.1. */
  readonly port: number
  readonly open: (policy: SandboxPolicy) => Promise<Sandbox>
}

/** Asks the proxy of a real sandbox for a server that its rules name, and for one that they do not. */
export async function probeEgress({
  architecture,
  policy,
  command,
  port,
  open,
}: EgressProbe): Promise<readonly ProbeCheck[]> {
  const other = port === 1 ? 2 : 1
  const rules = [`${LOOPBACK}:${String(port)}`]
  const sandbox = await open({ ...policy, network: 'allowlist', egress: { rules } })
  try {
    const started = await sandbox.run(command)
    started.stdin?.end(askProgram(architecture, [port, other]))
    const answers = (await readAll(started)).toString('latin1')
    const { code, signal } = await started.exited
    const refused = sandbox.explain({ exitCode: code, signal, stderr: '', process: started })
    return [
      check('reach-allowed', 'ask the proxy for a host that is allowed', answers.slice(0, answerBytes), '200'),
      check('reach-refused', 'ask the proxy for a host that is not allowed', answers.slice(answerBytes), '403'),
      {
        name: 'tell-refused',
        description: 'look into the report for the host that is not allowed',
        passed: refused.some(({ target }) => target === `${LOOPBACK}:${String(other)}`),
        evidence: `${String(refused.length)} in the report`,
      },
    ]
  } finally {
    await sandbox.close()
  }
}

function check(name: string, description: string, answer: string, wanted: string): ProbeCheck {
  const passed = answer === `HTTP/1.1 ${wanted}`
  return { name, description, passed, evidence: answer === '' ? 'no answer' : JSON.stringify(answer) }
}

/** A program that asks for tunnels to these ports and writes the start of each answer to its output. */
function askProgram(architecture: Architecture, ports: readonly number[]): Uint8Array {
  const program = new Program(architecture)
  const address = new Uint8Array(16)
  new DataView(address.buffer).setUint16(0, INTERNET, true)
  new DataView(address.buffer).setUint16(2, PROXY_PORT)
  address.set([127, 0, 0, 1], 4)
  for (const port of ports) {
    const socket = program.cell()
    const does = 'ask the proxy'
    const request = new TextEncoder().encode(`CONNECT ${LOOPBACK}:${String(port)} HTTP/1.1\r\n\r\n`)
    const answer = program.data(new Uint8Array(answerBytes))
    program.call('socket', [INTERNET, STREAM, 0], { does, store: socket })
    program.call('connect', [0, address, address.length], { does, firstFrom: socket })
    program.call('write', [0, request, request.length], { does, firstFrom: socket })
    program.call('read', [0, answer, answerBytes], { does, firstFrom: socket })
    program.call('write', [OUTPUT, answer, answerBytes], { does })
  }
  program.call('exit_group', [0], { does: 'end' })
  return program.assemble().bytes
}
