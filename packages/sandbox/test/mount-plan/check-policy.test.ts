import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { checkPolicy, SandboxError } from '../../src/index.ts'
import { policyFor } from '../policy-for.ts'

test('follows links and drops doubles and what is not there to be read', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'real'))
  symlinkSync('real', join(folder, 'link'))
  const [real, link, missing] = ['real', 'link', 'missing'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const hidden = join(folder, 'hidden')
  expect(
    checkPolicy(policyFor(`${link}/`, { readPaths: [link, real, missing], writePaths: [link], hiddenPaths: [hidden] })),
  ).toMatchObject({
    workspace: real,
    readPaths: [real],
    writePaths: [real],
    hiddenPaths: [hidden],
  })
})

test('hides a hidden link and what it points to', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'keys'))
  mkdirSync(join(folder, 'w'))
  symlinkSync('keys', join(folder, 'link'))
  const { hiddenPaths } = checkPolicy(policyFor(join(folder, 'w'), { hiddenPaths: [join(folder, 'link')] }))
  expect(hiddenPaths).toEqual([join(folder, 'link'), join(folder, 'keys')])
})

test.each([
  ['a relative workspace', { workspace: 'w' }, /workspace "w" .* must be absolute/],
  ['a workspace with dots', { workspace: '/usr/../home' }, /must be absolute/],
  ['a workspace with a NUL byte', { workspace: '/a\0b' }, /must be absolute/],
  ['a missing workspace', { workspace: '/nowhere/at/all' }, /does not exist/],
  ['the root as workspace', { workspace: '/' }, /system folder/],
  ['/etc as workspace', { workspace: '/etc' }, /system folder/],
  ['a workspace in /proc', { workspace: '/proc/self' }, /system folder/],
  ['a relative read path', { readPaths: ['x'] }, /read path "x"/],
  ['the root as read path', { readPaths: ['/'] }, /cannot be granted/],
  ['a missing write path', { writePaths: ['/nowhere'] }, /write path "\/nowhere" .* does not exist/],
  ['a read path that is hidden', { readPaths: ['/usr/lib'], hiddenPaths: ['/usr'] }, /which the policy hides/],
  ['an absolute protected path', { protectedPaths: ['/etc'] }, /relative to the workspace/],
  ['a protected path that leaves', { protectedPaths: ['../x'] }, /relative to the workspace/],
  ['an unknown network', { network: 'some' as 'on' }, /network of the sandbox cannot be "some"/],
  ['an allowlist without rules', { network: 'allowlist' as const }, /no rule that allows anything/],
  [
    'an allowlist with no rule in it',
    { network: 'allowlist' as const, egress: { rules: [] } },
    /no rule that allows anything/,
  ],
  ['rules without an allowlist', { egress: { rules: ['example.org'] } }, /where they mean nothing/],
  [
    'a rule that is none',
    { network: 'allowlist' as const, egress: { rules: ['example.org', '*'] } },
    /rule "\*" is none/,
  ],
  ['an empty protected path', { protectedPaths: [''] }, /relative to the workspace/],
])('refuses %s, and says how to mend it', (_name, changes, message) => {
  const check = (): unknown => checkPolicy(policyFor(temporaryFolder(), changes))
  expect(check).toThrow(message)
  try {
    check()
  } catch (error) {
    expect(SandboxError.isInstance(error) && error.remedy).toBeTruthy()
    expect(error).toMatchObject({ code: 'SANDBOX_POLICY', name: 'SandboxError' })
  }
})

test('refuses a workspace that is a file', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => checkPolicy(policyFor(file))).toThrow(/not a folder/)
})

test('refuses a workspace that this user cannot read', () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o000)
  const script = fileURLToPath(new URL('../fixtures/check-workspace.ts', import.meta.url))
  const args = ['--disable-warning=ExperimentalWarning', script, folder]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout).toMatch(/^SANDBOX_POLICY The workspace .* (?:cannot be read|does not exist)/)
})
