import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPolicy, type ExecDocument } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { afterAll, expect, test } from 'vitest'
import { createExecutableFinder, inspectRepository, planCommand } from '../src/index.ts'

/** A workspace in which every name of the system stands for a program of the agent's own. */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-other-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const workspace = join(root, 'w')
const home = join(root, 'home')
const bin = join(root, 'bin')
for (const folder of ['w/10', 'w/sub/scripts', 'w/scripts', 'w/tools', 'home', 'bin']) {
  mkdirSync(join(root, folder), { recursive: true })
}
for (const path of [
  'w/wc',
  'w/10/wc',
  'w/scripts/x',
  'w/sub/scripts/x',
  'w/scripts/x.sh',
  'w/sub/scripts/x.sh',
  'bin/mytool',
]) {
  writeFileSync(join(root, path), '#!/bin/sh\n')
  chmodSync(join(root, path), 0o755)
}
symlinkSync('/bin/sh', join(workspace, 'tools/shell'))
symlinkSync(workspace, join(root, 'elsewhere'))

function decide(line: string, exec: ExecDocument, path: readonly string[] = [bin, '/usr/bin', '/bin']) {
  const policy = createPolicy(
    { tools: { exec: { host: 'gateway', security: 'allowlist', ...exec } } },
    { home, commands: commandEvaluator },
  )
  const findExecutable = createExecutableFinder(path)
  const { plan } = planCommand(line, { cwd: workspace, home, findExecutable, inspectRepository, path })
  const context = { agent: 'main', session: 'main', cwd: workspace, workspace, home, interactive: true }
  return policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan, context }).decision
}

test.each([
  'PATH=. wc',
  'PATH= wc',
  "PATH='' ; wc",
  'PATH=.:$PATH wc',
  'PATH+=:.; wc',
  'export PATH=.; wc',
  'export -n PATH; wc',
  'declare -x PATH=.; wc',
  'readonly PATH=.; wc',
  'unset PATH; wc',
  'read PATH <<< .; wc',
  'mapfile PATH < x; wc',
  'printf -v PATH .; wc',
  'for PATH in .; do wc; done',
  'select PATH in 10; do wc; done',
  'typeset -n p=PATH; p=.; wc',
  'exec {PATH}</dev/null; wc',
  '{ wc; } {PATH}</dev/null',
  'coproc PATH { ls; }; wc',
  'let PATH=10; wc',
  '((PATH=10)); wc',
  'echo $((PATH=10)); wc',
  'echo ${PATH:=.}; wc',
  'wait -p PATH; wc',
  'getopts x PATH; wc',
  "trap 'PATH=.' DEBUG; wc",
  'env PATH=. wc',
  'env -i PATH=. wc',
  'env -u PATH wc',
  "env -S 'PATH=. wc'",
  'BASH_CMDS[wc]=./wc; wc',
  "printf -v 'BASH_CMDS[wc]' ./wc; wc",
  "read 'BASH_CMDS[wc]' <<< ./wc; wc",
  ': ${BASH_CMDS[wc]:=./wc}; wc',
  'hash -p ./wc wc; wc',
  'enable -f ./x.so wc; wc',
  'enable -n echo; echo hi',
  'alias wc=./wc; wc',
  'wc() { ./wc; }; wc',
  'export -f wc; wc',
  "env 'BASH_FUNC_wc%%=() { ./wc; }' bash -c wc",
  'command_not_found_handle() { ./wc; }; nosuch',
  '. wc',
  'bash wc',
])('a name is asked for where the line makes another program of it: %s', (line) => {
  expect(decide('wc', { allow: ['echo', 'ls'] })).toBe('allow')
  expect(decide(line, { allow: ['echo', 'ls'] })).toBe('ask')
})

test.each(['', '.', 'bin', './', '~/bin'])('a name is asked for where PATH has the folder %j', (folder) => {
  expect(decide('mytool', { allow: ['mytool'] }, [bin, folder])).toBe('ask')
})

test.each([
  ['exec -a rm ls -f a', 'rm', 'deny'],
  ['(exec -ca rm ls -f a)', 'rm', 'deny'],
  ['exec -a git-push git origin', 'git-push', 'deny'],
  ['exec -a rm ls -f a', 'mv', 'ask'],
  ['env -a rm ls -f a', 'rm', 'ask'],
  ['env --argv0=rm ls -f a', 'rm', 'ask'],
  ['/lib64/ld-linux-x86-64.so.2 --argv0 rm /usr/bin/ls -f a', 'mv', 'ask'],
])('%s: a program that goes by what it is called is that one, where a rule denies %s', (line, denied, expected) => {
  expect(decide(line, { allow: ['ls', 'git'], deny: [denied] })).toBe(expected)
})

test('a rule by path does not cover what command -p finds elsewhere', () => {
  expect(decide('mytool', { allow: [`${bin}/*`] })).toBe('allow')
  expect(decide('command mytool', { allow: [`${bin}/*`] })).toBe('allow')
  expect(decide('command -p mytool', { allow: [`${bin}/*`] })).toBe('ask')
})

test.each([
  'git -C sub bisect run ./scripts/x',
  'git bisect run ./scripts/x',
  'git -C sub bisect run bash scripts/x.sh',
  'git -C sub bisect run bash ./scripts/x.sh',
])('a rule by path does not cover what is started elsewhere: %s', (line) => {
  expect(decide(line, { allow: ['git', `${workspace}/scripts/*`] })).toBe('ask')
})

test('a rule by path does not cover a link of the workspace, whatever starts it and however it is reached', () => {
  const link = `${root}/elsewhere/tools/shell`
  for (const starter of ['', 'nice ', 'xargs ', 'git bisect run ', 'find . -exec ']) {
    const line = `${starter}${link} a.sh${starter.startsWith('find') ? ' \\;' : ''}`
    expect(decide(line, { allow: ['git', 'xargs', 'find', `${root}/elsewhere/**`] }), line).toBe('ask')
  }
})

test.each(['git bisect run bash scripts/x.sh', 'git rebase --exec "bash scripts/x.sh"', 'nice bash scripts/x.sh'])(
  'a rule that denies a script holds for whatever starts it: %s',
  (line) => {
    expect(decide(line, { allow: ['*'], deny: ['x.sh'] })).toBe('deny')
    expect(decide(line, { allow: ['*'], deny: [`${workspace}/scripts/*`] })).toBe('deny')
  },
)
