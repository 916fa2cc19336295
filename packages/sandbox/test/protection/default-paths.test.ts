import { PROTECTED_PATHS } from '@poundlock/spec'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { checkPolicy, defaultHiddenPaths } from '../../src/index.ts'
import { policyFor } from '../policy-for.ts'

test('every default has a reason, stands once, and is a path that a policy takes', () => {
  const hidden = defaultHiddenPaths('/home/u')
  for (const list of [PROTECTED_PATHS, hidden]) {
    expect(list.every(({ reason }) => reason.length > 5)).toBe(true)
    expect(new Set(list.map(({ path }) => path)).size).toBe(list.length)
  }
  const policy = policyFor(temporaryFolder(), {
    protectedPaths: PROTECTED_PATHS.map(({ path }) => path),
    hiddenPaths: hidden.map(({ path }) => path),
  })
  expect(checkPolicy(policy).protectedPaths).toEqual(policy.protectedPaths)
})

test('every protected path says where it is written down that something obeys it', () => {
  for (const { path, source } of PROTECTED_PATHS) expect([path, source.length > 3]).toEqual([path, true])
})

test('git itself can still be used: its folder is not protected as a whole', () => {
  expect(PROTECTED_PATHS.map(({ path }) => path)).not.toContain('.git')
})
