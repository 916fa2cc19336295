import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'

/** Runs the command at a terminal of its own, by script(1), and types an answer once it is asked. */
async function atTerminal(
  scene: Scene,
  command: string,
  answer: string,
): Promise<{ code: number | undefined; screen: string }> {
  const line = [process.execPath, LAUNCHER, 'exec', '--', command]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(' ')
  const terminal = execa('script', ['-qec', line, '/dev/null'], {
    cwd: scene.workspace,
    env: { POUNDLOCK_HOME: scene.state, NO_COLOR: '1' },
    reject: false,
    stderr: 'inherit',
  })
  let screen = ''
  let answered = false
  terminal.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
    if (!answered && screen.includes('[y/N]')) {
      answered = true
      terminal.stdin.write(answer)
    }
  })
  const { exitCode } = await terminal
  return { code: exitCode, screen }
}

function scene(): Scene {
  const opened = openScene()
  opened.configure({ tools: { exec: { ask: ['touch'] } } })
  return opened
}

test('at a terminal a plain yes runs it once', async () => {
  const opened = scene()
  const { code, screen } = await atTerminal(opened, 'touch here', 'y\n')
  expect(screen).toContain('touch here')
  expect(code).toBe(0)
  expect(existsSync(join(opened.workspace, 'here'))).toBe(true)
  const records = (await opened.run(['audit', 'tail', '--json'])).lines()
  expect(records[0].data).toMatchObject({
    decision: 'ask',
    outcome: 'allowed',
    approval: { kind: 'person', answer: 'allow-once' },
  })
})

test.each([
  ['nothing', '\n'],
  ['no', 'n\n'],
  ['the end of the input', '\u0004'],
  ['an interrupt', '\u0003'],
  ['anything else', 'yep\n'],
])('at a terminal %s refuses', async (_what, answer) => {
  const opened = scene()
  const { code } = await atTerminal(opened, 'touch here', answer)
  expect(code).toBe(65)
  expect(existsSync(join(opened.workspace, 'here'))).toBe(false)
})

test('what could hide a part of the command is shown as escapes', async () => {
  const opened = scene()
  const { screen } = await atTerminal(opened, "touch a '\u202Egnp.exe\u202C'", 'n\n')
  expect(screen).toContain('\\u{202e}gnp.exe\\u{202c}')
  expect(screen).not.toContain('\u202E')
})
