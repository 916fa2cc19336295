import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { client, ndJsonStream, type RequestPermissionRequest } from '@agentclientprotocol/sdk'
import { installedProgram } from '../hook/agents/installed-agents.ts'
import { codexModel, opencodeModel } from '../hook/record/local-models.ts'
import { startModelServer, type ModelCall } from '../hook/record/model-server.ts'
import { LAUNCHER } from '../poundlock.ts'

export type AcpAgent = 'gemini' | 'opencode' | 'claude-agent-acp' | 'codex-acp'

/** What a session left. */
export interface AcpSession {
  readonly workspace: string
  readonly outside: string
  /** What the person at the editor was asked. */
  readonly asked: readonly RequestPermissionRequest[]
  /** Files that the editor wrote for the agent. */
  readonly written: readonly string[]
  readonly told: string
  readonly code: number | null
  /** What is left in the folder of runs. */
  readonly left: readonly string[]
  readonly records: string
  readonly remove: () => void
}

const POLICY = {
  // The programs that others start.
  sandbox: { readPaths: [process.env['POUNDLOCK_AGENTS'] ?? '/usr'] },
  tools: {
    exec: { allow: ['touch ruled'], deny: ['rm'] },
    fs: { write: { deny: ['denied/**'] }, read: { deny: ['secret.txt'] } },
  },
}

const ARGS: Readonly<Record<AcpAgent, readonly string[]>> = {
  gemini: ['--acp', '-m', 'gemini-2.5-pro'],
  opencode: ['acp'],
  'claude-agent-acp': [],
  'codex-acp': [],
}

/** Agents that another program brings to the protocol: its variable names theirs. */
const BROUGHT = {
  'claude-agent-acp': ['CLAUDE_CODE_EXECUTABLE', 'claude'],
  'codex-acp': ['CODEX_PATH', 'codex'],
} as const

const isBrought = (agent: AcpAgent): agent is keyof typeof BROUGHT => Object.hasOwn(BROUGHT, agent)

/** The program of an agent, and the agent that it starts; `null` where one of them is not installed. */
export function acpProgram(agent: AcpAgent): { readonly program: string; readonly env: Record<string, string> } | null {
  if (!isBrought(agent)) {
    const program = installedProgram(agent)
    return program === null ? null : { program, env: {} }
  }
  const [variable, name] = BROUGHT[agent]
  const started = installedProgram(name)
  const folder = process.env['POUNDLOCK_ACP_AGENTS']
  const program = folder ? join(folder, 'node_modules/.bin', agent) : ''
  return started === null || !existsSync(program) ? null : { program, env: { [variable]: started } }
}

/**
 * A real agent behind `poundlock acp`, with the client of the protocol's own library as the editor. Its person allows
 * everything once, but what has `declined` in it.
 */
export async function runAcp(agent: AcpAgent, calls: readonly ModelCall[]): Promise<AcpSession> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-acp-')))
  const [home, workspace, outside, bin] = ['home', 'workspace', 'outside', 'bin'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const folder of [home, outside, bin, join(workspace, 'denied')]) mkdirSync(folder, { recursive: true })
  const write = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, text, { mode: 0o600 })
  }
  write(join(workspace, 'a.txt'), 'hello\n')
  write(join(workspace, 'secret.txt'), 'the-secret\n')
  write(join(home, '.poundlock/poundlock.json'), JSON.stringify(POLICY))
  const { program, env } = acpProgram(agent)!
  symlinkSync(program, join(bin, agent))
  const placed = JSON.stringify(calls).replaceAll('$WORKSPACE', workspace).replaceAll('$OUT', outside)
  const server = await startModelServer(JSON.parse(placed) as ModelCall[])
  write(join(home, '.config/opencode/opencode.json'), JSON.stringify(opencodeModel(server.url)))
  write(join(home, '.codex/config.toml'), codexModel(server.url))
  const child = spawn(process.execPath, [LAUNCHER, 'acp', '--', agent, ...ARGS[agent]], {
    cwd: workspace,
    env: {
      PATH: `${bin}:${process.env['PATH']!}`,
      HOME: home,
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: server.url,
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'none',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const exited = once(child, 'exit') as Promise<[number | null]>
  const asked: RequestPermissionRequest[] = []
  const written: string[] = []
  try {
    await client({ name: 'an editor' })
      .onRequest('session/request_permission', ({ params }) => {
        asked.push(params)
        const isDeclined = JSON.stringify(params.toolCall).includes('declined')
        const option = params.options.find(({ kind }) => kind === (isDeclined ? 'reject_once' : 'allow_once'))!
        return { outcome: { outcome: 'selected', optionId: option.optionId } }
      })
      .onRequest('fs/write_text_file', ({ params: { path, content } }) => {
        written.push(path)
        writeFileSync(path, content)
        return {}
      })
      // A file that is not there yet is an empty buffer.
      .onRequest('fs/read_text_file', ({ params: { path } }) => ({
        content: existsSync(path) ? readFileSync(path, 'utf8') : '',
      }))
      .connectWith(
        ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as never),
        async (context) => {
          const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: false }
          await context.request('initialize', { protocolVersion: 1, clientCapabilities })
          const { sessionId } = await context.request('session/new', { cwd: workspace, mcpServers: [] })
          const prompt = [{ type: 'text' as const, text: 'go' }]
          // A call that is refused may end the turn.
          for (let turn = 0; turn <= calls.length && server.talk.requests.length <= calls.length; turn++) {
            await context.request('session/prompt', { sessionId, prompt })
          }
        },
      )
    child.stdin.end()
    const [code] = await exited
    const runs = join(home, '.cache/poundlock/runs')
    return {
      workspace,
      outside,
      asked,
      written,
      told: JSON.stringify(server.talk.requests),
      code,
      left: existsSync(runs) ? readdirSync(runs) : [],
      records: recordsIn(join(home, '.poundlock/audit')),
      remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
    }
  } catch (error) {
    throw new Error(`the session failed: ${String(error)}\n${stderr}`, { cause: error })
  } finally {
    child.kill('SIGKILL')
    await server.close()
  }
}

const recordsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('')
