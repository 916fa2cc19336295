import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readProcessStat } from '@poundlock/state-files/node'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ProcessCommand, startProcess, supervise } from '../src/index.ts'
import { scriptOf, WAITING } from '../src/ready-shell.ts'
import { waitingShell } from './fixtures/waiting-shell.ts'
import { shell } from './sample-commands.ts'

const FIXTURE = fileURLToPath(new URL('fixtures/ready.ts', import.meta.url))
const isAlive = (pid: number): boolean => readProcessStat(pid)?.isZombie === false

async function until<Value>(find: () => Value | undefined): Promise<Value> {
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function run(command: ProcessCommand) {
  const handle = startProcess({ ...command, endsWithUs: true })
  return { pid: handle.pid, ...(await supervise(handle, { timeoutMs: 20_000 })) }
}

/** The shell that waits once this program was started twice. */
async function readyFor(file = '/bin/sh'): Promise<number> {
  const nothing = { file, args: ['-c', ':'], cwd: '/', env: {} }
  await run(nothing)
  await run(nothing)
  return until(() => waitingShell(process.pid))
}

/** Prints the number of its arguments, and each with its environment, as they are. */
const TELL = 'printf "%s\\0" "$#" "$PWD" "$@"; env -0'
const tell = (args: readonly string[], env: Readonly<Record<string, string>>, cwd = '/'): ProcessCommand => ({
  file: '/bin/sh',
  args: ['-c', TELL, 'sh', ...args],
  cwd,
  env: { PATH: '/usr/bin:/bin', ...env },
})
const mark = /POUNDLOCK_RUN=[0-9a-f-]+/

describe.runIf(process.platform === 'linux')('a shell that waits for a command', () => {
  test('becomes the next command, with the same number', async () => {
    const pid = await readyFor()
    const result = await run(shell('echo $$; echo problem >&2; exit 3'))
    expect(result).toMatchObject({ pid, stdout: `${pid}\n`, stderr: 'problem\n', exitCode: 3, reason: 'exit' })
  })

  test('hands over arguments, environment and folder as a direct start does', async () => {
    const folder = join(temporaryFolder(), `it's "$HOME" \`id\` \\ -P`)
    mkdirSync(folder)
    const text = fc.string({ unit: fc.constantFrom(...' \t\n\'"$`\\!#&*()-=;~a1{}[]<>|?%/'.split('')), maxLength: 12 })
    // The shell that tells them would itself look at PATH; "a.b" is no name to a shell.
    const known = fc.constantFrom('PWD', 'OLDPWD', 'OPTIND', 'IFS', '_', 'SHLVL', 'LINENO', 'PPID', 'ENV', 'PS4', 'a.b')
    const name = fc.oneof(
      known,
      fc.stringMatching(/^[A-Za-z_]{1,8}$/).filter((each) => each !== 'PATH'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 5 }),
        fc.dictionary(name, text, { maxKeys: 4 }),
        async (args, env) => {
          const command = tell(args, env, folder)
          const pid = await readyFor()
          const ready = await run(command)
          expect(ready.pid).toBe(pid)
          // One with a descriptor to write to is started directly.
          const direct = startProcess({ ...command, endsWithUs: true, stdin: 'pipe' })
          direct.stdin!.end()
          const expected = await supervise(direct)
          expect(ready.stdout.replace(mark, '')).toBe(expected.stdout.replace(mark, ''))
          expect(ready.exitCode).toBe(expected.exitCode)
        },
      ),
      { numRuns: 25 },
    )
  })

  test.each([
    ['bytes that shells read differently', tell(['Á\u{1F680}', '\u0001'], {})],
    ['more than is read quickly', tell(['x'.repeat(5000)], {})],
    ['another program', { file: '/bin/echo', args: ['x'], cwd: '/', env: {} }],
    ['a program without a path', { file: 'sh', args: ['-c', 'echo x'], cwd: '/', env: { PATH: '/bin' } }],
  ])('leaves %s to a direct start', async (_, command) => {
    const pid = await readyFor()
    const result = await run(command)
    expect(result).toMatchObject({ exitCode: 0, stderr: '' })
    expect(result.pid).not.toBe(pid)
    for (const arg of command.args.slice(3)) expect(result.stdout).toContain(arg)
  })

  test('leaves what cannot be started to a direct start, which says why', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'program')
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 })
    await readyFor(file)
    expect((await run({ ...shell(':'), file, cwd: join(folder, 'gone') })).error?.code).toBe('PROCESS_CWD')
    chmodSync(file, 0o644)
    expect((await run({ file, args: [], cwd: '/', env: {} })).error?.code).toBe('PROCESS_NOT_EXECUTABLE')
    rmSync(file)
    expect((await run({ file, args: [], cwd: '/', env: {} })).error?.code).toBe('PROCESS_NOT_FOUND')
  })

  test('is replaced by a direct start when it was killed', async () => {
    const pid = await readyFor()
    process.kill(pid, 'SIGKILL')
    await until(() => (isAlive(pid) ? undefined : true))
    const result = await run(shell('echo ran'))
    expect(result).toMatchObject({ stdout: 'ran\n', exitCode: 0 })
  })

  test('keeps no process alive, and ends with one that ends or is killed', async () => {
    for (const signal of [null, 'SIGKILL'] as const) {
      const child = spawn(process.execPath, [FIXTURE, signal ?? 'end'], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      const pid = Number(String(line))
      expect(pid).toBeGreaterThan(1)
      if (signal !== null) child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      expect(code).toBe(signal === null ? 0 : null)
      await until(() => (isAlive(pid) ? undefined : true))
    }
  })
})

test.runIf(process.platform === 'linux')('a script without its end runs nothing', async () => {
  const whole = scriptOf({ ...shell('echo "ran\n}\n"; echo ran'), env: { A: '}\n' } })!
  const ran = async (script: string) => {
    const child = spawn('/bin/sh', WAITING, { stdio: ['pipe', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += String(data)))
    child.stdin.end(script)
    await once(child, 'close')
    return output
  }
  expect(await ran(whole)).toContain('ran')
  const cuts = Array.from({ length: whole.lastIndexOf('}') }, (_, length) => whole.slice(0, length))
  for (const cut of cuts.filter((text, length) => length % 7 === 0 || /\n.?$/.test(text))) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await ran(cut)).toBe('')
  }
})
