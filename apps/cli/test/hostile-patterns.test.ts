import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { someOf } from '@poundlock/tooling/tries'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { LAUNCHER, openScene, ranOf } from './poundlock.ts'

/** A decision that takes longer hangs: the command is killed, and the test fails for want of an answer. */
const HANGS_MS = 60_000

const LONG = 60_000
const many = <Value>(count: number, make: (at: number) => Value) => Array.from({ length: count }, (_, at) => make(at))
const spaces = (count: number) => ' '.repeat(count)

interface Row {
  readonly name: string
  /** What came with the repository. */
  readonly workspace?: object | string
  readonly user?: object | string
  readonly approvals?: object
  readonly command: string
  /** The decision with the code of its first reason; or `refused`, with what the message says. */
  readonly answers: readonly [decision: 'allow' | 'ask' | 'deny' | 'refused', part?: string | RegExp]
}

const args = (pattern: string) => ({ tools: { exec: { deny: [{ command: 'git push', args: pattern }] } } })
const HANGING = '([a-z]+ ?)*!'
const push = (tail: string) => `git push ${tail}`

const patterns: readonly Row[] = [
  {
    name: 'a repository denies by a pattern that backtracks',
    workspace: args(`push ${HANGING}`),
    command: push('a'.repeat(60)),
    answers: ['allow'],
  },
  {
    name: 'a repository asks by a pattern that backtracks',
    workspace: { tools: { exec: { ask: [{ command: 'git push', args: `push (a+)+$x` }] } } },
    command: push('a'.repeat(60)),
    answers: ['allow'],
  },
  {
    name: 'the pattern does what it says',
    workspace: args('push ([a-z]+ ?)*!'),
    command: push("'!'"),
    answers: ['deny', 'RULE_DENY'],
  },
  {
    name: 'the pattern of an allow rule of the user backtracks',
    user: {
      tools: {
        exec: {
          host: 'gateway',
          security: 'allowlist',
          proven: 'off',
          allow: [{ command: 'git', args: String.raw`^(\w+\s?)*$!` }],
        },
      },
    },
    command: `git log ${'a'.repeat(60)}`,
    answers: ['ask'],
  },
  {
    name: 'a pattern of the approvals backtracks',
    user: { tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } },
    approvals: {
      version: 1,
      defaults: { security: 'allowlist', ask: 'on-miss' },
      agents: { main: { allowlist: [{ pattern: '/usr/bin/git', args: '(a|aa)+$x' }] } },
    },
    command: `git ${'a'.repeat(60)}`,
    answers: ['ask'],
  },
  ...['(?=a)a', '(a)\\1', '(?<!x)a', 'a{9999}', '.{1000}'.repeat(20), 'a'.repeat(5000)].map((pattern): Row => ({
    name: `a pattern that cannot be linear is refused where it stands: ${pattern.slice(0, 20)}`,
    workspace: args(pattern),
    command: 'ls',
    answers: ['refused', /poundlock\.json:1:\d+: the deny rule "git push" has an unusable args pattern/],
  })),
  {
    name: 'a filter on sessions that backtracks',
    user: { approvals: { exec: { enabled: true, sessionFilter: ['/(a+)+$x/'] } } },
    command: 'ls',
    answers: ['allow'],
  },
  {
    name: 'one long pattern on long arguments',
    workspace: args(`${'(?:.?){500}'.repeat(3)}x`),
    command: push('a '.repeat(LONG / 2)),
    answers: ['allow'],
  },
  {
    name: 'a thousand patterns for a thousand commands',
    workspace: { tools: { exec: { deny: many(3000, (at) => ({ command: 'ls', args: `.*x${at}` })) } } },
    command: many(2000, (at) => `ls a${at}`).join(';'),
    answers: ['deny', 'DECISION_TOO_COSTLY'],
  },
  {
    name: 'patterns that take long to read',
    workspace: { tools: { exec: { deny: many(5000, (at) => ({ command: 'ls', args: `.{800}${at}` })) } } },
    command: 'ls',
    answers: ['refused', 'there are too many or too long rules'],
  },
]

const sizes: readonly Row[] = [
  {
    name: '100,000 rules',
    workspace: { tools: { exec: { deny: many(100_000, (at) => `x${at}`) } } },
    command: 'ls',
    answers: ['refused', 'expected at most 10000 entries'],
  },
  {
    name: '10,000 rules on programs by their path, each with wildcards',
    workspace: { tools: { exec: { deny: many(10_000, (at) => `/**/${'*a'.repeat(20)}${at}`) } } },
    command: many(200, (at) => `/opt/${'a/'.repeat(100)}x${at}`).join(';'),
    answers: ['deny', 'DECISION_TOO_COSTLY'],
  },
  {
    name: 'a rule of one MiB',
    workspace: { tools: { exec: { deny: [`git ${'x'.repeat(1 << 20)}`] } } },
    command: 'ls',
    answers: ['refused', 'is longer than any command line'],
  },
  {
    name: 'a rule of one MiB of words',
    workspace: { tools: { exec: { deny: [`git ${'x '.repeat(1 << 19)}y`] } } },
    command: 'git x',
    answers: ['refused', 'is longer than any command line'],
  },
  {
    name: 'a path of one MiB of wildcards',
    workspace: { tools: { exec: { deny: [`/${'*a'.repeat(1 << 15)}`] } } },
    command: `/${'a'.repeat(4000)}`,
    answers: ['refused', /is longer than (?:a path can be|any command line)/],
  },
  {
    name: 'a rule on files of one MiB',
    workspace: { tools: { fs: { write: { deny: ['*a'.repeat(1 << 19)] } } } },
    command: 'rm x',
    answers: ['refused', /longer than a path can be|characters/],
  },
  {
    name: '10,000 effects with wildcards against long paths',
    workspace: { tools: { exec: { deny: many(10_000, (at) => `fs.write:/**/${'*a'.repeat(20)}${at}`) } } },
    command: `rm ${many(300, (at) => `${'a/'.repeat(60)}${at}a`).join(' ')}`,
    answers: ['deny', 'DECISION_TOO_COSTLY'],
  },
  {
    name: '1,000 rules on files against many patterns of the shell',
    workspace: { tools: { fs: { write: { deny: many(1000, (at) => `${'**/*a'.repeat(20)}${at}`) } } } },
    command: `rm ${many(500, (at) => `${'*a'.repeat(30)}${at}*/*`).join(' ')}`,
    answers: ['deny', 'DECISION_TOO_COSTLY'],
  },
  {
    name: '1,000 protected paths for 5,000 files',
    workspace: { sandbox: { protectedPaths: many(1000, (at) => `${'a/'.repeat(100)}${at}`) } },
    user: { tools: { exec: { host: 'gateway', security: 'full' } }, mode: 'danger-full-access' },
    command: `touch ${many(5000, (at) => `a/b${at}`).join(' ')}`,
    answers: ['allow'],
  },
  {
    name: 'JSON that is nested a million deep',
    workspace: `{"tools":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
    command: 'ls',
    answers: ['refused', 'nested deeper than 32'],
  },
  {
    name: 'a file that is longer than any',
    workspace: `{${spaces(5 << 20)}}`,
    command: 'ls',
    answers: ['refused', 'Keep it below'],
  },
  {
    name: 'names of tools with thousands of wildcards',
    workspace: { tools: { deny: many(100, (at) => `mcp__${'*a'.repeat(60)}${at}`) } },
    command: 'ls',
    answers: ['allow'],
  },
  {
    name: '10,000 hosts with wildcards',
    workspace: { tools: { exec: { deny: many(10_000, (at) => `net.egress:*.a${at}.example`) } } },
    command: `curl ${many(500, (at) => `https://x.b${at}.example/`).join(' ')}`,
    answers: ['allow'],
  },
]

/** Lines of a model that once hung patterns of our own. */
const lines: readonly (readonly [name: string, command: string])[] = [
  ['flags of make', `MAKEFLAGS='${'-j '.repeat(3000)}!' make -n`],
  ['flags of make, exported', `export MAKEFLAGS='${'-j '.repeat(3000)}!'; make -n`],
  ['flags of the compiler', `export CFLAGS='${'-f-f'.repeat(2000)}!'; make -n`],
  ['definitions for the compiler', `export CPPFLAGS='${'-Wa'.repeat(2000)}/'; make -n`],
  ['filters of ffmpeg', `ffmpeg -i a -vf '${'scale=scale'.repeat(2000)}!' b`],
  ['blanks behind a bracket', `$x "=(${spaces(LONG)}"`],
  ['a line of a makefile', `make -E '${':;'.repeat(2000)}\r'`],
  ['a line of a makefile with blanks', `make -E 'a:;${spaces(4000)}\r'`],
  ['a binding of a key', `bind -x '""${spaces(4000)}x"y'`],
  ['perl that opens', `perl -e 'open "${spaces(4000)}'`],
  ['perl that opens a pipe', `perl -e 'open(F, "|${spaces(4000)}'`],
  ['python with a list', `python3 -c 'call("a"${spaces(3000)}['`],
  ['lua with a long text', `lua -e 'execute ${'[='.repeat(1500)}'`],
  ['a runner of cargo', `cargo --config 'runner =${spaces(4000)}x' build`],
  ['sed that executes', `sed '${'s/a/'.repeat(1200)}' f`],
  ['a table of cron', `crontab - <<'E'\n${'\n'.repeat(LONG)}E`],
  ['a table of cron with words', `crontab - <<'E'\n${'a '.repeat(LONG / 2)}\nE`],
  ['a delimiter that goes on', `python3 <<${'E'.repeat(LONG)}!\nx`],
  ['a statement of SQL', `sqlite3 a.db 'pragma ${'a'.repeat(100)}${spaces(LONG)}x'`],
  ['a command of sqlite3', `sqlite3 a.db '.tables${spaces(LONG)}!'`],
  ['an option of many letters', `bash -${'c'.repeat(LONG)}1 x`],
  ['a program with a long version', `python${'1.'.repeat(LONG / 2)}x -c 1`],
  ['a name with many slashes', `find ${'/'.repeat(LONG)}x -name a`],
  ['a pattern with many stars', `ls ${'*'.repeat(LONG)}`],
  ['a pattern with many brackets', `rm ${'[a'.repeat(LONG / 2)}`],
  ['an address with many colons', `unknown ${'a.'.repeat(LONG / 2)}://x`],
  ['a host with many dots', `curl https://a${'.'.repeat(LONG)}x/`],
  ['quotes that never end', `echo ${"'".repeat(LONG + 1)}`],
  ['many dollars', `echo ${'$'.repeat(LONG)}`],
  ['deep substitutions', `echo ${'$('.repeat(5000)}${')'.repeat(5000)}`],
]

async function runBounded(
  scene: ReturnType<typeof openScene>,
  words: readonly string[],
  input?: string,
): Promise<ReturnType<typeof ranOf>> {
  const result = await execa(process.execPath, [LAUNCHER, ...words], {
    cwd: scene.workspace,
    env: { NO_COLOR: '1', POUNDLOCK_HOME: scene.state },
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
    reject: false,
    timeout: HANGS_MS,
    killSignal: 'SIGKILL',
  })
  expect(result.timedOut, 'it hangs').toBe(false)
  return ranOf(result, words)
}

const textOf = (value: object | string) => (typeof value === 'string' ? value : JSON.stringify(value))

function openRow({ workspace, user, approvals }: Omit<Row, 'name' | 'command' | 'answers'>) {
  const scene = openScene()
  if (user !== undefined) scene.configure(user)
  if (workspace !== undefined) {
    mkdirSync(join(scene.workspace, '.poundlock'))
    writeFileSync(join(scene.workspace, '.poundlock', 'poundlock.json'), textOf(workspace))
  }
  if (approvals !== undefined) {
    writeFileSync(join(scene.state, 'exec-approvals.json'), JSON.stringify(approvals), { mode: 0o600 })
  }
  return scene
}

const EXITS = { allow: 0, ask: 65, deny: 64, refused: 2 } as const

describe.each(someOf([...patterns, ...sizes]))('$name', ({ command, answers: [decision, part], ...files }) => {
  test('is answered by check', { timeout: 2 * HANGS_MS }, async () => {
    const scene = openRow(files)
    const ran = await runBounded(scene, ['check', '--json', '--', command])
    if (decision === 'refused') {
      expect(ran.stderr).toMatch(part!)
      expect(ran.stderr.length).toBeLessThan(5000)
    } else {
      const answer = ran.json()
      expect(answer.decision).toBe(decision)
      if (part !== undefined) expect(answer.reasons[0].code).toBe(part)
    }
    expect(ran.code).toBe(EXITS[decision])
  })

  test('is answered by the hook', { timeout: 2 * HANGS_MS }, async () => {
    const scene = openRow(files)
    const ran = await runBounded(
      scene,
      ['hook', 'claude-code'],
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command },
        cwd: scene.workspace,
        session_id: 's',
      }),
    )
    // A broken file blocks, and so does what would take too long.
    if (decision === 'refused') expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('poundlock') })
    // It says nothing where no rule of the user allows it.
    else if (decision === 'allow') expect(ran.code).toBe(0)
    else expect(ran.json().hookSpecificOutput.permissionDecision).not.toBe('allow')
  })
})

test.each(someOf(lines))('%s: the line is answered', { timeout: 2 * HANGS_MS }, async (_name, command) => {
  const scene = openScene()
  scene.configure({ tools: { exec: { deny: ['git push'], host: 'gateway', security: 'allowlist', proven: 'off' } } })
  const ran = await runBounded(scene, ['check', '--json', '--', command])
  expect(['allow', 'ask', 'deny']).toContain(ran.json().decision)
})
