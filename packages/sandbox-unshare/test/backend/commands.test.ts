import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PATH, policyFor, run, shell, testGround } from './test-sandbox.ts'

describe('a command in a sandbox', () => {
  test('ends with its own exit code and output', async () => {
    const ground = testGround()
    expect(await shell(ground, 'echo out; echo err >&2; exit 5')).toEqual({
      code: 5,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
    })
  })

  test('ends with the signal that ended it, also when it sent it itself', async () => {
    const ground = testGround()
    expect(await shell(ground, 'kill -TERM $$')).toMatchObject({ code: null, signal: 'SIGTERM' })
    expect(await shell(ground, 'kill -SEGV $$')).toMatchObject({ code: null, signal: 'SIGSEGV' })
  })

  test('gets exactly the environment that it is given, with private HOME and TMPDIR', async () => {
    const { stdout } = await shell(testGround(), 'env | sort', {
      env: { GIVEN: 'a b\nc', LD_PRELOAD: '', HOME: '/root', TMPDIR: '/var' },
    })
    expect(stdout).toBe(
      `GIVEN=a b\nc\nHOME=/home/agent\nLD_PRELOAD=\nPATH=${PATH}\nPWD=${stdout.match(/PWD=(.*)/)?.[1]}\nTMPDIR=/tmp\n`
        .split('\n')
        .toSorted()
        .join('\n')
        .trimStart() + '\n',
    )
  })

  test('keeps a HOME that lies in what it may write to', async () => {
    const ground = testGround()
    const { stdout } = await shell(ground, 'echo $HOME', { env: { HOME: `${ground.workspace}/home` } })
    expect(stdout).toBe(`${ground.workspace}/home\n`)
  })

  test('reads what is written to it, and sees the end', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const started = await sandbox.run({ file: '/bin/cat', args: [], cwd: workspace, env: { PATH }, stdin: 'pipe' })
    started.stdin?.write('hello ')
    started.stdin?.end('world')
    const chunks = []
    for await (const chunk of started.stdout!) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toBe('hello world')
    expect(await started.exited).toEqual({ code: 0, signal: null })
    await sandbox.close()
  })

  test('passes arguments on as they are', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const args = ['', ' ', '-n', '$HOME', '`id`', 'a\nb', '"\'\\', '*', 'ü\u202e']
    const { stdout } = await run(sandbox, { file: '/usr/bin/printf', args: ['%s|', ...args], cwd: workspace, env: {} })
    expect(stdout).toBe(args.map((arg) => `${arg}|`).join(''))
    await sandbox.close()
  })

  test('that is not there, or is no program, ends as in a shell, and says so', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const missing = await run(sandbox, { file: '/nowhere/x', args: [], cwd: workspace, env: {} })
    expect(missing).toMatchObject({ code: 127, stderr: 'poundlock: /nowhere/x: not found\n' })
    const text = await run(sandbox, { file: '/etc/passwd', args: [], cwd: workspace, env: {} })
    expect(text).toMatchObject({ code: 126, stderr: 'poundlock: /etc/passwd: cannot be executed\n' })
    const long = await run(sandbox, { file: '/bin/echo', args: ['x'.repeat(1 << 20)], cwd: workspace, env: {} })
    expect(long).toMatchObject({ code: 126 })
    await sandbox.close()
  })

  test('runs beside others', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const numbers = Array.from({ length: 20 }, (_, index) => String(index))
    const finished = await Promise.all(
      numbers.map((number) => run(sandbox, { file: '/bin/echo', args: [number], cwd: workspace, env: {} })),
    )
    expect(finished.map(({ stdout }) => stdout.trim())).toEqual(numbers)
    await sandbox.close()
  })

  test('has its own first process, which it can neither end nor look into', async () => {
    const { stdout } = await shell(
      testGround(),
      'kill -9 1; kill -STOP 1; cat /proc/1/environ /proc/1/maps; ls /proc/1/root/; echo x > /proc/1/mem; ls -d /proc/[0-9]* | wc -l; echo alive',
    )
    expect(stdout).toMatch(/^[34]\nalive\n$/)
  })

  test('has no descriptors but its streams', async () => {
    const { stdout } = await shell(testGround(), 'ls /proc/self/fd')
    expect(stdout.trim().split('\n')).toEqual(['0', '1', '2', '3'])
  })

  test('can talk to itself over the loopback interface, with the network off', async () => {
    const line = `perl -MIO::Socket::INET -e '
      my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die $!;
      if (!fork) { my $c = IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $s->sockport) or die $!; print $c "hi\\n"; exit }
      my $c = $s->accept; print <$c>'`
    expect(await shell(testGround(), line)).toMatchObject({ stdout: 'hi\n', code: 0 })
  })

  test('sees the network of the host when it is on', async () => {
    const { stdout } = await shell(testGround(), 'readlink /proc/self/ns/net; cat /etc/hosts', { network: 'on' })
    expect(stdout).toContain(readFileSync('/etc/hosts', 'utf8'))
  })
})

describe('what fails before the command starts', () => {
  test('says to name a folder where that was what failed', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const command = { file: '/bin/true', args: [], cwd: `${workspace}/missing`, env: { PATH } }
    await expect(sandbox.run(command)).rejects.toMatchObject({ remedy: expect.stringContaining('Name a folder') })
    await sandbox.close()
  })

  test.each([
    [
      'a working directory that is not there',
      { cwd: '/nowhere' },
      /could not enter the working directory \/nowhere: ENOENT/,
    ],
    ['a working directory that is relative', { cwd: 'here' }, /not absolute/],
    ['a program that is relative', { file: 'echo' }, /not absolute/],
    ['a NUL byte in an argument', { args: ['a\0b'] }, /NUL byte/],
    ['a NUL byte in the environment', { env: { A: 'a\0b' } }, /NUL byte/],
    ['more than a program can take', { args: ['x'.repeat(9_000_000)] }, /too large/],
  ])('is an error, and nothing is run: %s', async (_name, changes, message) => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const command = { file: '/bin/sh', args: ['-c', 'touch ran'], cwd: workspace, env: { PATH }, ...changes }
    await expect(sandbox.run(command)).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringMatching(message),
    })
    await sandbox.close()
  })

  test('a sandbox that is closed runs nothing', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    await sandbox.close()
    await sandbox.close()
    await expect(sandbox.run({ file: '/bin/true', args: [], cwd: workspace, env: {} })).rejects.toThrow(/closed/)
  })
})
