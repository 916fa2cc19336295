import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { AGENT_FORMATS } from '../../../src/hook/agent-format.ts'
import { LAUNCHER } from '../../poundlock.ts'
import { readAnswer } from '../read-answer.ts'
import type { RealAgent } from '../real-agents.ts'
import { startModelServer, type ModelCall, type ModelServer } from '../record/model-server.ts'
import { RECORDED_AGENTS, type SessionPlace } from '../record/recorded-agents.ts'
import { readResults, type CallResult } from './call-results.ts'
import { startLinePeer } from './line-peer.ts'

/** `asked`: its person was asked, and said no. `refused`: it did not run, and no person was asked. */
export type Became = 'ran' | 'asked' | 'refused'

export interface CallOutcome {
  readonly became: Became
  /** What our hook answered; `null` where the agent did not ask it. */
  readonly answer: string | null
  /** What the model was told. */
  readonly told: string
}

export interface AgentSession {
  readonly agent: RealAgent
  readonly program: string
  /** Whether our hook is named in its settings. */
  readonly hook: boolean
  /** `$WORKSPACE` stands for the folder that the agent works on. */
  readonly calls: readonly ModelCall[]
  /** What a `poundlock.json` holds. */
  readonly policy: object
  /** Files of the workspace, by their paths. */
  readonly files?: Readonly<Record<string, string>>
  /** More arguments. */
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Stands for what the model was told of a call that the agent never came to. */
export const NO_RESULT = 'no result'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Runs one session of a real agent, as it is without any of its settings, with a model that makes the given calls and a
 * person who says no to everything.
 */
export async function runAgent(session: AgentSession): Promise<readonly CallOutcome[]> {
  const { agent, policy, files = {} } = session
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-agent-')))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace, join(workspace, '.git'), join(root, 'tmp')]) mkdirSync(folder)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, text, { mode: 0o600 })
  }
  for (const [path, text] of Object.entries(files)) write(join(workspace, path), text)
  write(join(home, '.poundlock/poundlock.json'), JSON.stringify(policy))
  const placed = JSON.parse(JSON.stringify(session.calls).replaceAll('$WORKSPACE', workspace)) as ModelCall[]
  const server = await startModelServer(placed)
  const asked = new Set<number>()
  const place: SessionPlace = {
    root,
    home,
    workspace,
    url: server.url,
    mcpServer: [process.execPath, here('answering-server.mjs'), join(root, 'asked')],
  }
  try {
    RECORDED_AGENTS[agent].prepare(place)
    if (session.hook) await nameHook(agent, home, join(root, 'hooked'))
    const inherited = { PATH: process.env['PATH']!, HOME: home, TMPDIR: join(root, 'tmp'), LANG: 'C.UTF-8' }
    const env = {
      ...inherited,
      TERM: 'xterm-256color',
      // Claude Code lets root do everything only where that is said to be meant.
      IS_SANDBOX: '1',
      ...RECORDED_AGENTS[agent].environment(place),
      ...session.environment,
    }
    await START[agent]({ ...session, place, server, env, asked })
    const results = readResults(agent, server.talk.requests)
    const hooked = notesOf<HookNote>(join(root, 'hooked'))
    const taken = new Set<HookNote>()
    return placed.map((call, index): CallOutcome => {
      const note = hooked.find((one) => !taken.has(one) && isQuestionOf(one, call, index))
      if (note) taken.add(note)
      const result = results[index]
      return {
        became: asked.has(index) ? 'asked' : becameOf(result),
        answer: note ? readAnswer(agent, note) : null,
        told: result?.text ?? NO_RESULT,
      }
    })
  } finally {
    await server.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

const becameOf = (result: CallResult | undefined): Became => (result?.ran ? 'ran' : 'refused')

interface HookNote {
  readonly payload: { readonly tool_name: string; readonly tool_use_id?: string; readonly tool_input: object }
  readonly code: number
  readonly stdout: string
}

/** Gemini CLI names no call: its questions come in the order of the calls, and not for those that it refuses at once. */
function isQuestionOf({ payload }: HookNote, { tool, input }: ModelCall, index: number): boolean {
  if (payload.tool_use_id !== undefined) return payload.tool_use_id.endsWith(`recorded_${index + 1}`)
  return payload.tool_name === tool && Object.keys(input).every((key) => Object.hasOwn(payload.tool_input, key))
}

const notesOf = <Note>(file: string): Note[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Note)
    : []

/** As `poundlock hook AGENT --install` does; between the two stands a hook that writes down what is said. */
async function nameHook(agent: RealAgent, home: string, notes: string) {
  await execa(process.execPath, [LAUNCHER, 'hook', agent, '--install'], { env: { HOME: home } })
  const file = join(home, AGENT_FORMATS[agent].settings.file)
  const command = [process.execPath, here('noted-hook.mjs'), notes, LAUNCHER, 'hook', agent].join(' ')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/("command": )"[^"]*hook [a-z-]+"/, `$1${JSON.stringify(command)}`))
}

interface Started extends AgentSession {
  readonly place: SessionPlace
  readonly server: ModelServer
  readonly env: Readonly<Record<string, string>>
  /** The places of the calls that the person was asked about. */
  readonly asked: Set<number>
}

const run = async ({ program, place, env }: Started, args: readonly string[]) => {
  const options = { cwd: place.workspace, env, extendEnv: false, stdin: 'ignore', reject: false } as const
  await execa(program, args, { ...options, timeout: 240_000, forceKillAfterDelay: 1000 })
}

const START: Readonly<Record<RealAgent, (started: Started) => Promise<void>>> = {
  'claude-code': async (started) => {
    const { place, asked, args = [] } = started
    const servers = ['--mcp-config', join(place.root, 'mcp.json'), '--permission-prompt-tool', 'mcp__probe__approve']
    await run(started, ['-p', 'go', '--output-format', 'json', ...servers, ...args])
    for (const { tool_use_id: id } of notesOf<{ tool_use_id: string }>(join(place.root, 'asked'))) {
      asked.add(Number(/\d+$/.exec(id)![0]) - 1)
    }
  },
  // In `codex exec` nobody is asked; its app server asks the editor that started it.
  codex: async ({ program, place, server, env, asked, args = [] }) => {
    const peer = startLinePeer(
      [program, '-c', 'bypass_hook_trust=true', ...args, 'app-server'],
      { cwd: place.workspace, env },
      (method) => {
        asked.add(server.talk.requests.length - 1)
        return method.startsWith('mcpServer/') ? { action: 'decline', content: null } : { decision: 'decline' }
      },
    )
    try {
      await peer.request('initialize', { clientInfo: { name: 'test', title: 'test', version: '1.0.0' } })
      peer.notify('initialized')
      const settings = { model: 'gpt-5.5', approvalPolicy: 'untrusted', sandbox: 'workspace-write' }
      // By the time that a thread starts, trust in hooks is a matter of the session.
      const { thread } = await peer.request('thread/start', {
        ...settings,
        cwd: place.workspace,
        config: { bypass_hook_trust: true },
      })
      const ended = peer.notified('turn/completed')
      await peer.request('turn/start', {
        threadId: thread.id,
        input: [{ type: 'text', text: 'go', text_elements: [] }],
      })
      await ended
    } finally {
      await peer.close()
    }
  },
  // With nobody there, what it would ask about is refused; and tools that it would always ask about are not offered,
  // unless some call of theirs would pass. Its editor mode (--acp) asks no hook at all.
  gemini: async (started) => {
    const rules = started.calls.map(
      ({ tool }) =>
        `[[rule]]\ntoolName = "${tool}"\nargsPattern = "in no call of this test"\ndecision = "allow"\npriority = 100\n`,
    )
    const folder = join(started.place.home, '.gemini/policies')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'offered.toml'), [...new Set(rules)].join('\n'))
    await run({ ...started, env: { ...started.env, GEMINI_CLI_NO_RELAUNCH: 'true' } }, [
      '-p',
      'go',
      '-m',
      'gemini-2.5-pro',
      ...(started.args ?? []),
    ])
  },
}
