import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

/** What other processes were started with can be a password: only their names and their numbers need no rule. */
const ALLOWED = [
  'ps',
  'ps -e',
  'ps -A -o pid,comm',
  'ps -p 1 -o pid,ppid,stat,comm',
  'pgrep node',
  'pgrep -l -u root node',
]
const ASKED = [
  'ps aux',
  'ps -ef',
  'ps -fp 1',
  'ps -eo pid,args',
  'ps -eo pid,cmd',
  'ps -eo pid,command',
  'ps -o args= -p 1',
  'ps -e -o comm,args',
  'ps x',
  'ps ww',
  'ps -C node -o "$(cat columns)"',
  'pgrep -a node',
  'pgrep -f token=a',
  'pgrep -af node',
  'lsof -i :3000',
  'lsof -p 1',
  'top -b -n 1 -c',
  'htop',
  'w',
  'pstree -a',
  'systemctl status sshd',
  'systemctl show-environment',
  'cat /proc/1/cmdline',
  'cat /proc/self/../1/environ',
]

test('arguments of other processes are not shown without a rule', async () => {
  needsProgram('ps')
  needsProgram('pgrep')
  const scene = openScene()
  scene.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'write' } } })
  const rows = [...ALLOWED, ...ASKED].map((command) =>
    JSON.stringify({ id: command, tool: 'exec', input: { command } }),
  )
  const { lines } = await scene.run(['check', '--jsonl', '-'], { input: rows.join('\n') })
  const decided = new Map(lines().map(({ id, decision }) => [id, decision]))
  expect(ALLOWED.filter((command) => decided.get(command) !== 'allow')).toEqual([])
  expect(ASKED.filter((command) => decided.get(command) !== 'ask')).toEqual([])
})
