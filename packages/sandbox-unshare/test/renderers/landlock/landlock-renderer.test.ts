import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_PROTECTED_PATHS } from '@poundlock/sandbox'
import { describe, expect, test, vi } from 'vitest'
import { PATH, policyFor, run, shell, type TestGround, testGround } from '../../backend/test-sandbox.ts'

vi.hoisted(() => {
  process.env['POUNDLOCK_TEST_RENDERER'] = 'landlock'
})

const isRoot = process.geteuid?.() === 0

describe('what a command can do', () => {
  test('it works in its workspace, with a private HOME and TMPDIR that are gone afterwards', async () => {
    const ground = testGround()
    const line =
      'mkdir d && echo x > d/a && perl -e "rename q(d/a), q(b) or die" && ln b d/hard && rm d/hard && ln b c && ln -s b l && rm c && echo y > $HOME/h && echo z > $TMPDIR/t && mktemp >/dev/null && echo $HOME $TMPDIR && cat l'
    const { stdout, stderr } = await shell(ground, line)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/\/scratch\/\S+\/home \S+\/scratch\/\S+\/tmp\nx\n$/)
    expect(readdirSync(join(ground.state, 'scratch'))).toEqual([])
    expect(readdirSync(ground.workspace).toSorted()).toEqual(['b', 'd', 'l'])
  })

  test('it removes a scratch folder whatever modes its folders have', async () => {
    const ground = testGround()
    await shell(
      ground,
      'mkdir -p $TMPDIR/a/b && touch $TMPDIR/a/b/c && perl -e \'opendir D, "$ENV{TMPDIR}/a"; chmod 0, *D\'',
    )
    expect(readdirSync(join(ground.state, 'scratch'))).toEqual([])
  })

  test('modes can be changed by descriptor, and times too', async () => {
    const line = `echo x > f; perl -e 'open F, "<", "f"; chmod 0755, *F or die $!; utime 1, 1, *F or die $!' && stat -c '%a %Y' f`
    expect(await shell(testGround(), line)).toMatchObject({ stdout: '755 1\n', stderr: '' })
  })

  test('it ends as it ends, and what it left ends with it', async () => {
    const ground = testGround()
    expect(await shell(ground, '(setsid sleep 1000 &) ; (trap "" TERM HUP; sleep 1000) & exit 5')).toMatchObject({
      code: 5,
    })
    expect(await shell(ground, 'kill -SEGV $$')).toMatchObject({ code: null, signal: 'SIGSEGV' })
  })
})

describe('what a command cannot do', () => {
  /** Tries a line against a file beside the workspace, and returns what is different afterwards. */
  async function changeOf(line: string): Promise<readonly unknown[]> {
    const ground = testGround()
    const file = join(ground.folder, 'beside')
    writeFileSync(file, 'text', { mode: 0o644 })
    utimesSync(file, 1000, 1000)
    await shell(ground, line.replaceAll('$F', file))
    const { mode, mtimeMs, uid, gid, size, nlink } = statSync(file)
    return [
      mode & 0o7777,
      mtimeMs,
      uid,
      gid,
      size,
      nlink,
      readFileSync(file, 'utf8'),
      readdirSync(ground.folder).toSorted(),
    ]
  }
  const untouched = [
    0o644,
    1_000_000,
    process.geteuid?.(),
    process.getegid?.(),
    4,
    1,
    'text',
    ['beside', 'state', 'workspace'],
  ]

  test.each([
    ['written', 'echo x > $F; echo x >> $F; : > $F'],
    ['truncated', 'perl -e \'truncate("$F", 0)\''],
    ['removed or renamed', 'rm -f $F; mv $F here; mv $F $F.old'],
    ['linked', 'ln $F hard && echo x >> hard'],
    ['given another mode', 'chmod 777 $F; perl -e \'chmod 0777, "$F"; syscall(452, -100, "$F", 0777, 0)\''],
    [
      'given another time',
      'touch $F; touch -d 2001-01-01 $F; touch -h -d 2001-01-01 $F; perl -e \'utime undef, undef, "$F"\'',
    ],
    ['given another group', 'chgrp 100 $F; chown 1000 $F'],
    [
      'given attributes',
      `perl -e 'my ($p,$n,$v)=("$F\\0","user.a\\0","x"); syscall(188,$p,$n,$v,1,0)'; setfattr -n user.a -v x $F`,
    ],
    [
      'reached by a descriptor of a path',
      `perl -e 'syscall(268, syscall(257,-100,"$F\\0",010000000,0), "", 0777); my $f=syscall(257,-100,my $p="$F\\0",010000000,0); chmod 0777, "/proc/self/fd/$f"'`,
    ],
    ['neighbour of something new', 'touch $F.new; mkdir $F.dir; mkfifo $F.pipe; ln -s x $F.link'],
  ])('a file beside the workspace is not %s', async (_name, line) => {
    expect(await changeOf(line)).toEqual(untouched)
  })

  test('other processes keep their priority, their limits and their processors', async () => {
    const bystander = spawn('/bin/sleep', ['100'], { stdio: 'ignore' })
    await once(bystander, 'spawn')
    const pid = String(bystander.pid)
    const read = (): string =>
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(17, 19).join(' ') +
      readFileSync(`/proc/${pid}/limits`, 'utf8') +
      (/Cpus_allowed:.*/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[0] ?? '')
    const before = read()
    await shell(
      testGround(),
      `renice -n 19 -p ${pid}; renice -n 19 -u ${String(process.geteuid?.())}; prlimit --pid ${pid} --nofile=3; taskset -p 1 ${pid}; chrt -i -p 0 ${pid}; ionice -c 3 -p ${pid}; kill -9 ${pid}; kill -9 -1`,
    )
    expect(read()).toBe(before)
    bystander.kill('SIGKILL')
  })

  test('inter-process communication of the host is not there', async () => {
    const line = `perl -e 'for ([29,0,64,01600],[64,0,1,01600],[68,0,01600]) { my ($n,@a)=@$_; print "MADE\\n" if syscall($n,@a) >= 0 } my $q="/poundlock-q\\0"; print "QUEUE\\n" if syscall(240,$q,0102,0600,0) >= 0'`
    expect((await shell(testGround(), line)).stdout).toBe('')
  })

  test('sockets are not there with the network off, and are with it on', async () => {
    const line = `perl -e 'for ([2,1,0],[2,2,0],[10,1,0],[1,1,0]) { socket(S,$$_[0],$$_[1],$$_[2]) and print "@$_\\n" }'`
    expect((await shell(testGround(), line)).stdout).toBe('')
    expect((await shell(testGround(), line, { network: 'on' })).stdout).toBe('2 1 0\n2 2 0\n10 1 0\n')
  })

  test('it cannot end or look into the processes that wait for it', async () => {
    const line =
      'kill -9 $PPID; kill -STOP $PPID; cat /proc/$PPID/environ /proc/$PPID/maps; ls /proc/$PPID/root/; echo alive'
    expect((await shell(testGround(), line)).stdout).toBe('alive\n')
  })
})

describe('protected paths', () => {
  const protect = { protectedPaths: DEFAULT_PROTECTED_PATHS.map(({ path }) => path) }

  function withSettings(): TestGround {
    const ground = testGround()
    for (const folder of ['.git/hooks', '.git/objects', '.git/refs', '.vscode/deep']) {
      mkdirSync(join(ground.workspace, folder), { recursive: true })
    }
    writeFileSync(join(ground.workspace, '.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(ground.workspace, '.git/config'), '[core]\n')
    writeFileSync(join(ground.workspace, '.vscode/tasks.json'), 'mine')
    writeFileSync(join(ground.workspace, '.vscode/deep/other'), 'mine too', { mode: 0o755 })
    symlinkSync('tasks.json', join(ground.workspace, '.vscode/link'))
    return ground
  }

  test.each([
    ['written', 'echo evil > .vscode/tasks.json; echo evil > .vscode/deep/new; echo evil > .git/config'],
    ['removed', 'rm -rf .vscode .git'],
    [
      'renamed away and made anew',
      'mv .vscode v; mkdir .vscode; echo evil > .vscode/tasks.json; mv .git g; mkdir .git; echo evil > .git/config',
    ],
    [
      'closed',
      `echo evil > .vscode/deep/hidden; perl -e 'opendir D, $_ and chmod 0, *D for ".vscode/deep", ".vscode", ".git"'`,
    ],
    ['replaced by something else', 'rm -rf .vscode; echo x > .vscode; rm .git/config; mkdir .git/config'],
    ['turned elsewhere', 'rm .vscode/link; ln -s /etc/passwd .vscode/link; mkdir e; rm -rf .git; ln -s e .git'],
    ['written through another name', 'ln .vscode/tasks.json t; echo evil > t; ln .git/config c; echo evil > c'],
  ])('are as they were after they were %s, and that is reported', async (_name, line) => {
    const ground = withSettings()
    const sandbox = await ground.backend.open(policyFor(ground.workspace, protect))
    const command = { file: '/bin/sh', args: ['-c', line], cwd: ground.workspace, env: { PATH } }
    const process = await sandbox.run(command)
    const exit = await process.exited
    const at = (name: string): string => join(ground.workspace, name)
    expect(readFileSync(at('.vscode/tasks.json'), 'utf8')).toBe('mine')
    expect(readFileSync(at('.vscode/link'), 'utf8')).toBe('mine')
    expect(readFileSync(at('.vscode/deep/other'), 'utf8')).toBe('mine too')
    expect(statSync(at('.vscode/deep/other')).mode & 0o777).toBe(0o755)
    expect(readdirSync(at('.vscode/deep'))).toEqual(['other'])
    expect(readFileSync(at('.git/config'), 'utf8')).toBe('[core]\n')
    expect(readdirSync(at('.git/hooks'))).toEqual([])
    const denials = sandbox.explain({ exitCode: exit.code, signal: exit.signal, stderr: '', process })
    // As root they run as somebody who may not link what is not theirs: then there is nothing to report.
    if (!isRoot || !line.startsWith('ln ')) expect(denials.length).toBeGreaterThan(0)
    await sandbox.close()
  })

  test('are left alone by a command that leaves them alone', async () => {
    const ground = withSettings()
    const before = statSync(join(ground.workspace, '.vscode/tasks.json')).ctimeMs
    const finished = await shell(ground, 'cat .vscode/tasks.json', protect)
    expect(finished.stdout).toBe('mine')
    expect(statSync(join(ground.workspace, '.vscode/tasks.json')).ctimeMs).toBe(before)
    expect(existsSync(join(ground.state, 'quarantine'))).toBe(false)
  })

  test('are what they were before the first of commands that run at the same time', async () => {
    const ground = withSettings()
    const sandbox = await ground.backend.open(policyFor(ground.workspace, protect))
    const command = (line: string) => ({ file: '/bin/sh', args: ['-c', line], cwd: ground.workspace, env: { PATH } })
    const first = await sandbox.run({ ...command('echo evil > .vscode/tasks.json; echo ready; read x'), stdin: 'pipe' })
    const output = first.stdout![Symbol.asyncIterator]()
    await output.next()
    await run(sandbox, command('true'))
    first.stdin?.end('\n')
    await first.exited
    expect(readFileSync(join(ground.workspace, '.vscode/tasks.json'), 'utf8')).toBe('mine')
    await sandbox.close()
  })
})

describe('a policy that rules cannot keep', () => {
  test('is refused, with the reason: files off, hidden inside granted, read-only inside writable', async () => {
    const ground = testGround()
    mkdirSync(join(ground.workspace, '.ssh'))
    mkdirSync(join(ground.workspace, 'fixed'))
    for (const [changes, reason] of [
      [{ fileMode: 'off' }, /asks for no files/],
      [{ hiddenPaths: [join(ground.workspace, '.ssh')] }, /cannot be hidden inside/],
      [{ readPaths: [join(ground.workspace, 'fixed')] }, /cannot be read-only inside/],
    ] as const) {
      const policy = policyFor(ground.workspace, changes)
      await expect(ground.backend.open(policy)).rejects.toMatchObject({
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringMatching(reason),
      })
      expect(await ground.backend.status(policy)).toMatchObject({ active: false, filesystem: 'off' })
    }
  })
})

test('the status names what does not hold', async () => {
  const ground = testGround()
  const status = await ground.backend.status(policyFor(ground.workspace, { protectedPaths: ['.vscode'] }))
  expect(status).toMatchObject({ renderer: 'landlock', active: true, namespaces: [], filesystem: 'workspace-only' })
  for (const name of ['hidden-host', 'hidden-processes', 'protected-paths', 'loopback', 'file-modes']) {
    expect(status.defences[name], name).toMatch(/^unavailable: /)
  }
})

describe.skipIf(!isRoot && process.env['CI'] === undefined)('as root (needs to be run as root)', () => {
  test('commands are nobody, and what they make belongs to the owner of the workspace', async () => {
    const ground = testGround()
    chownSync(ground.workspace, 21_357, 21_358)
    chmodSync(ground.folder, 0o711)
    writeFileSync(join(ground.workspace, 'old'), 'x', { mode: 0o600 })
    const { stdout } = await shell(
      ground,
      'id -u; mkdir -p a/b; ln -s /etc/passwd a/l; echo x >> old; echo y > a/b/c; chmod 755 a/b/c; [ -w old ] && echo writable',
    )
    expect(stdout).toBe('60999\nwritable\n')
    expect(statSync(join(ground.workspace, 'a/b/c'))).toMatchObject({ uid: 21_357, gid: 21_358 })
    expect(statSync(join(ground.workspace, 'a/b/c')).mode & 0o777).toBe(0o755)
    expect(statSync('/etc/passwd').uid).toBe(0)
  })

  test('the capability that they keep opens nothing of the host', async () => {
    const { stdout } = await shell(
      testGround(),
      'cat /etc/shadow /root/.profile; echo x > /etc/x; touch /etc/passwd; ls /root',
    )
    expect(stdout).toBe('')
    expect(existsSync('/etc/x')).toBe(false)
  })
})
