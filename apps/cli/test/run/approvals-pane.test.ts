import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProcessStat } from '@poundlock/state-files/node'
import { findProgram, needsProgram } from '@poundlock/tooling/programs'
import { execa } from 'execa'
import { expect, onTestFinished, test, vi } from 'vitest'
import { terminalNotification } from '../../src/run/notification.ts'
import { LAUNCHER, openScene } from '../poundlock.ts'

/** An agent that asks the guarded tools to run one command, says how that ended, and waits for a key. */
const AGENT = `
const { writeFileSync } = require('node:fs')
const headers = { authorization: 'Bearer ' + process.env.POUNDLOCK_RUN_TOKEN, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const post = (body) => fetch(process.env.POUNDLOCK_MCP_URL, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...body }) })
const main = async () => {
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  headers['mcp-session-id'] = (await post({ id: 1, method: 'initialize', params: client })).headers.get('mcp-session-id')
  await post({ method: 'notifications/initialized' })
  const call = { name: 'exec', arguments: { command: 'cp a.txt made.txt' } }
  console.log('the agent asks')
  await (await post({ id: 2, method: 'tools/call', params: call })).text()
  console.log('the agent is done')
  process.stdin.once('data', () => process.exit(0))
}
main().catch((error) => { console.log(error); setTimeout(() => {}, 60000) })
`

/** A terminal multiplexer of its own, in which the agent runs. */
async function openTmux() {
  needsProgram('tmux')
  const scene = openScene()
  const bin = join(scene.root, 'bin')
  mkdirSync(bin)
  const home = join(scene.root, 'home')
  mkdirSync(home)
  writeFileSync(join(bin, 'asker'), `#!${process.execPath}\n${AGENT}`, { mode: 0o755 })
  scene.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } })
  writeFileSync(join(scene.workspace, 'a.txt'), 'written\n')
  const socket = join(scene.root, 'tmux.sock')
  const env = {
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    POUNDLOCK_HOME: scene.state,
    PATH: `${bin}:${process.env['PATH']!}`,
    TERM: 'xterm-256color',
    NO_COLOR: '1',
  }
  const tmux = async (...args: readonly string[]) => {
    const { stdout, stderr } = await execa(findProgram('tmux')!, ['-S', socket, '-f', '/dev/null', ...args], {
      cwd: scene.workspace,
      env,
      extendEnv: false,
      reject: false,
    })
    return `${stdout}${stderr}`
  }
  onTestFinished(async () => void (await tmux('kill-server')))
  await tmux('new-session', '-d', '-x', '120', '-y', '50', '--', process.execPath, LAUNCHER, 'run', 'asker')
  const panes = async () => (await tmux('list-panes', '-a', '-F', '#{pane_id} #{pane_pid}')).split('\n').filter(Boolean)
  const shown = (pane: string) => tmux('capture-pane', '-p', '-t', pane)
  const waitFor = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 60_000, interval: 250 })
  await waitFor(async () => expect(await panes()).toHaveLength(2))
  const [agent = '', watch = ''] = (await panes()).map((line) => line.split(' ')[0]!)
  await waitFor(async () => expect(await shown(watch)).toContain('cp a.txt made.txt'))
  return { ...scene, tmux, panes, shown, waitFor, agent, watch }
}

/** What /proc says of the processes that still run: a zombie has ended. */
function stillRunning(pids: readonly string[]): string[] {
  const stats = pids.map((pid) => (readProcessStat(Number(pid))?.isZombie === false ? `${pid} ${stateOf(pid)}` : ''))
  return stats.filter(Boolean)
}

function stateOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8').split('\n').slice(0, 7).join(', ')
  } catch {
    return 'gone meanwhile'
  }
}

test(
  'inside tmux a pane beside the agent shows requests, takes the answer, and goes with the agent',
  { timeout: 180_000 },
  async () => {
    const { tmux, panes, shown, waitFor, agent, watch, workspace } = await openTmux()
    const made = join(workspace, 'made.txt')
    expect(existsSync(made), 'before the answer').toBe(false)
    expect(await shown(agent)).toContain('the agent asks')
    await tmux('send-keys', '-t', watch, 'y', 'Enter')
    await waitFor(async () => expect(await shown(agent)).toContain('the agent is done'))
    expect(readFileSync(made, 'utf8')).toBe('written\n')
    const pids = (await panes()).map((line) => line.split(' ')[1]!)
    await tmux('send-keys', '-t', agent, 'x', 'Enter')
    await waitFor(async () => {
      expect(await panes()).not.toContainEqual(expect.stringContaining('%'))
      expect(stillRunning(pids)).toEqual([])
    })
  },
)

test('a run that is killed leaves no pane', { timeout: 180_000 }, async () => {
  const { panes, waitFor } = await openTmux()
  const [run = '', watch = ''] = (await panes()).map((line) => line.split(' ')[1]!)
  process.kill(Number(run), 'SIGKILL')
  await waitFor(async () => expect(stillRunning([run, watch])).toEqual([]))
})

test('a terminal is sent its own kind of notification, and no sign of the text ends it', () => {
  const escape = '\u001B'
  const text = `rm;x${escape}]0;y\u0007`
  const sent = (env: Record<string, string>) => terminalNotification(text, env)
  expect(sent({ TERM_PROGRAM: 'iTerm.app' })).toMatch(/^\u001B\]9;Poundlock: rm,x/)
  expect(sent({ TERM: 'foot' })).toMatch(/^\u001B\]777;notify;Poundlock;rm,x/)
  for (const env of [{ TERM: 'xterm-kitty' }, { TERM: 'rxvt-unicode-256color' }]) {
    const inner = sent(env)!.slice(1, -1)
    expect(Buffer.from(inner).filter((byte) => byte < 0x20)).toHaveLength(0)
  }
  expect(sent({ TERM: 'xterm-256color' })).toBeNull()
  expect(sent({ TERM: 'linux', TERM_PROGRAM: 'Apple_Terminal' })).toBeNull()
})
