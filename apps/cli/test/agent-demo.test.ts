import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { quote } from '@poundlock/shell'
import { serveModel } from '@poundlock/tooling/model-server'
import { needsProgram } from '@poundlock/tooling/programs'
import { execa } from 'execa'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordTerminal } from './fixtures/terminal-recording.ts'
import { LAUNCHER, openScene } from './poundlock.ts'

/** What the model of the demonstration says. */
const SCRIPT = [
  {
    text: 'I look at the code and run its test.',
    calls: [
      ['read_file', { path: 'sum.sh' }],
      ['exec', { command: 'sh test.sh' }],
    ],
  },
  { calls: [['edit_file', { path: 'sum.sh', old_string: '$1 - $2', new_string: '$1 + $2' }]] },
  { calls: [['exec', { command: 'sh test.sh' }]] },
  { text: 'I note it in the news.', calls: [['write_file', { path: '../NEWS', content: 'sum.sh adds again\n' }]] },
  { text: 'It adds now: sum.sh subtracted.' },
] as const

/**
 * `POUNDLOCK_RECORD=FILE` keeps what the terminal shows: docs/agent-demo.cast is made with it.
 */
test('the demonstration: a failing project is fixed in the sandbox, and a write outside of it is approved from another terminal', async () => {
  needsProgram('script')
  const scene = openScene()
  writeFileSync(join(scene.workspace, 'sum.sh'), 'echo $(($1 - $2))\n')
  const check = '[ "$(sh sum.sh 2 3)" = 5 ] && echo passed || { echo failed; exit 1; }\n'
  writeFileSync(join(scene.workspace, 'test.sh'), check)
  const { flags } = await serveModel(SCRIPT)
  const recording = recordTerminal(scene.root)
  const prompt = 'fix the failing test'
  recording.add(`$ poundlock agent run --model compatible:scripted "${prompt}"\r\n`)
  const line = quote([process.execPath, LAUNCHER, 'agent', 'run', ...flags, prompt])
  const terminal = execa('script', ['-qec', `stty cols 110 rows 40; exec ${line}`, '/dev/null'], {
    cwd: scene.workspace,
    env: { POUNDLOCK_HOME: scene.state, SHELL: '/bin/sh' },
    reject: false,
  })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  terminal.stdout.on('data', (chunk: Buffer) => recording.add(chunk.toString()))

  const { id } = await vi.waitFor(
    async () => {
      const { requests } = (await scene.run(['approvals', 'pending', '--json'])).json()
      expect(requests, recording.screen).toHaveLength(1)
      return requests[0] as { id: string }
    },
    { timeout: 30_000, interval: 300 },
  )
  await vi.waitFor(() => expect(recording.screen).toContain('[y/N]'), { timeout: 60_000 })
  recording.add(`\r\n\r\n  (another terminal) $ poundlock approvals resolve ${id.slice(0, 8)} allow-once\r\n`)
  const answered = await scene.run(['approvals', 'resolve', id, 'allow-once'])
  expect(answered.code).toBe(0)
  const { exitCode } = await terminal
  const screen = stripVTControlCharacters(recording.screen)
  expect(exitCode, screen).toBe(0)
  expect(screen).toMatch(/failed[^]*passed[^]*\[y\/N\][^]*allow-once[^]*It adds now/)
  expect(readFileSync(join(scene.workspace, 'sum.sh'), 'utf8')).toBe('echo $(($1 + $2))\n')
  expect(readFileSync(join(scene.root, 'NEWS'), 'utf8')).toBe('sum.sh adds again\n')
  const file = process.env['POUNDLOCK_RECORD']
  if (file !== undefined) recording.save(file, 'poundlock agent run: a failing test is fixed')
})
