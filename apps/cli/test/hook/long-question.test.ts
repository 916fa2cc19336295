import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, createWriteStream, openSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { LAUNCHER, openScene } from '../poundlock.ts'

const LENGTH = 4_000_000

test('a question is read to its end from a pipe that does not wait for its writer', async () => {
  const scene = openScene()
  const fifo = join(scene.root, 'question')
  expect(spawnSync('mkfifo', [fifo]).status).toBe(0)
  const reading = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK)
  const writing = openSync(fifo, 'w')
  const child = spawn(process.execPath, [LAUNCHER, 'hook', 'claude-code'], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state },
    stdio: [reading, 'pipe', 'pipe'],
  })
  closeSync(reading)
  const question = createWriteStream(fifo, { fd: writing })
  question.end(
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_input: { file_path: '.git/config', content: 'x'.repeat(LENGTH) },
      cwd: scene.workspace,
      tool_name: 'Write',
    }),
  )
  const [answer, complaint, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  expect(complaint).toBe('')
  expect(code).toBe(0)
  expect(JSON.parse(answer).hookSpecificOutput).toMatchObject({ permissionDecision: 'ask' })
})

test('an answer that cannot be written blocks', async () => {
  const scene = openScene()
  scene.configure({ mode: 'allow', tools: { exec: { deny: ['rm'] } } })
  const full = openSync('/dev/full', 'w')
  const { status } = spawnSync(process.execPath, [LAUNCHER, 'hook', 'claude-code'], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state },
    stdio: ['pipe', full, 'ignore'],
    input: JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_input: { command: 'rm -r src' },
      cwd: scene.workspace,
      tool_name: 'Bash',
    }),
  })
  closeSync(full)
  expect(status).toBe(2)
})
