import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { tailAudit } from '../src/commands/audit.ts'
import { execInput } from '../src/input/exec-input.ts'
import { LAUNCHER, openScene, ranOf, runPoundlock } from './poundlock.ts'

const TOO_LONG = Array.from({ length: 16 }, () => 'x'.repeat(65_536))

describe('what is wrong with a call is said, with exit code 2, and nothing runs', () => {
  test.each([
    [
      'a command of 1 MiB, in several words',
      ['--', 'touch', 'here', ...TOO_LONG],
      /characters; at most 65536 are read/,
    ],
    ['a hundred thousand words', ['--', 'touch', 'here', ...Array.from({ length: 100_000 }, () => 'a')], /characters/],
    ['blanks alone', ['--', '  '], /there is no command/],
    ['no word at all', ['--'], /missing required argument/],
    ['a workspace that is a file', ['--workspace', '/etc/passwd', '--', 'touch here'], /is not a folder/],
    ['a workspace without a name', ['--workspace', '', '--', 'touch here'], /the workspace is empty/],
    ['the root as workspace', ['--workspace', '/', '--', 'touch here'], /"\/" is a system folder/],
    ['a workspace of the system', ['--workspace', '/etc', '--', 'touch here'], /"\/etc" is a system folder/],
    ['a working directory that is not there', ['--cwd', 'nowhere', '--', 'touch here'], /nowhere" does not exist/],
    ['a working directory without a name', ['--cwd', '', '--', 'touch here'], /the working directory is empty/],
    ['a variable without a name', ['--env', '=x', '--', 'touch here'], /is not NAME=value/],
    ['a host that does not exist', ['--host', 'moon', '--', 'touch here'], /Allowed choices are sandbox, gateway/],
    ['a flag without its value', ['--timeout'], /argument missing/],
  ])('%s', async (_title, args, message) => {
    const scene = openScene()
    const ran = await scene.run(['exec', ...args])
    expect(ran.stderr).toMatch(message)
    expect(ran.stderr).not.toMatch(/\n +at /)
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(existsSync(join(scene.workspace, 'here'))).toBe(false)
    expect(existsSync(join(scene.state, 'audit'))).toBe(false)
  })

  test.each(['exec', 'check', 'parse', 'learn'])('no command for %s, with an example of that', async (name) => {
    const { code, stderr } = await openScene().run([name, '--', ' '])
    expect(stderr).toContain(`Put it after --, for example: poundlock ${name} -- "git status".`)
    expect(code).toBe(2)
  })

  test.each(['1e9', 'NaN', '-1', '0', 'Infinity', '0x10', '', '86401', '1s'])('the time-out %j', (seconds) => {
    expect(() => execInput('true', { timeout: seconds })).toThrow(
      /--timeout .* is not a number of seconds, at most 86400/,
    )
  })

  test.each(['0', '-1', '1.5', 'NaN', ''])('the count of lines %j', async (lines) => {
    await expect(tailAudit({ lines })).rejects.toMatchObject({ code: 'USAGE' })
  })

  test.each([[['nonsense']], [['--nonsense']], [['sandbox', 'nonsense']], [['audit', 'tail', '--nonsense']], [[]]])(
    'the arguments %j',
    async (args) => {
      const ran = await runPoundlock(args)
      expect(ran.code).toBe(2)
      expect(ran.stderr).toMatch(/Try --help|Usage/)
    },
  )

  test('the home folder as workspace, and doctor finds nothing wrong with standing there', async () => {
    const scene = openScene()
    const home = join(scene.root, 'home')
    mkdirSync(home)
    const run = (args: readonly string[], cwd = home) => scene.run(args, { cwd, env: { HOME: home } })
    for (const command of ['exec', 'check'])
      expect(await run([command, '--', 'touch here'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('home folder'),
      })
    expect(await run(['exec', '--workspace', home, '--', 'touch here'], scene.workspace)).toMatchObject({ code: 2 })
    expect(existsSync(join(home, 'here'))).toBe(false)
    expect(await run(['doctor'])).toMatchObject({ code: 0, stdout: expect.stringContaining('none here') })
  })

  test('a folder that is removed under it', async () => {
    const scene = openScene()
    const gone = join(scene.root, 'gone')
    mkdirSync(gone)
    for (const command of ['exec -- true', 'check -- true', 'sandbox explain']) {
      const line = `cd ${gone} && rmdir ${gone} && exec "$@" ${command}`
      const ran = ranOf(
        await execa('bash', ['-c', line, 'bash', process.execPath, LAUNCHER], {
          env: { POUNDLOCK_HOME: scene.state },
          reject: false,
        }),
      )
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('no longer exists') })
      mkdirSync(gone)
    }
    rmdirSync(gone)
  })

  test('bytes that are not UTF-8, which would become another command', () => {
    const scene = openScene()
    for (const command of ['exec', 'check', 'parse']) {
      const line = `"$@" ${command} -- touch $'here\\xff'`
      const ran = spawnSync('bash', ['-c', line, 'bash', process.execPath, LAUNCHER], {
        cwd: scene.workspace,
        env: { ...process.env, POUNDLOCK_HOME: scene.state },
        encoding: 'utf8',
      })
      expect(ran).toMatchObject({ status: 2, stderr: expect.stringContaining('not UTF-8') })
    }
  })

  test('a replacement character that was really typed is one', async () => {
    expect(await openScene().run(['exec', '--', 'echo', 'a\uFFFDb'])).toMatchObject({ stdout: 'a\uFFFDb\n' })
  })

  test('commands on the command line and in a batch', async () => {
    for (const command of ['check', 'parse']) {
      const ran = await openScene().run([command, '--jsonl', '-', '--', 'ls'], { input: '' })
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('--jsonl') })
    }
  })

  test('check refuses what exec would refuse, in the same words', async () => {
    const scene = openScene()
    for (const args of [
      ['--', ...TOO_LONG],
      ['--workspace', '/', '--', 'ls'],
    ]) {
      const [checked, run] = await Promise.all([scene.run(['check', ...args]), scene.run(['exec', ...args])])
      expect(checked.code).toBe(run.code)
      expect(checked.stderr.split('\n')[0]).toBe(run.stderr.split('\n')[0])
    }
  })
})

describe("flags of the command are the command's", () => {
  test.each([
    [['ls', '--help'], /Usage: ls/],
    [['ls', '-h', '--version'], /coreutils/],
    [['printf', '%s|', '--json', '-h'], /^--json\|-h\|$/],
  ])('%j, without a --', async (words, output) => {
    const ran = await openScene().run(['exec', ...words])
    expect(ran.stdout).toMatch(output)
    expect(ran.code).toBe(0)
  })

  test('empty words stay words', async () => {
    expect(await openScene().run(['exec', '--', 'printf', '[%s]', '', 'a', ''])).toMatchObject({ stdout: '[][a][]' })
  })
})

describe('lines of a batch', () => {
  const row = (id: number) => JSON.stringify({ id, tool: 'exec', input: { command: 'ls' } })

  test('may end in any way, begin with a mark, and be blank', async () => {
    const input = `\uFEFF${row(1)}\r\n\r\n   \n${row(2)}\n\n${row(3)}`
    const answers = (await openScene().run(['check', '--jsonl', '-'], { input })).lines()
    expect(answers.map(({ id, decision }) => [id, decision])).toEqual([
      [1, 'allow'],
      [2, 'allow'],
      [3, 'allow'],
    ])
  })

  test('that are no UTF-8 are not repaired', async () => {
    const broken = Buffer.concat([Buffer.from('{"id":1,"command":"ls '), Buffer.from([0xff]), Buffer.from('"}\n')])
    const input = Buffer.concat([broken, Buffer.from('{"id":2,"command":"ls"}')])
    const [bad, good] = (await openScene().run(['parse', '--jsonl', '-'], { input })).lines()
    expect(bad).toEqual({ error: { code: 'BAD_LINE', message: 'the line is not UTF-8' } })
    expect(good).toMatchObject({ id: 2, ok: true })
  })

  test('are decided without a look at the file system where executables are given', async () => {
    const scene = openScene()
    const context = { cwd: '/w', workspace: '/w', home: '/home/u', executables: { git: '/usr/bin/git' } }
    const rows = ['git log > /w/x', 'rm -rf ~/y', './z'].map((command) =>
      JSON.stringify({ tool: 'exec', input: { command }, context }),
    )
    const [file, trace] = [join(scene.root, 'batch'), join(scene.root, 'trace')]
    writeFileSync(file, rows.join('\n'))
    const words = ['-f', '-e', 'trace=%file', '-o', trace, process.execPath, LAUNCHER, 'check', '--jsonl', file]
    const { stdout } = await execa('strace', words, { env: { POUNDLOCK_HOME: scene.state } })
    expect(stdout.split('\n')).toHaveLength(3)
    const { stdout: calls } = await execa('cat', [trace])
    const after = calls
      .slice(calls.lastIndexOf(`"${file}", O_RDONLY`))
      .split('\n')
      .slice(1)
    // What is done anyway: the processors are counted, compiled code is kept, and the engine of patterns is loaded. A
    // descriptor that is looked at was opened before, and the path of an interrupted call stands where it began.
    const own =
      /\+\+\+|<\.\.\. \w+ resumed>|(?:newfstatat|statx)\(\d+, ""|"\/sys\/devices\/system\/cpu\/|\/cache\/code[/"]/
    const dist = dirname(LAUNCHER)
    const engine = [dist, join(dist, 'package.json'), join(dist, '..', 'package.json'), join(dist, 're2js.cjs')]
    const isOwn = (call: string) => own.test(call) || engine.some((path) => call.includes(`"${path}"`))
    expect(after.filter((call) => call !== '' && !isOwn(call))).toEqual([])
  })
})
