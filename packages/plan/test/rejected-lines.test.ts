import { spawnSync } from 'node:child_process'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { planCommand } from '../src/index.ts'

const policy = createPolicy([{ name: 'user', mayLoosen: true, exec: { host: 'gateway', security: 'allowlist' } }], {
  home: '/home/u',
  commands: commandEvaluator,
})

function decide(command: string, dialect: 'bash' | 'posix') {
  const { plan } = planCommand(command, {
    cwd: '/w',
    home: '/home/u',
    dialect,
    findExecutable: (name) => `/usr/bin/${name}`,
  })
  const { decision, reasons } = policy.decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    plan,
    context: { agent: 'main', session: 'main', cwd: '/w', workspace: '/w', home: '/home/u', interactive: true },
  })
  return { decision, code: reasons[0]!.code }
}

const UNFINISHED = [
  'echo "x',
  "echo 'x",
  'touch a; echo "b',
  'touch a\necho "b',
  'echo $(ls',
  'if true; then ls',
  'for x in a b; do ls',
  'while true; do ls',
  '{ ls',
  '(ls',
  'f() { ls',
  'git commit -m "a message',
  'echo "$(ls)',
]

const MISTAKEN = [
  'ls )',
  'touch a; )',
  'ls & & ls',
  'ls ;; ls',
  '; ls',
  '| ls',
  'ls && && ls',
  'ls >',
  'ls > > x',
  '()',
  'if ; then ls; fi',
  'if true; then fi',
  'then ls',
  'fi',
  'done',
  'do ls; done',
  'esac',
  '}',
  'for x in a b; ls; done',
  'for i; in x; do ls; done',
  'while true do ls; done; }',
  'case x in x) ls ;; ) esac',
  'ls (x)',
  'a b()',
  'ls | | cat',
  'ls || | cat',
  'echo ok\n)',
]

test.each([...UNFINISHED, ...MISTAKEN])('no shell runs %j, and nobody is asked about it', (command) => {
  expect(decide(command, 'bash')).toEqual({ decision: 'deny', code: 'COMMAND_INVALID' })
  expect(decide(command, 'posix')).toEqual({ decision: 'deny', code: 'COMMAND_INVALID' })
})

/** For `bash`, and for `sh`, which is bash on some systems. */
const READ_SOMEHOW = [
  'cat <<< x',
  'a=(1 2)',
  'ls |& cat',
  '[[ a == b ]]',
  'f() g() { ls; }',
  'echo ${x@Q}',
  'echo ${x/a/b}',
]

test.each(READ_SOMEHOW)('%j is never taken for a mistake, also in the dialect that lacks it', (command) => {
  expect(decide(command, 'posix').code).not.toBe('COMMAND_INVALID')
})

test('what is taken for a mistake is one to bash and dash', () => {
  needsProgram('dash')
  const accepted = [...UNFINISHED, ...MISTAKEN].filter((line) =>
    ['bash', 'dash'].some((shell) => spawnSync(shell, ['-n', '-c', line], { stdio: 'ignore' }).status === 0),
  )
  expect(accepted).toEqual([])
})

test.each(['cat <<E\nx', 'cat <<E', 'echo `echo "x`', 'echo a \\'])(
  '%j is asked about: a shell runs it, or a part of it',
  (command) => expect(decide(command, 'bash').decision).toBe('ask'),
)
