import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { ProbeCheck, Sandbox, SandboxCommand, SandboxPolicy } from '@poundlock/sandbox'
import { makeMissingFolders, ownerMark } from '@poundlock/state-files/node'
import { loaderExecutable } from '../loader/elf.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { checkResult, probeCalls } from './probe-checks.ts'
import { probeEgress } from './probe-egress.ts'
import { probeProgram, survivorProgram } from './probe-program.ts'
import { readAll } from './read-all.ts'

const DISCARD_PORT = 9

/** The strictest policy: the one that a probe proves. */
function probePolicy(workspace: string): SandboxPolicy {
  return {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: [],
    hiddenPaths: [],
    network: 'off',
    limits: {},
  }
}

/**
 * Makes the forbidden system calls inside a real sandbox and checks the effects, inside and outside. It needs no
 * program of the host: its programs are made here.
 *
 * @param base a folder of ours in which programs can be executed
 * @param options.unixSockets whether commands have AF_UNIX sockets
 * @throws SandboxError when no sandbox can be made
 */
export async function runProbe(
  architecture: Architecture,
  base: string,
  open: (policy: SandboxPolicy) => Promise<Sandbox>,
  { unixSockets }: { readonly unixSockets: boolean },
): Promise<readonly ProbeCheck[]> {
  makeMissingFolders(base)
  const folder = mkdtempSync(join(base, `probe-${ownerMark()}-`))
  const workspace = join(folder, 'workspace')
  const secret = join(folder, 'secret')
  const absent = join(folder, 'absent')
  const file = join(workspace, 'probe')
  mkdirSync(workspace)
  writeFileSync(secret, 'secret')
  // It reads its program from standard input; without one, it waits: a process of the host to look for.
  writeFileSync(file, loaderExecutable(architecture, 0), { mode: 0o755 })
  const server = createServer((socket) => socket.destroy())
  let bystander: ChildProcess | null = null
  let sandbox: Sandbox | null = null
  try {
    const port = await listen(server)
    bystander = spawn(file, [], { stdio: ['pipe', 'ignore', 'ignore'] })
    await once(bystander, 'spawn')
    sandbox = await open(probePolicy(workspace))
    const command: SandboxCommand = { file, args: [], cwd: workspace, env: {}, stdin: 'pipe' }
    const calls = probeCalls({ workspace, secret, absent, port, process: bystander.pid!, unixSockets })
    const started = await sandbox.run(command)
    started.stdin?.end(probeProgram(architecture, calls))
    const results = await readAll(started)
    await started.exited
    const checks = calls.map(({ name, description }, index): ProbeCheck => {
      if (results.length < (index + 1) * 8) return { name, description, passed: false, evidence: 'no answer' }
      return { name, description, ...checkResult(calls[index]!, Number(results.readBigInt64LE(index * 8))) }
    })
    const policy = probePolicy(workspace)
    // A renderer without a network namespace enforces no allowlist, and refuses one.
    const reach = sandbox.status.namespaces.includes('net') && server.listening
    return [
      ...checks,
      lookOutside(absent),
      await killAll(sandbox, command, architecture),
      ...(reach ? await probeEgress({ architecture, policy, command, port, open }) : []),
    ]
  } finally {
    bystander?.kill('SIGKILL')
    server.close()
    await sandbox?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where this process itself may have no sockets, there is no server; a port at which none can be stands for it. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  } catch {
    return DISCARD_PORT
  }
}

function lookOutside(absent: string): ProbeCheck {
  const there = existsSync(absent)
  return {
    name: 'nothing-outside',
    description: 'look on the host for the file that was to be created',
    passed: !there,
    evidence: there ? 'the file is there' : 'no such file',
  }
}

/** Output ends when the last process that has it open is gone. */
async function killAll(sandbox: Sandbox, command: SandboxCommand, architecture: Architecture): Promise<ProbeCheck> {
  const running = await sandbox.run(command)
  running.stdin?.write(survivorProgram(architecture))
  let evidence = 'it never started'
  let passed = false
  const output = running.stdout![Symbol.asyncIterator]()
  if ((await output.next()).done !== true) {
    evidence = 'its output is still open'
    running.kill('SIGKILL')
    while ((await output.next()).done !== true) continue
  }
  const { signal } = await running.exited
  if (signal === 'SIGKILL') [passed, evidence] = [true, 'all its output was closed']
  return { name: 'kill', description: 'kill a command whose child has left its session', passed, evidence }
}
