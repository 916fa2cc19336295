import { chmodSync, closeSync, openSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PoundlockError } from '@poundlock/spec'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { type ProcessCommand, ProcessError, runProcess, startProcess } from '../src/index.ts'
import { fixture, shell } from './sample-commands.ts'

describe('startProcess', () => {
  test('hands out a running process: its number, its streams, its end', async () => {
    const handle = startProcess({ ...shell('read line; echo "got $line"; echo problem >&2; exit 3'), stdin: 'pipe' })
    expect(handle.pid).toBeGreaterThan(1)
    handle.stdin?.write('in')
    handle.stdin?.end('put\n')
    expect(await handle.exited).toEqual({ code: 3, signal: null })
    expect(await textOf(handle.stdout)).toBe('got input\n')
    expect(await textOf(handle.stderr)).toBe('problem\n')
    handle.kill()
  })

  test('keeps output for a reader who comes late, and holds the command up meanwhile', async () => {
    const handle = startProcess(shell('i=0; while [ $i -lt 20000 ]; do echo "line $i"; i=$((i+1)); done'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    const text = await textOf(handle.stdout)
    expect(text.split('\n').length).toBe(20_001)
    expect(await handle.exited).toEqual({ code: 0, signal: null })
  })

  test('says by which signal a process ended', async () => {
    expect(await startProcess(shell('kill -SEGV $$')).exited).toEqual({ code: null, signal: 'SIGSEGV' })
  })

  test('passes exactly the environment that it is given, also under coverage', async () => {
    process.env['NODE_V8_COVERAGE'] ??= ''
    process.env['POUNDLOCK_SECRET'] = 'secret'
    const env = { B: '2', A: 'ä\n=', EMPTY: '' }
    const { stdout } = await runProcess({ file: '/usr/bin/env', args: ['-0'], cwd: '/', env })
    expect(stdout.split('\0').toSorted()).toEqual(['', 'A=ä\n=', 'B=2', 'EMPTY='])
    expect((await runProcess({ file: '/usr/bin/env', args: [], cwd: '/', env: {} })).stdout).toBe('')
  })

  test('passes arguments as they are', async () => {
    const args = ['', ' ', '$HOME', '`id`', '\'"\\', '*', '-n', 'ä\n\u{1F680}']
    const { stdout } = await runProcess({ file: '/usr/bin/printf', args: ['%s\\0', ...args], cwd: '/', env: {} })
    expect(stdout.split('\0').slice(0, -1)).toEqual(args)
  })

  test('looks a bare name up in the PATH that it passes, not in its own', async () => {
    const folder = temporaryFolder()
    const program = join(folder, 'only-here')
    writeFileSync(program, '#!/bin/sh\necho found\n', { mode: 0o755 })
    const command = { file: 'only-here', args: [], cwd: '/' }
    expect(await runProcess({ ...command, env: { PATH: folder } })).toMatchObject({ stdout: 'found\n' })
    expect(await runProcess({ ...command, env: { PATH: '/nowhere' } })).toMatchObject({ exitCode: 127 })
    expect(await runProcess({ file: 'only-here', args: [], cwd: folder, env: {} })).toMatchObject({ exitCode: 127 })
  })

  test('runs in a session and group of its own, in the folder it is given', async () => {
    const folder = temporaryFolder()
    const command = { ...shell('echo $$ $(ps -o pgid= -o sid= -p $$); pwd'), cwd: folder }
    const { stdout } = await runProcess(command)
    const [ids, cwd] = stdout.split('\n')
    expect(new Set(ids?.split(/ +/)).size).toBe(1)
    expect(cwd).toBe(folder)
  })

  test('gives an empty input when none is asked for', async () => {
    expect(await runProcess(shell('cat; echo end'))).toMatchObject({ stdout: 'end\n' })
  })

  test('hands none of its own descriptors on, and none of another command', async () => {
    const file = join(temporaryFolder(), 'open')
    const descriptor = openSync(file, 'w')
    const other = startProcess({ ...shell('cat'), stdin: 'pipe' })
    const { stdout } = await runProcess(shell('ls -l /proc/self/fd'))
    other.stdin?.end()
    closeSync(descriptor)
    expect(stdout).not.toContain(file)
    // Its two outputs; a third socket would be the other command's.
    expect(stdout.match(/socket:/g)).toHaveLength(2)
  })

  test('joins the command to its own output where that is asked for', async () => {
    const handle = startProcess({ ...shell('exit 0'), output: 'inherit' })
    expect([handle.stdin, handle.stdout, handle.stderr]).toEqual([null, null, null])
    expect(await handle.exited).toEqual({ code: 0, signal: null })
  })

  test('leaks no descriptors, however commands end', async () => {
    const descriptors = (): number => readdirSync('/proc/self/fd').length
    const commands: ProcessCommand[] = [
      shell('echo x'),
      shell('kill -9 $$'),
      { ...shell('true'), file: '/nowhere' },
      shell('setsid sleep 0.2 &'),
    ]
    await runProcess(shell('true'))
    const before = descriptors()
    for (let run = 0; run < 200; run += 20) {
      const runs = Array.from({ length: 20 }, async (_, index) => {
        const command = commands[index % commands.length] ?? shell('true')
        return runProcess(command, { input: 'x', drainGraceMs: 5 })
      })
      await Promise.all(runs)
    }
    // Node closes pipes in the turn after.
    for (let turn = 0; turn < 100 && descriptors() > before; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(descriptors()).toBeLessThanOrEqual(before)
  })

  test('dies with its parent', async () => {
    const result = await runProcess(fixture('parent.ts'))
    const pid = Number(result.stdout)
    expect(pid).toBeGreaterThan(1)
    const { readProcessStat } = await import('@poundlock/state-files/node')
    while (readProcessStat(pid)?.isZombie === false) await new Promise((resolve) => setTimeout(resolve, 2))
  })
})

describe('a command that cannot be started', () => {
  const fails = async (command: ProcessCommand, code: string, message: RegExp | string): Promise<void> => {
    const handle = startProcess(command)
    expect(handle.pid).toBeUndefined()
    const error = await handle.exited.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProcessError)
    expect(PoundlockError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string })
    expect((error as ProcessError).remedy).toMatch(/\w/)
    handle.kill()
    expect(await runProcess(command)).toMatchObject({ reason: 'spawn-failed', stdout: '', error: { code } })
  }
  const plain = { args: [], cwd: '/', env: {} }

  test('because there is no such program', async () => {
    await fails({ ...plain, file: '/no/such/program' }, 'PROCESS_NOT_FOUND', '"/no/such/program"')
    await fails({ ...plain, file: 'no-such-program' }, 'PROCESS_NOT_FOUND', 'on the PATH it was given')
    await fails({ ...plain, file: '/etc/passwd/program' }, 'PROCESS_NOT_FOUND', 'no program')
  })

  test('because it may not be executed, is a folder, or is no program', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'file')
    writeFileSync(file, 'text')
    await fails({ ...plain, file }, 'PROCESS_NOT_EXECUTABLE', 'EACCES')
    chmodSync(file, 0o755)
    await fails({ ...plain, file: folder }, 'PROCESS_NOT_EXECUTABLE', 'EACCES')
    writeFileSync(file, '#!/no/such/interpreter\n')
    await fails({ ...plain, file }, 'PROCESS_NOT_EXECUTABLE', 'interpreter')
    symlinkSync('loop', join(folder, 'loop'))
    await fails({ ...plain, file: join(folder, 'loop') }, 'PROCESS_FAILED', 'ELOOP')
  })

  test('but a text without #! is given to /bin/sh, as execvp(3) does', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'echo "read by a shell"', { mode: 0o755 })
    expect(await runProcess({ ...plain, file })).toMatchObject({ stdout: 'read by a shell\n' })
  })

  test('because its folder is missing, is none, or is relative', async () => {
    await fails({ ...plain, file: '/bin/true', cwd: '/no/such/folder' }, 'PROCESS_CWD', 'no such directory')
    await fails({ ...plain, file: '/bin/true', cwd: '/etc/passwd' }, 'PROCESS_CWD', 'not a directory')
    await fails({ ...plain, file: '/bin/true', cwd: 'relative' }, 'PROCESS_INVALID_COMMAND', 'not absolute')
  })

  test('because its arguments or environment are too large', async () => {
    const large = 'x'.repeat(3_000_000)
    await fails({ ...plain, file: '/bin/true', args: [large] }, 'PROCESS_TOO_LARGE', '/bin/true')
    await fails({ ...plain, file: '/bin/true', env: { LARGE: large } }, 'PROCESS_TOO_LARGE', '/bin/true')
  })

  test.each<[string, Partial<ProcessCommand>]>([
    ['no program', { file: '' }],
    ['NUL in its name', { file: '/bin/true\0' }],
    ['NUL in an argument', { args: ['a', 'b\0c'] }],
    ['NUL in its folder', { cwd: '/\0' }],
    ['NUL in a value', { env: { A: '\0' } }],
    ['NUL in a name', { env: { 'A\0': '' } }],
    ['a name with =', { env: { 'A=B': '' } }],
    ['an empty name', { env: { '': '' } }],
  ])('because it holds %s', async (_, part) => {
    await fails({ ...plain, file: '/bin/true', ...part }, 'PROCESS_INVALID_COMMAND', /\w/)
  })

  test('is described as a shell would', async () => {
    expect(await runProcess({ ...plain, file: '/no/such' })).toMatchObject({
      exitCode: 127,
      exitText: 'exit_code:127 (There is no program "/no/such".)',
    })
    expect(await runProcess({ ...plain, file: '/etc/passwd' })).toMatchObject({ exitCode: 126 })
    expect(await runProcess({ ...plain, file: '/bin/true', cwd: '/no' })).toMatchObject({
      exitCode: null,
      exitText: 'spawn-failed (Cannot run /bin/true in "/no": there is no such directory.)',
    })
  })

  test('holds nothing of its arguments in the error, which may be logged', async () => {
    const { error } = await runProcess({ ...plain, file: '/no/such', args: ['s3cret'], env: { TOKEN: 's3cret' } })
    expect(JSON.stringify(error)).not.toContain('s3cret')
  })
})

async function textOf(stream: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
