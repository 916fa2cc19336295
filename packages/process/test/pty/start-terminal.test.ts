import { expect, test, vi } from 'vitest'
import { startTerminal, supervise } from '../../src/index.ts'

const command = (script: string) => ({
  file: '/bin/sh',
  args: ['-c', script],
  cwd: '/',
  env: { PATH: '/usr/bin:/bin' },
})

test('a command has a terminal of the size it was given, and may be given another', async () => {
  const terminal = await startTerminal(command('stty size; read go; stty size; [ -t 0 ] && [ -t 1 ] && echo "$TERM"'), {
    columns: 100,
    rows: 40,
  })
  const seen: string[] = []
  let asked = false
  const result = await supervise(terminal, {
    onOutput({ text }) {
      seen.push(text)
      if (asked || !seen.join('').startsWith('40 100')) return
      asked = true
      terminal.resize(20, 10)
      terminal.stdin?.write('go\r')
    },
  })
  expect(result.stdout.replaceAll('\r', '').split('\n').filter(Boolean)).toEqual([
    '40 100',
    'go',
    '10 20',
    'xterm-256color',
  ])
  expect(result).toMatchObject({ exitCode: 0, reason: 'exit' })
})

test('nothing of this process’s environment passes', async () => {
  const { stdout } = await supervise(await startTerminal(command('env')))
  const names = stdout
    .split(/\r?\n/)
    .map((line) => line.split('=')[0])
    .filter(Boolean)
  expect(names).toEqual(expect.arrayContaining(['PATH', 'TERM']))
  expect(
    names.filter((name) => !['PATH', 'TERM', 'PWD', 'OLDPWD', 'SHLVL', '_', 'COLUMNS', 'LINES'].includes(name!)),
  ).toEqual([])
})

test('what a reader does not take holds the command back, and nothing is lost', async () => {
  const { stdout } = await supervise(await startTerminal(command('seq 1 400000 | tail -c 2000000')), {
    maxOutputCharacters: 10_000_000,
  })
  const lines = stdout.split('\r\n').filter(Boolean)
  expect(lines.at(-1)).toBe('400000')
  expect(lines.length).toBeGreaterThan(200_000)
})

test('keys end it, a signal ends it, and a time-out ends what does not want to', async () => {
  const interrupted = await startTerminal(command('echo ready; exec cat'))
  const result = await supervise(interrupted, {
    onOutput: ({ text }) => text.includes('ready') && interrupted.stdin?.write('\u0003'),
  })
  expect(result).toMatchObject({ signal: 'SIGINT', reason: 'signal' })
  const stubborn = await startTerminal(command("trap '' HUP TERM INT; while :; do sleep 1000; done"))
  expect(await supervise(stubborn, { timeoutMs: 100, killGraceMs: 100 })).toMatchObject({ reason: 'timeout' })
})

test('what cannot be started says why', async () => {
  await expect(startTerminal({ ...command(''), file: '/does/not/exist' })).rejects.toMatchObject({
    code: 'PROCESS_NOT_FOUND',
  })
  await expect(startTerminal({ ...command(''), file: 'sh' })).resolves.toMatchObject({ stderr: null })
  await expect(startTerminal({ ...command(''), file: '/etc/passwd' })).rejects.toMatchObject({
    code: 'PROCESS_NOT_EXECUTABLE',
  })
  await expect(startTerminal({ ...command(''), cwd: '/does/not/exist' })).rejects.toMatchObject({ code: 'PROCESS_CWD' })
  await expect(startTerminal({ ...command('x\0y') })).rejects.toMatchObject({ code: 'PROCESS_INVALID_COMMAND' })
})

test('what is typed and not read waits, and holds nothing else up', async () => {
  const terminal = await startTerminal(command('stty raw -echo; echo ready; read go; head -c 300000 | wc -c'))
  const seen: string[] = []
  const running = supervise(terminal, { onOutput: ({ text }) => void seen.push(text) })
  await vi.waitFor(() => expect(seen.join('')).toContain('ready'), 30_000)
  terminal.stdin?.write(Buffer.alloc(300_000, 'x'))
  expect(terminal.stdin?.writableLength).toBeGreaterThan(0)
  terminal.stdin?.write('\n')
  terminal.stdin?.write(Buffer.alloc(300_000, 'y'))
  expect((await running).stdout).toContain('300000')
  terminal.stdin?.write('nobody is there any more')
  expect(terminal.stdin?.writableLength).toBe(0)
})

test('the end of its input reaches a program in the middle of a line, too', async () => {
  const terminal = await startTerminal(command('cat >/dev/null; echo over'))
  terminal.stdin?.write('no line')
  terminal.stdin?.end()
  expect((await supervise(terminal, { timeoutMs: 30_000 })).stdout).toMatch(/over\r\n$/)
})
