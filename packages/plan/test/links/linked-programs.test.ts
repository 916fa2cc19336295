import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPolicy, type ExecDocument } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { afterAll, expect, test } from 'vitest'
import { createExecutableFinder, inspectRepository, planCommand } from '../../src/index.ts'

/** A machine: a workspace with scripts and links, a folder of tools beside it, and one for programs. */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-linked-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const workspace = join(root, 'w')
const home = join(root, 'home')
const [tools, scripts, local, bin] = ['w/tools', 'w/scripts', 'home/.local/bin', 'bin'].map((name) => {
  mkdirSync(join(root, name), { recursive: true })
  return join(root, name)
}) as [string, string, string, string]

function program(path: string): string {
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}

program(join(tools, 'check'))
program(join(scripts, 'run.sh'))
program(join(root, 'evil.sh'))
program(join(workspace, 'planted'))
program(join(home, 'real-tool'))
symlinkSync('/bin/sh', join(tools, 'shell'))
symlinkSync('check', join(tools, 'also'))
symlinkSync('../../evil.sh', join(scripts, 'linked.sh'))
symlinkSync(join(home, 'real-tool'), join(local, 'tool'))
symlinkSync(join(workspace, 'planted'), join(bin, 'fetcher'))
symlinkSync(join(workspace, 'planted'), join(bin, 'wc'))
symlinkSync('/bin/rm', join(workspace, 'tidy'))
symlinkSync(join(root, 'w'), join(root, 'elsewhere'))

function decide(line: string, exec: ExecDocument, path: readonly string[] = [bin, '/usr/bin', '/bin']) {
  const policy = createPolicy(
    { tools: { exec: { host: 'gateway', security: 'allowlist', ...exec } } },
    { home, commands: commandEvaluator },
  )
  const findExecutable = createExecutableFinder(path)
  const { plan } = planCommand(line, { cwd: workspace, home, findExecutable, inspectRepository, path })
  const context = { agent: 'main', session: 'main', cwd: workspace, workspace, home, interactive: true }
  return policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan, context })
}

test.each([
  ['a file of the pattern', './tools/check', [`${tools}/*`]],
  ['a link to a file of the pattern', './tools/also', [`${tools}/*`]],
  ['a script of the pattern', 'bash scripts/run.sh', [`${scripts}/*.sh`]],
  [
    'what a link leads to, by its own path',
    './scripts/linked.sh',
    [`${scripts}/*.sh`, `${root}/*.sh`, `${root}/**/*.sh`],
  ],
  ['a link that lies outside the workspace, as its target does', join(local, 'tool'), ['~/.local/bin/*']],
  ['a link of the system', 'sh scripts/run.sh', [`${scripts}/*.sh`]],
])('a rule by path covers %s', (_what, line, allow) => {
  expect(decide(line, { allow }).decision).toBe('allow')
})

test.each([
  ['a link of the workspace to a shell', './tools/shell scripts/run.sh', [`${tools}/*`], '/tools/shell leads to '],
  ['a script that is a link to another', './scripts/linked.sh', [`${scripts}/*.sh`], '/evil.sh, which the rule'],
  ['the same behind its interpreter', 'bash scripts/linked.sh', [`${scripts}/*.sh`], '/evil.sh, which the rule'],
  ['a name whose link leads into the workspace', 'fetcher', ['fetcher'], '/planted, which the rule does not name'],
  [
    'a program that is reached by way of a folder',
    `${root}/elsewhere/tools/shell`,
    [`${root}/elsewhere/**`],
    'leads to',
  ],
])('a rule does not cover %s', (_what, line, allow, why) => {
  const decision = decide(line, { allow })
  expect(decision.decision).toBe('ask')
  expect(decision.reasons.map(({ message }) => message).join('\n')).toContain(why)
})

test('a safe bin is the program of the system, not a link of that name to another', () => {
  expect(decide('echo a | wc -l', { allow: ['echo'] }, ['/usr/bin', '/bin']).decision).toBe('allow')
  expect(decide('echo a | wc -l', { allow: ['echo'] }).decision).toBe('ask')
})

test('a rule that denies a program holds for links that lead to it', () => {
  const exec = { security: 'full', ask: 'off', allow: ['*'], deny: ['rm'] } as const
  expect(decide('./tidy x', exec).decision).toBe('deny')
  expect(decide('env A=1 ./tidy x', exec).decision).toBe('deny')
  expect(decide('bash scripts/linked.sh', { ...exec, deny: [`${root}/evil.sh`] }).decision).toBe('deny')
  expect(decide('./planted x', exec).decision).toBe('allow')
})

test.each([
  ['.', ['.', '/usr/bin']],
  ['an empty folder', ['', '/usr/bin']],
  ['a relative folder', ['bin', '/usr/bin']],
])('with %s in PATH, a name stands for nothing certain', (_what, path) => {
  expect(decide('ls', { allow: ['ls'] }, path).decision).toBe('ask')
})

test('a name in another case is another program', () => {
  expect(decide('./tools/CHECK', { allow: [`${tools}/*`] }).decision).toBe('ask')
  expect(decide('LS', { allow: ['ls'] }).decision).toBe('ask')
})
