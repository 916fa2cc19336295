/**
 * Records what a client says to `poundlock mcp serve`, set up as `docs/mcp-serve.md` shows it, in the fixtures of
 * `recorded-clients.test.ts`. The client is the real one, with a model that is none; nothing leaves this machine, and the
 * client gets a home folder of its own. Not part of any test run, since clients are large:
 *
 *     npm install --prefix SOMEWHERE @anthropic-ai/claude-code    # or @openai/codex, @google/gemini-cli
 *     pnpm --filter @poundlock/cli build
 *     node apps/cli/test/mcp-clients/record/record-clients.ts claude-code SOMEWHERE/node_modules/.bin/claude [--handshake]
 *
 * With `--handshake`, a client that can do without one does not find out that the server can, too.
 */
import {
  chmodSync,
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
import { startModelServer } from '../../hook/record/model-server.ts'
import { CALLS, POLICY, RECORDED_CLIENTS, type RecordedClientName } from './recorded-clients.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const LAUNCHER = here('../../../dist/poundlock.cjs')
const [name, program] = [process.argv[2] as RecordedClientName, resolve(process.argv[3] ?? '')]
if (!Object.hasOwn(RECORDED_CLIENTS, name) || !existsSync(program)) {
  throw new Error(`record-clients.ts ${Object.keys(RECORDED_CLIENTS).join('|')} PROGRAM: the program of the client`)
}
const client = RECORDED_CLIENTS[name]

const root = realpathSync(mkdtempSync(join(tmpdir(), 'record-clients-')))
const [home, workspace, notes, bin] = ['home', 'workspace', 'notes', 'bin'].map((part) => join(root, part)) as [
  string,
  string,
  string,
  string,
]
for (const folder of [home, workspace, bin, join(home, '.poundlock')]) mkdirSync(folder, { mode: 0o700 })
writeFileSync(join(home, '.poundlock/poundlock.json'), JSON.stringify(POLICY), { mode: 0o600 })
writeFileSync(join(workspace, 'a.txt'), 'hello\n')
const hasHandshake = process.argv[4] === '--handshake'
const words = [
  'env',
  `HANDSHAKE=${Number(hasHandshake)}`,
  process.execPath,
  here('note-messages.mjs'),
  notes,
  process.execPath,
  LAUNCHER,
]
writeFileSync(join(bin, 'poundlock'), `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`)
chmodSync(join(bin, 'poundlock'), 0o755)

const calls = [...CALLS.map(([tool, input]) => client.call(tool, input)), ...client.own]
const server = await startModelServer(JSON.parse(JSON.stringify(calls).replaceAll('$WORKSPACE', workspace)))
const PLACE = { home, workspace, url: server.url }
const options = {
  cwd: workspace,
  env: {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    ...client.environment(PLACE),
  },
  extendEnv: false,
  stdin: 'ignore',
  reject: false,
  timeout: 400_000,
  forceKillAfterDelay: 1000,
} as const

/** Machine paths, times and random names as words that stay the same. */
function normalised(text: string): string {
  const known = new Map<string, string>()
  const named = (id: string) => {
    if (!known.has(id)) known.set(id, `00000000-0000-4000-8000-${String(known.size + 1).padStart(12, '0')}`)
    return known.get(id)!
  }
  return text
    .replaceAll(workspace, '$CWD')
    .replaceAll(home, '/home/u')
    .replaceAll(root, '/tmp/session')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, named)
    .replaceAll(/toolu_\w+/g, 'toolu_recorded')
    .replaceAll(/request [0-9a-f]{8}/g, 'request 00000000')
}

try {
  client.prepare(PLACE)
  for (const args of client.commands) await execa(program, args, { ...options, reject: true })
  const { stdout, stderr } = await execa(program, client.args, options)
  const { stdout: about } = await execa(program, ['--version'], { env: { HOME: home } })
  const messages = (existsSync(notes) ? readFileSync(notes, 'utf8') : '').split('\n').filter(Boolean)
  if (messages.length === 0) throw new Error(`it did not start the server:\n${stdout}\n${stderr}`)
  const version = /\d+(?:\.\d+)+/.exec(about)![0]
  const recording = {
    client: name,
    version,
    recorded: new Date().toISOString().slice(0, 10),
    offered: [...server.talk.offered].toSorted(),
    made: readdirSync(workspace).filter((file) => ['allowed', 'denied', 'asked', 'own'].includes(file)),
    // The list of tools is ours, and long.
    messages: messages
      .map((line) => JSON.parse(normalised(line)) as { from: string; message: { result?: { tools?: unknown } } })
      .filter(({ message }) => message.result?.tools === undefined),
  }
  const folder = here('../../fixtures/mcp-clients/')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, `${name}-${version}${hasHandshake ? '-handshake' : ''}.json`),
    `${JSON.stringify(recording, null, 2)}\n`,
  )
  process.stdout.write(`${name} ${version}: ${recording.made.join(' ')}\n`)
} finally {
  await server.close()
  rmSync(root, { recursive: true, force: true })
}
