import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { installedProgram } from '../hook/agents/installed-agents.ts'
import { startModelServer, type ModelCall } from '../hook/record/model-server.ts'
import { type AgentMode, PREPARE } from './agent-modes.ts'
import { callsOf, SECRET, type RunAgent } from './run-calls.ts'

/** What a session left. */
export interface RunSession {
  readonly workspace: string
  /** A folder outside, which nothing allows to be written. */
  readonly outside: string
  readonly code: number | undefined
  readonly stderr: string
  /** How often the model was asked: once more than it made calls, where each call was answered. */
  readonly turns: number
  /** Everything that was sent to the model. */
  readonly sent: string
  /** Requests that reached a server which nothing allows. */
  readonly reached: readonly string[]
  /** What is left in the folder of runs. */
  readonly left: readonly string[]
  readonly remove: () => void
}

const POLICY = {
  tools: {
    exec: { allow: ['touch ruled'], deny: ['rm'] },
    fs: { write: { deny: ['denied/**'] }, read: { deny: ['secret.txt'] } },
  },
}

/** Runs a real agent in one of the modes, headless, with a model that makes its calls one after the other. */
export async function runGuarded(agent: RunAgent, mode: AgentMode): Promise<RunSession> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-run-')))
  const [home, workspace, outside, bin] = ['home', 'workspace', 'outside', 'bin'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ]
  const write = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, text, { mode: 0o600 })
  }
  for (const folder of [home, outside, bin, join(workspace, '.git'), join(workspace, 'denied')]) {
    mkdirSync(folder, { recursive: true })
  }
  const files = { 'a.txt': 'hello\n', 'edited.txt': 'before\n', 'secret.txt': `${SECRET}\n` }
  for (const [name, text] of Object.entries(files)) write(join(workspace, name), text)
  write(join(home, '.poundlock/poundlock.json'), JSON.stringify(POLICY))
  symlinkSync(installedProgram(agent)!, join(bin, agent))
  const canary = await startCanary()
  const placed = JSON.stringify(callsOf(agent, mode))
    .replaceAll('$WORKSPACE', workspace)
    .replaceAll('$OUT', outside)
    .replaceAll('$CANARY', canary.url)
  const server = await startModelServer(JSON.parse(placed) as ModelCall[])
  try {
    const { command, environment } = PREPARE[mode](agent, { root, home, workspace, bin, url: server.url })
    const [program, ...args] = command as [string, ...string[]]
    const { exitCode, stderr } = await execa(program === agent ? join(bin, agent) : program, args, {
      cwd: workspace,
      env: {
        PATH: `${bin}:${process.env['PATH']!}`,
        HOME: home,
        LANG: 'C.UTF-8',
        ...environment,
      },
      extendEnv: false,
      stdin: 'ignore',
      reject: false,
      timeout: 300_000,
      forceKillAfterDelay: 1000,
    })
    const runs = join(home, '.cache/poundlock/runs')
    return {
      workspace,
      outside,
      code: exitCode,
      stderr,
      turns: server.talk.requests.length,
      sent: JSON.stringify(server.talk.requests),
      reached: canary.reached,
      left: existsSync(runs) ? readdirSync(runs) : [],
      remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
    }
  } finally {
    await Promise.all([server.close(), canary.close()])
  }
}

/** A server that notes who reaches it. */
async function startCanary() {
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.url!)
    response.end('touch remote')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reached, close }
}
