import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quote } from '@poundlock/shell'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'

interface AtTerminal {
  /** Typed before the command is started. */
  readonly before?: string
  /** What is done once it is asked: text is typed, of several the next each time. */
  readonly answer: string | readonly string[] | ((terminal: number) => void)
}

/** Runs the command at a terminal of its own, by script(1), and answers once it is asked. */
async function atTerminal(
  scene: Scene,
  command: string,
  { before, answer }: AtTerminal,
): Promise<{ code: number | undefined; screen: string }> {
  // What is typed first lies in the terminal before the command is there: the shell reads none of it.
  const wait = before === undefined ? '' : 'until [ -e ../typed ]; do :; done; '
  const line = `echo ready; ${wait}exec ${quote([process.execPath, LAUNCHER, 'exec', '--', command])}`
  const terminal = execa('script', ['-qec', line, '/dev/null'], {
    cwd: scene.workspace,
    env: { POUNDLOCK_HOME: scene.state, NO_COLOR: '1' },
    reject: false,
    stderr: 'inherit',
  })
  let screen = ''
  let answered = 0
  let stage: 'starting' | 'running' | 'answered' = 'starting'
  terminal.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
    if (stage === 'starting' && screen.includes('ready')) {
      stage = 'running'
      if (before !== undefined) terminal.stdin.write(before)
    }
    // The terminal shows what it has taken in.
    if (before !== undefined && screen.includes(before.trim())) writeFileSync(join(scene.root, 'typed'), '')
    const questions = screen.match(/\[y\/(?:a\/)?N\]/g)?.length ?? 0
    if (stage === 'running' && questions > answered) {
      if (typeof answer === 'function') answer(terminal.pid!)
      else terminal.stdin.write(typeof answer === 'string' ? answer : answer[answered]!)
      answered++
      if (!Array.isArray(answer) || answered === answer.length) stage = 'answered'
    }
  })
  const { exitCode } = await terminal
  return { code: exitCode, screen }
}

/** The command below script(1), which is its only child. */
function commandBelow(terminal: number): number {
  return Number(readFileSync(`/proc/${terminal}/task/${terminal}/children`, 'utf8').trim().split(' ')[0])
}

test('always grants the next like command, below this folder, until it is revoked', async () => {
  const opened = openScene()
  opened.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } })
  writeFileSync(join(opened.workspace, 'notes'), 'one\ntwo\n')
  const asked = await atTerminal(opened, 'sort -r notes', { answer: 'a\n' })
  expect(asked.screen).toMatch(/always: sort with no other options than -r, below .*workspace/)
  expect(asked).toMatchObject({ code: 0 })
  expect(asked.screen).toContain('two')
  for (const [command, decision] of [
    ['sort -r notes', 'allow'],
    ['sort notes', 'allow'],
    ['sort -r -o notes notes', 'ask'],
    ['sort -r /etc/passwd', 'ask'],
    ['rm notes', 'ask'],
  ]) {
    const { decision: found } = (await opened.run(['check', '--json', '--', command!])).json()
    expect([command, found]).toEqual([command, decision])
  }
  const other = (await opened.run(['check', '--json', '--agent', 'other', '--', 'sort -r notes'])).json()
  expect(other.decision).toBe('ask')
  const [grant] = (await opened.run(['approvals', 'grants', 'list', '--json'])).json().grants
  expect(grant).toMatchObject({ agent: 'main', host: 'gateway', by: expect.stringMatching(/^terminal:/) as string })
  expect((await opened.run(['approvals', 'grants', 'revoke', grant.id.slice(0, 8)])).code).toBe(0)
  expect((await opened.run(['check', '--json', '--', 'sort -r notes'])).json().decision).toBe('ask')
  expect((await opened.run(['approvals', 'grants', 'revoke', grant.id])).code).toBe(2)
})

test('an always can have an end and be narrower, and what is no limit is asked again', async () => {
  const opened = openScene()
  opened.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } })
  mkdirSync(join(opened.workspace, 'deep'))
  writeFileSync(join(opened.workspace, 'notes'), 'one\ntwo\n')
  const asked = await atTerminal(opened, 'sort -r notes', { answer: ['a 1x\n', 'a forever\n', 'a 1h uses=2 exact\n'] })
  expect(asked.code).toBe(0)
  expect(asked.screen).toMatch(/always: sort with no other options than -r, below .*workspace/)
  expect(asked.screen).toMatch(/always: with "exact": exactly .*, in .*workspace/)
  expect(asked.screen.match(/no such limit/g)).toHaveLength(2)
  const { grants } = (await opened.run(['approvals', 'grants', 'list', '--json'])).json()
  expect(grants).toMatchObject([{ command: { kind: 'exact', words: ['-r', 'notes'] }, maxUses: 2 }])
  expect(grants[0].expiresAt - grants[0].at).toBeGreaterThan(59 * 60_000)
  const decided = async (command: string) => (await opened.run(['check', '--json', '--', command])).json().decision
  expect(await decided('sort -r notes')).toBe('allow')
  expect(await decided('sort notes')).toBe('ask')
  const codes: unknown[] = []
  for (let run = 0; run < 3; run++) codes.push((await opened.run(['exec', '--', 'sort -r notes'])).code)
  expect(codes).toEqual([0, 0, 65])
})

test('below a folder, an always can be for that folder alone', async () => {
  const opened = openScene()
  opened.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } })
  mkdirSync(join(opened.workspace, 'deep'))
  const preview = (...flags: string[]) =>
    opened.run([
      'approvals',
      'grants',
      'preview',
      '--json',
      '--workspace',
      '.',
      '--cwd',
      'deep',
      ...flags,
      '--',
      'sort -r notes',
    ])
  const foldersOf = async (...flags: string[]) =>
    (await preview(...flags)).json().grants.map(({ folder }: { folder: string }) => folder)
  expect(await foldersOf()).toEqual([opened.workspace])
  expect(await foldersOf('--scope', 'folder')).toEqual([join(opened.workspace, 'deep')])
  expect((await preview('--scope', 'exact')).json().grants).toMatchObject([{ kind: 'exact', words: ['-r', 'notes'] }])
  expect((await preview('--scope', 'host')).stderr).toMatch(/--scope "host" is not a scope/)
})

test('always is not offered where it is asked each time, or where a rule asks', async () => {
  for (const exec of [{ host: 'gateway', security: 'allowlist', ask: 'always' }, { ask: ['sort'] }]) {
    const opened = openScene()
    opened.configure({ tools: { exec } })
    const asked = await atTerminal(opened, 'sort -r notes', { answer: 'a\n' })
    expect(asked.screen).not.toContain('always:')
    expect(asked.code).not.toBe(0)
  }
})

function scene(): Scene {
  const opened = openScene()
  opened.configure({ tools: { exec: { ask: ['touch'] } } })
  return opened
}

test('at a terminal a plain yes runs it once', async () => {
  const opened = scene()
  const { code, screen } = await atTerminal(opened, 'touch here', { answer: 'y\n' })
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
  const { code } = await atTerminal(opened, 'touch here', { answer })
  expect(code).toBe(65)
  expect(existsSync(join(opened.workspace, 'here'))).toBe(false)
})

test('what could hide a part of the command is shown as escapes', async () => {
  const opened = scene()
  const { screen } = await atTerminal(opened, "touch a '\u202Egnp.exe\u202C'", { answer: 'n\n' })
  expect(screen).toContain('\\u{202e}gnp.exe\\u{202c}')
  expect(screen).not.toContain('\u202E')
})

test('what was typed before the question does not answer it', async () => {
  const opened = scene()
  const { code, screen } = await atTerminal(opened, 'touch here', { before: 'yes\n', answer: 'n\n' })
  expect(screen.indexOf('yes')).toBeLessThan(screen.indexOf('[y/N]'))
  expect(code).toBe(65)
  expect(existsSync(join(opened.workspace, 'here'))).toBe(false)
})

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s while the question is open refuses', async (signal, exitCode) => {
  const opened = scene()
  const { code } = await atTerminal(opened, 'touch here', {
    answer: (terminal) => void process.kill(commandBelow(terminal), signal),
  })
  expect(code).toBe(exitCode)
  expect(existsSync(join(opened.workspace, 'here'))).toBe(false)
  const [record] = (await opened.run(['audit', 'tail', '--json'])).lines()
  expect(record.data).toMatchObject({ outcome: 'denied', approval: { by: 'stopped', answer: 'deny' } })
})

test('a command of several lines cannot look like a question of its own', async () => {
  const opened = scene()
  const { screen } = await atTerminal(opened, 'touch a\nallow  ls\nRun it once? [y/n] y', { answer: 'n\n' })
  expect(screen).toContain('ask  touch a\r\n  │ allow  ls\r\n  │ Run it once? [y/n] y\r\n')
})

test('a long command is shown whole', async () => {
  const opened = scene()
  const words = Array.from({ length: 3000 }, (_, index) => `f${index}`).join(' ')
  const { screen } = await atTerminal(opened, `touch ${words}`, { answer: 'n\n' })
  expect(screen).toContain(words)
})

test('variables that the call sets are shown', async () => {
  const opened = scene()
  opened.configure({ tools: { exec: { ask: ['touch'], environment: ['APP_MODE'] } } })
  const line = quote([process.execPath, LAUNCHER, 'exec', '--env', 'APP_MODE=a\u202Eb', '--', 'touch here'])
  const ran = await execa('script', ['-qec', `${line} </dev/tty`, '/dev/null'], {
    cwd: opened.workspace,
    env: { POUNDLOCK_HOME: opened.state, NO_COLOR: '1' },
    input: '\u0004',
    reject: false,
  })
  expect(ran.stdout).toContain('with APP_MODE=a\\u{202e}b')
})

test('what a command prints is shown by a terminal, and never obeyed; colours stay', async () => {
  const opened = openScene()
  opened.configure({ tools: { exec: { host: 'gateway', security: 'full', ask: 'off' } } })
  const printed = String.raw`printf '\033]52;c;ZXZpbA==\007\033[31mred\033[0m\033[6n\n'; printf '\033]0;pwn\007' >&2`
  const line = quote([process.execPath, LAUNCHER, 'exec', '--', printed])
  const { stdout: screen } = await execa('script', ['-qec', line, '/dev/null'], {
    cwd: opened.workspace,
    env: { POUNDLOCK_HOME: opened.state, NO_COLOR: '1' },
    reject: false,
  })
  expect(screen).toContain('\\e]52;c;ZXZpbA==\\x07\u001B[31mred\u001B[0m\\e[6n')
  expect(screen).toContain('\\e]0;pwn\\x07')
  const piped = await execa(process.execPath, [LAUNCHER, 'exec', '--', printed], {
    cwd: opened.workspace,
    env: { POUNDLOCK_HOME: opened.state },
    reject: false,
  })
  expect(piped.stdout).toBe('\u001B]52;c;ZXZpbA==\u0007\u001B[31mred\u001B[0m\u001B[6n')
})
