import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { tries } from '@poundlock/tooling/tries'
import { formatChanges } from '@poundlock/try'
import { describe, expect, test } from 'vitest'
import { testGround } from '../backend/test-sandbox.ts'
import { storeFor, treeOf, tryLine, withoutOverlay } from './try-ground.ts'

describe('a try', () => {
  test('shows what a command did, and applies it', async () => {
    const ground = testGround()
    writeFileSync(join(ground.workspace, 'kept'), 'one\ntwo\n')
    writeFileSync(join(ground.workspace, 'gone'), 'gone\n')
    mkdirSync(join(ground.workspace, 'folder'))
    writeFileSync(join(ground.workspace, 'folder/inner'), 'inner\n')
    const start = treeOf(ground.workspace)
    const { finished, tried } = await tryLine(
      ground,
      'echo three >> kept; rm gone; rm -r folder; mkdir folder; echo n > folder/new; ln -s kept link; chmod 755 folder/new; mkfifo fifo; touch kept',
    )
    expect(finished).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
    expect(treeOf(ground.workspace)).toBe(start)
    const lines = formatChanges(tried.changeSet, tried.contents).map(({ text }) => text)
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "created   fifo
        (never applied: it is neither a file, nor a folder, nor a link)
      deleted   folder/inner
      @@ -1 +0,0 @@
      -inner
      created   folder/new  mode 755
      @@ -0,0 +1 @@
      +n
      deleted   gone
      @@ -1 +0,0 @@
      -gone
      modified  kept
      @@ -1,2 +1,3 @@
       one
       two
      +three
      created   link  → kept
        (One of these is never applied.)"
    `)
    expect(await tried.apply()).toEqual({ done: true, overwritten: null, quarantined: [], complete: true })
    expect(treeOf(ground.workspace)).toMatchInlineSnapshot(`
      "d 755  .
      d 755  ./folder
      f 644 14  ./kept
      f 755 2  ./folder/new
      l 777 4 kept ./link
      a4fb621495a0122493b2203591c448903c472e306a1ede54fabad829e01075c0  ./folder/new
      b6285c57e8797db5d4c51c80d6f11938afda9b11c6a003549709189e9b4b92a2  ./kept
      "
    `)
  })
})

const isRoot = process.geteuid?.() === 0

/** What an attempt would have changed, were it not a try: names, kinds, modes, contents, and times. */
function exactly(folder: string): string {
  return execFileSync(
    '/bin/sh',
    ['-c', "find . -printf '%p %i %y %m %s %T@ %C@ %n %l\\n' | sort; cat $(find . -type f | sort)"],
    {
      cwd: folder,
      encoding: 'latin1',
    },
  )
}

describe('the workspace stays as it was, whatever is tried', () => {
  test.each([
    [
      'writes through /proc',
      'echo x > /proc/self/cwd/file; echo x > /proc/1/root$PWD/file; echo x > /proc/self/root$PWD/new',
    ],
    [
      'an open descriptor, and a mapping',
      'exec 3<>file; echo mapped >&3; perl -e "open F,q(+<file); truncate F,0"; echo y >> linked',
    ],
    ['hard links to what is below', 'ln file hard; echo x >> hard; ln linked folder/l; chmod 777 folder/l'],
    ['modes, owners and times', 'chmod -R 777 .; touch -d 2001-01-01 file folder; chown 1:1 file'],
    [
      'deletions, and the folder itself',
      'rm -rf * .[a-z]*; cd ..; rmdir workspace; mv workspace moved; rm -rf "$OLDPWD"',
    ],
    ['mounts and devices', 'mount --bind . /tmp; umount "$PWD"; mknod d c 0 0; mknod e b 8 0; mkfifo fifo'],
    [
      'paths to the layers',
      'ls -d /overlay /lower /layers /host /proc/self/root/../lower; find / -xdev -name upper 2>/dev/null',
    ],
    [
      'attributes of the overlay',
      'setfattr -n user.overlay.opaque -v y folder; setfattr -n user.overlay.redirect -v /etc folder',
    ],
    ['what is left behind', '(sleep 30; echo late > file) & (setsid sh -c "sleep 30; echo late > file") & exit 0'],
  ])('%s', async (_name, line) => {
    const ground = testGround()
    writeFileSync(join(ground.workspace, 'file'), 'file\n')
    mkdirSync(join(ground.workspace, 'folder'))
    writeFileSync(join(ground.folder, 'outside'), 'outside\n')
    linkSync(join(ground.folder, 'outside'), join(ground.workspace, 'linked'))
    symlinkSync('../outside', join(ground.workspace, 'link'))
    const before = exactly(ground.workspace)
    const { tried, finished } = await tryLine(ground, line)
    expect(exactly(ground.workspace)).toBe(before)
    expect(readFileSync(join(ground.folder, 'outside'), 'utf8')).toBe('outside\n')
    expect(finished.stdout).toBe('')
    tried.discard()
    expect(exactly(ground.workspace)).toBe(before)
    expect(readdirSync(join(ground.state, 'try'))).toEqual([])
  })

  test('a command sees protected and hidden paths as ever, and what it makes there is never applied', async () => {
    const ground = testGround()
    execFileSync('git', ['init', '-q'], { cwd: ground.workspace })
    writeFileSync(join(ground.workspace, '.secret'), 'secret')
    const { tried, finished } = await tryLine(
      ground,
      'cat .secret; echo x > .git/config; echo x > .git/hooks/pre-commit; mkdir .husky; echo x > .husky/pre-commit; ln -s /etc .vscode; git init -q inner; git -C inner config core.fsmonitor ./x; echo x > inner/.git/hooks/post-commit; mkdir bare bare/objects bare/refs; echo ref > bare/HEAD; printf "[core]\\nfsmonitor = x\\n" > bare/config',
      {
        protectedPaths: ['.git/hooks', '.git/config', '.husky', '.vscode'],
        hiddenPaths: [join(ground.workspace, '.secret'), join(ground.workspace, '.aws')],
      },
    )
    expect(finished.stdout).toBe('')
    await tried.apply()
    const found = ['.husky', '.vscode', 'inner/.git/config', 'inner/.git/hooks/post-commit', 'bare/config']
    expect(found.filter((path) => lstatSync(join(ground.workspace, path), { throwIfNoEntry: false }))).toEqual([])
    expect(existsSync(join(ground.workspace, 'inner/.git/HEAD'))).toBe(true)
  })

  test('a worktree leads git nowhere else, and what it would lead it to has no hooks', async () => {
    const ground = testGround()
    const { tried } = await tryLine(
      ground,
      'mkdir -p inner/.git/worktrees/one inner/.git/worktrees/two other/objects other/refs other/hooks node_modules/x far/.git; ' +
        'for w in one two; do echo ref > inner/.git/worktrees/$w/HEAD; done; echo ../.. > inner/.git/worktrees/one/commondir; ' +
        'echo ../../../../other > inner/.git/worktrees/two/commondir; echo x > other/hooks/post-commit; ' +
        'printf "[core]\\n\\tworktree = /\\n" > far/.git/config',
    )
    await tried.apply()
    const found = ['inner/.git/worktrees/two/commondir', 'other/hooks/post-commit', 'far/.git/config']
    expect(found.filter((path) => existsSync(join(ground.workspace, path)))).toEqual([])
    expect(existsSync(join(ground.workspace, 'inner/.git/worktrees/one/commondir'))).toBe(true)
  })

  test('something that is mounted in it is read-only, and said', { skip: !isRoot }, async () => {
    const ground = testGround()
    const mounted = join(ground.workspace, 'mounted here')
    mkdirSync(mounted)
    execFileSync('mount', ['-t', 'tmpfs', 'none', mounted])
    try {
      writeFileSync(join(mounted, 'inner'), 'inner\n')
      const { tried, finished } = await tryLine(ground, 'cat mounted*/inner; echo x > mounted*/new; echo x > own')
      expect(finished.stdout).toBe('inner\n')
      expect(tried.record.view).toMatchObject({ kind: 'copy', reason: expect.stringContaining('"mounted here"') })
      expect(tried.changeSet.changes.map(({ path }) => path)).toEqual(['own'])
      expect(tried.changeSet.notes.join()).toContain('was read-only')
      await tried.apply()
      expect(readdirSync(mounted)).toEqual(['inner'])
    } finally {
      execFileSync('umount', [mounted])
    }
  })
})

describe('real work in a try', () => {
  test('a commit', async () => {
    const ground = testGround()
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: ground.workspace,
        encoding: 'utf8',
      })
    git('init', '-q')
    writeFileSync(join(ground.workspace, 'a'), 'a\n')
    git('add', '.')
    git('commit', '-qm', 'first')
    const { tried, finished } = await tryLine(
      ground,
      'echo b >> a; git -c user.name=a -c user.email=a@b commit -qam second && git log --format=%s',
      { protectedPaths: ['.git/hooks', '.git/config'] },
    )
    expect(finished).toMatchObject({ code: 0, stdout: 'second\nfirst\n' })
    expect(git('log', '--format=%s')).toBe('first\n')
    expect(await tried.apply()).toMatchObject({ done: true })
    expect(git('log', '--format=%s')).toBe('second\nfirst\n')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('fsck', '--strict')).toBe('')
  })

  test('many files', { timeout: 600_000 }, async () => {
    const folders = tries(50)
    const ground = testGround()
    const { tried } = await tryLine(
      ground,
      `perl -e 'mkdir "m"; for $i (1..${String(folders)}) { mkdir "m/$i"; for (1..100) { open F, ">m/$i/$_"; print F "$_\\n"; close F } }'`,
    )
    expect(tried.changeSet.changes).toHaveLength(folders * 101 + 1)
    expect(await tried.apply()).toEqual({ done: true, overwritten: null, quarantined: [], complete: true })
    expect(execFileSync('/bin/sh', ['-c', 'find . -type f | wc -l'], { cwd: ground.workspace, encoding: 'utf8' })).toBe(
      `${folders * 100}\n`,
    )
  })

  test('in a workspace of another user, what is applied belongs to them', { skip: !isRoot }, async () => {
    const ground = testGround()
    for (const folder of [ground.folder, ground.workspace]) chmodSync(folder, 0o755)
    chownSync(ground.workspace, 12_345, 12_345)
    for (const backend of [ground.backend, withoutOverlay(ground.backend)]) {
      const { tried, finished } = await tryLine({ ...ground, backend }, 'mkdir -p d; echo x > d/new; ln -sf x l; id -u')
      expect(finished).toMatchObject({ stdout: '12345\n', stderr: '' })
      await tried.apply()
      for (const path of ['d', 'd/new', 'l'])
        expect(lstatSync(join(ground.workspace, path))).toMatchObject({ uid: 12_345, gid: 12_345 })
      rmSync(join(ground.workspace, 'd'), { recursive: true })
    }
  })
})

describe('when the workspace moved meanwhile', () => {
  test('nothing is applied, and each conflict is named; by force it is, and what it overwrites is kept', async () => {
    const ground = testGround()
    const at = (name: string): string => join(ground.workspace, name)
    for (const name of ['both', 'gone', 'mine', 'touched', 'mode']) writeFileSync(at(name), `${name}\n`)
    mkdirSync(at('folder'))
    writeFileSync(at('folder/inner'), 'inner\n')
    const store = storeFor(ground)
    const { tried } = await tryLine(
      ground,
      'for f in both gone touched mode; do echo try >> $f; done; rm -r folder; echo try > new',
      {},
      store,
    )
    appendFileSync(at('both'), 'me\n')
    rmSync(at('gone'))
    appendFileSync(at('mine'), 'me\n')
    writeFileSync(at('folder/stranger'), '')
    writeFileSync(at('new'), 'me\n')
    chmodSync(at('mode'), 0o600)
    // Only its times differ: nobody loses anything.
    execFileSync('touch', [at('touched')])
    const before = treeOf(ground.workspace)
    const result = await tried.apply()
    expect(result).toMatchObject({ done: false })
    expect('conflicts' in result && result.conflicts.map(({ path }) => path)).toEqual([
      'both',
      'folder',
      'gone',
      'mode',
      'new',
    ])
    expect(treeOf(ground.workspace)).toBe(before)
    const forced = await tried.apply({ force: true })
    expect(readFileSync(at('both'), 'utf8')).toBe('both\ntry\n')
    expect(readFileSync(at('mine'), 'utf8')).toBe('mine\nme\n')
    expect(readdirSync(at('folder'))).toEqual(['stranger'])
    const kept = forced.done ? forced.overwritten! : ''
    expect(readdirSync(kept).map((name) => readFileSync(join(kept, name), 'utf8'))).toContain('both\nme\n')
  })

  test('a folder that was swapped for a link leads nothing outside', async () => {
    const ground = testGround()
    mkdirSync(join(ground.workspace, 'folder'))
    mkdirSync(join(ground.folder, 'outside'))
    const { tried } = await tryLine(ground, 'echo x > folder/new; mkdir folder/deep; echo x > folder/deep/new')
    renameSync(join(ground.workspace, 'folder'), join(ground.workspace, 'moved'))
    symlinkSync('../outside', join(ground.workspace, 'folder'))
    expect(await tried.apply()).toMatchObject({ done: false })
    await expect(tried.apply({ force: true })).rejects.toMatchObject({ code: 'SANDBOX_VIEW' })
    expect(readdirSync(join(ground.folder, 'outside'))).toEqual([])
    expect(readdirSync(join(ground.workspace, 'moved'))).toEqual([])
  })
})

describe('hostile effects', () => {
  test('are read, shown and removed', { timeout: 600_000 }, async () => {
    const ground = testGround()
    const { tried } = await tryLine(
      ground,
      String.raw`printf '\e[2J\u202ehidden\r' > esc; touch $'line\nbreak' $'\xff\xfe' $'\e[31mred'; mkfifo fifo; truncate -s 100G sparse; head -c 300000 /dev/zero | tr '\0' 'a' > long; head -c 100 /dev/zero > binary; mkdir closed; echo x > closed/f; chmod 000 closed/f closed; ln -s /etc/passwd out; ln -s $'\e]0;x\a' strange; chmod u+s esc`,
    )
    const text = formatChanges(tried.changeSet, tried.contents)
      .map((line) => line.text)
      .join('\n')
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(text).toContain(String.raw`line\nbreak`)
    expect(text).toContain('107374182400 bytes')
    expect(tried.changeSet.changes.find(({ path }) => path === 'sparse')?.refused).toMatch(/larger than/)
    await tried.apply()
    expect(existsSync(join(ground.workspace, 'fifo'))).toBe(false)
    expect(existsSync(join(ground.workspace, 'sparse'))).toBe(false)
    expect(statSync(join(ground.workspace, 'closed')).mode & 0o777).toBe(0)
  })

  test('a tree deeper than any path is refused, and forgotten', { timeout: 600_000 }, async () => {
    const ground = testGround()
    const store = storeFor(ground)
    const line = `perl -e 'for (1..1200) { mkdir "dddddddddd"; chdir "dddddddddd" }'`
    await expect(tryLine(ground, line, {}, store)).rejects.toMatchObject({ code: 'SANDBOX_VIEW' })
    for (const { id } of store.list()) store.remove(id)
    expect(readdirSync(join(ground.state, 'try'))).toEqual([])
    expect(readdirSync(ground.workspace)).toEqual([])
  })
})
