/**
 * Records what an agent asks its pre-tool hook, and whether it obeys what ours answers, in the fixtures of
 * `recorded.test.ts`. The agent is the real one, with a model that is none; nothing leaves this machine, and the agent
 * gets a home folder of its own. Not part of any test run, since agents are large:
 *
 *     npm install --prefix SOMEWHERE @anthropic-ai/claude-code    # or @openai/codex, @google/gemini-cli
 *     pnpm --filter @poundlock/cli build
 *     node apps/cli/test/hook/record/record-hooks.ts claude-code SOMEWHERE/node_modules/.bin/claude
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { AGENT_FORMATS } from '../../../src/hook/agent-format.ts'
import type { RealAgent } from '../real-agents.ts'
import { startModelServer, type ModelCall } from './model-server.ts'
import { RECORDED_AGENTS, type SessionPlace } from './recorded-agents.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const LAUNCHER = here('../../../dist/poundlock.cjs')
const [agent, program] = [process.argv[2] as RealAgent, resolve(process.argv[3] ?? '')]
if (!Object.hasOwn(RECORDED_AGENTS, agent) || !existsSync(program)) {
  throw new Error(`record-hooks.ts ${Object.keys(RECORDED_AGENTS).join('|')} PROGRAM: the program of the agent`)
}
const { prepare, args, environment, trust, shell, recorded } = RECORDED_AGENTS[agent]

/** With rules of which each answers one way. */
const POLICY = {
  tools: {
    exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow: ['touch allowed'], deny: ['touch denied'] },
  },
}

type Hook = 'none' | 'notes' | 'ours' | 'ours, nobody looked at it' | 'ours, with a broken policy' | 'gone'

interface Session {
  readonly place: SessionPlace
  readonly offered: readonly string[]
  readonly questions: readonly { folder: string; environment: object; payload: string }[]
  /** Files that the calls made. */
  readonly made: readonly string[]
}

/** One run of the agent, in an empty place. */
async function runSession(calls: readonly ModelCall[], hook: Hook, model?: string): Promise<Session> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'record-hooks-')))
  const [home, workspace, notes] = [join(root, 'home'), join(root, 'workspace'), join(root, 'notes')]
  for (const folder of [home, workspace, join(workspace, '.git')]) mkdirSync(folder)
  writeFileSync(join(workspace, 'a.txt'), 'hello\n')
  const server = await startModelServer(
    JSON.parse(JSON.stringify(calls).replaceAll('$WORKSPACE', workspace)) as ModelCall[],
  )
  const place: SessionPlace = {
    root,
    home,
    workspace,
    url: server.url,
    mcpServer: [process.execPath, here('mcp-server.mjs')],
  }
  const inherited = { PATH: process.env['PATH'], HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' }
  try {
    prepare(place)
    await install(hook, home, notes)
    await execa(program, [...args(place, model), ...(hook === 'ours, nobody looked at it' ? [] : trust)], {
      cwd: workspace,
      env: { ...inherited, ...environment(place) },
      extendEnv: false,
      stdin: 'ignore',
      reject: false,
      timeout: 240_000,
      forceKillAfterDelay: 1000,
    })
    const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []
    return {
      place,
      offered: [...server.talk.offered],
      questions: lines.map((line) => JSON.parse(line)),
      made: readdirSync(workspace).filter((name) => ['allowed', 'asked', 'denied'].includes(name)),
    }
  } finally {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Names a hook in the agent's settings: ours by our own installer. */
async function install(hook: Hook, home: string, notes: string) {
  if (hook === 'none') return
  const ours = ['hook', agent, '--install']
  await execa(process.execPath, [LAUNCHER, ...ours], { env: { HOME: home } })
  const state = join(home, '.poundlock')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  const policy = hook === 'ours, with a broken policy' ? '{ "mode": "yolo" }' : JSON.stringify(POLICY)
  writeFileSync(join(state, 'poundlock.json'), policy, { mode: 0o600 })
  if (hook !== 'notes' && hook !== 'gone') return
  const file = join(home, AGENT_FORMATS[agent].settings.file)
  const text = readFileSync(file, 'utf8')
  const command = hook === 'gone' ? join(home, 'gone') : [process.execPath, here('note-question.mjs'), notes].join(' ')
  writeFileSync(file, text.replace(/("command": )"[^"]*hook [a-z-]+"/, `$1${JSON.stringify(command)}`))
}

/** Machine paths, times and random names as words that stay the same. */
function normalised(text: string, { root, home, workspace, mcpServer: [node, server] }: SessionPlace): string {
  const known = new Map<string, string>()
  const named = (id: string) => {
    if (!known.has(id)) known.set(id, `00000000-0000-4000-8000-${String(known.size + 1).padStart(12, '0')}`)
    return known.get(id)!
  }
  return [
    [workspace, '$CWD'],
    [workspace.replaceAll(/[^a-zA-Z0-9]/g, '-'), '-CWD'],
    [home, '/home/u'],
    [root, '/tmp/session'],
    [server!, '/opt/mcp-server.mjs'],
    [node!, '/usr/bin/node'],
  ]
    .reduce((so, [from, to]) => so.replaceAll(from!, to!), text)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d(?:[:-]\d\d)?(?:\.\d+Z)?/g, '2026-01-01T00-00-00')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, named)
    .replaceAll(/(?<=T00-00-00-?)[0-9a-f]{8}(?=\.)/g, '00000000')
    .replaceAll(/\d{4}\/\d\d\/\d\d/g, '2026/01/01')
}

const questions: object[] = []
const unasked: object[] = []
const offered = new Set<string>()
for (const { expect, calls, model } of recorded) {
  const session = await runSession(calls, 'notes', model)
  for (const name of session.offered) offered.add(name)
  const call = calls.at(-1)!
  if (session.questions.length < calls.length) {
    const { namespace } = call.input as { namespace?: string }
    const isOffered = [call.tool, namespace ?? call.tool].every((name) => session.offered.includes(name))
    if (isOffered) unasked.push(call)
    continue
  }
  const { payload, ...rest } = session.questions[calls.length - 1]!
  questions.push(
    JSON.parse(normalised(JSON.stringify({ expect, ...rest, payload: JSON.parse(payload) }), session.place)),
  )
}

const obeyed: Record<string, readonly string[]> = {}
for (const hook of ['none', 'ours', 'ours, nobody looked at it', 'ours, with a broken policy', 'gone'] as const) {
  const { made } = await runSession(
    ['denied', 'asked', 'allowed'].map((name) => shell(`touch ${name}`)),
    hook,
  )
  obeyed[hook] = made
}

const { stdout } = await execa(program, ['--version'], { env: { HOME: tmpdir() } })
const version = /\d+(?:\.\d+)+/.exec(stdout)![0]
const file = here(`../../fixtures/hooks/recorded/${agent}-${version}.json`)
mkdirSync(here('../../fixtures/hooks/recorded'), { recursive: true })
const recording = { agent, version, recorded: new Date().toISOString().slice(0, 10), offered: [...offered].toSorted() }
writeFileSync(file, `${JSON.stringify({ ...recording, obeyed, unasked, questions }, null, 2)}\n`)
process.stdout.write(`${file}\n${JSON.stringify(obeyed, null, 2)}\nnot asked: ${JSON.stringify(unasked)}\n`)
