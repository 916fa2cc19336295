import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toolchainPaths } from '@poundlock/sandbox'
import { describe, expect, test } from 'vitest'
import { policyFor, run, shell, temporaryFolder, testGround } from './test-sandbox.ts'

describe('the files that a command sees', () => {
  test.each([
    'with space',
    `quote ' " \``,
    'line\nbreak',
    'hash # and $(id)',
    'back\\slash\\040',
    '-rf',
    ':colon,comma=equals',
    'ü\u202e\u200b',
    'n'.repeat(255),
  ])('its workspace may be called %j', async (name) => {
    const ground = testGround()
    const workspace = join(ground.folder, name)
    mkdirSync(workspace)
    const finished = await shell({ ...ground, workspace }, 'echo x > made && pwd -P && ls')
    expect(finished).toEqual({ code: 0, signal: null, stderr: '', stdout: `${workspace}\nmade\n` })
    expect(readFileSync(join(workspace, 'made'), 'utf8')).toBe('x\n')
  })

  test('the workspace is found behind links', async () => {
    const ground = testGround()
    const link = join(ground.folder, 'link')
    symlinkSync(ground.workspace, link)
    await shell({ ...ground, workspace: link }, 'echo x > made')
    expect(existsSync(join(ground.workspace, 'made'))).toBe(true)
  })

  test('beside the workspace there is nothing, and what is written there is gone', async () => {
    const ground = testGround()
    writeFileSync(join(ground.folder, 'secret'), 'secret')
    const { stdout } = await shell(
      ground,
      `ls -A ${ground.folder}; cat ${ground.folder}/secret; echo x > ${ground.folder}/new`,
    )
    expect(stdout).toBe('workspace\n')
    expect(existsSync(join(ground.folder, 'new'))).toBe(false)
  })

  test('system folders are read-only, and accounts are its own', async () => {
    const { stdout } = await shell(
      testGround(),
      'touch /usr/x /etc/x /x /proc/sys/x /dev/x; cat /etc/shadow; wc -l < /etc/passwd; id -un',
    )
    expect(stdout).toMatch(/^3\n\S+\n$/)
  })

  test('read paths can be read and not written, write paths both, also inside one another', async () => {
    const ground = testGround()
    const [read, write, inner] = ['read', 'write', 'read/inner'].map((name) => join(ground.folder, name)) as [
      string,
      string,
      string,
    ]
    for (const folder of [read, write, inner]) mkdirSync(folder)
    mkdirSync(join(ground.workspace, 'fixed'))
    writeFileSync(join(read, 'file'), 'text\n')
    const { stdout } = await shell(
      ground,
      `cat ${read}/file; for d in ${read} ${write} ${inner} . fixed; do echo x > $d/new && echo wrote; done 2>/dev/null`,
      {
        readPaths: [read, join(ground.workspace, 'fixed'), join(ground.folder, 'missing')],
        writePaths: [write, inner],
      },
    )
    expect(stdout).toBe('text\nwrote\nwrote\nwrote\n')
    expect(
      [read, write, inner, ground.workspace, join(ground.workspace, 'fixed')].map((d) => existsSync(join(d, 'new'))),
    ).toEqual([false, true, true, true, false])
  })

  test('hidden paths are not there, even when the workspace is the home folder and around them', async () => {
    const ground = testGround()
    mkdirSync(join(ground.workspace, '.ssh'))
    writeFileSync(join(ground.workspace, '.ssh/id_rsa'), 'secret')
    writeFileSync(join(ground.workspace, '.netrc'), 'secret')
    mkdirSync(join(ground.workspace, 'elsewhere'))
    writeFileSync(join(ground.workspace, 'elsewhere/token'), 'secret')
    symlinkSync('elsewhere', join(ground.workspace, '.aws'))
    const hiddenPaths = ['.ssh', '.netrc', '.aws', '.kube'].map((name) => join(ground.workspace, name))
    const line =
      'cat .ssh/id_rsa .netrc .aws/token elsewhere/token; echo x > .ssh/x; echo x > .netrc; chmod 777 .ssh; mv .ssh s; rm -rf .ssh; mkdir .kube; echo x > .kube/config'
    const { stdout } = await shell(ground, line, { hiddenPaths })
    expect(stdout).toBe('')
    expect(readFileSync(join(ground.workspace, '.ssh/id_rsa'), 'utf8')).toBe('secret')
    expect(readFileSync(join(ground.workspace, '.netrc'), 'utf8')).toBe('secret')
    expect(existsSync(join(ground.workspace, '.kube'))).toBe(false)
  })

  test('the state of Poundlock is hidden when it lies in the workspace', async () => {
    const ground = testGround({ own: true })
    mkdirSync(ground.state)
    writeFileSync(join(ground.state, 'approvals'), 'secret')
    const finished = await shell(
      { ...ground, workspace: ground.folder },
      'cat state/approvals cache/*; echo x > state/y; ls',
    )
    expect(finished.stdout).toBe('cache\nstate\nworkspace\n')
  })

  test('with an allow-list, the workspace too is only what is named', async () => {
    const ground = testGround()
    mkdirSync(join(ground.workspace, 'src'))
    writeFileSync(join(ground.workspace, 'src/a'), 'a\n')
    writeFileSync(join(ground.workspace, 'b'), 'b\n')
    const { stdout } = await shell(ground, 'cat src/a b; echo x > src/new; ls', {
      fileMode: 'allow-list',
      readPaths: [join(ground.workspace, 'src')],
    })
    expect(stdout).toBe('a\nsrc\n')
  })

  test('with files off, the host is there, its processes and network are not, and hidden stays hidden', async () => {
    const ground = testGround()
    const [secret, plain] = [join(ground.folder, 'secret'), join(ground.folder, 'plain')]
    writeFileSync(secret, 'secret\n')
    writeFileSync(plain, 'plain\n')
    const { stdout } = await shell(
      ground,
      `cat ${secret} ${plain}; ls -d /proc/[0-9]* | wc -l; grep -c : /proc/net/dev`,
      {
        fileMode: 'off',
        hiddenPaths: [secret],
      },
    )
    expect(stdout).toMatch(/^plain\n[34]\n1\n$/)
  })

  test('scratch folders start empty, are writable, and keep nothing', async () => {
    const ground = testGround()
    const line =
      'ls -A $HOME $TMPDIR/x /dev/shm 2>/dev/null; echo x > $HOME/a && echo x > $TMPDIR/b && echo x > /dev/shm/c && echo x > /var/tmp/d && echo ok'
    for (let round = 0; round < 2; round += 1) expect((await shell(ground, line)).stdout).toMatch(/^[^]*ok\n$/)
  })

  test('a tool chain outside the system folders runs when its package is shown', async () => {
    const ground = testGround()
    const node = realpathSync(process.execPath)
    const sandbox = await ground.backend.open(
      policyFor(ground.workspace, { readPaths: toolchainPaths(dirname(node), '/nonexistent') }),
    )
    const finished = await run(sandbox, { file: node, args: ['-p', '6*7'], cwd: ground.workspace, env: {} })
    expect(finished).toMatchObject({ stdout: '42\n', code: 0 })
    await sandbox.close()
  })
})

describe('a workspace that cannot be one', () => {
  test.each([
    ['missing', '/nowhere/at/all', /does not exist/],
    ['relative', 'here', /must be absolute/],
    ['the root', '/', /system folder/],
    ['a system folder', '/usr', /system folder/],
    ['a file', process.execPath, /not a folder/],
  ])('is refused: %s', async (_name, workspace, message) => {
    const { backend } = testGround()
    const refusal = { code: 'SANDBOX_POLICY', message: expect.stringMatching(message), remedy: expect.any(String) }
    await expect(backend.open(policyFor(workspace))).rejects.toMatchObject(refusal)
  })

  test('is refused inside the state folder', async () => {
    const ground = testGround()
    const inside = join(ground.state, 'x')
    mkdirSync(inside, { recursive: true })
    await expect(ground.backend.open(policyFor(inside))).rejects.toThrow(/which the policy hides/)
  })

  test('that vanishes while the sandbox is open is an error, and nothing is run', async () => {
    const { backend } = testGround()
    const workspace = temporaryFolder()
    const inner = join(workspace, 'inner')
    mkdirSync(inner)
    const sandbox = await backend.open(policyFor(inner))
    const { rmSync } = await import('node:fs')
    rmSync(inner, { recursive: true })
    await expect(sandbox.run({ file: '/bin/true', args: [], cwd: inner, env: {} })).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
    })
    await sandbox.close()
  })
})

test('what is hidden stays hidden from the next command, when the folder that it lies in is renamed', async () => {
  const ground = testGround()
  mkdirSync(join(ground.workspace, 'a/b'), { recursive: true })
  writeFileSync(join(ground.workspace, 'a/b/.env'), 'secret')
  const hiddenPaths = [join(ground.workspace, 'a/b/.env')]
  const found: string[] = []
  for (const line of ['mv a/b a/c; mv a/b .; mv a d', 'cat a/*/.env a/*/.* d/*/.env b/.env */.env']) {
    found.push((await shell(ground, line, { hiddenPaths })).stdout)
  }
  expect(found).toEqual(['', ''])
  expect(readFileSync(join(ground.workspace, 'a/b/.env'), 'utf8')).toBe('secret')
})
