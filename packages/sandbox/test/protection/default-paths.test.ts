import { expect, test } from 'vitest'
import { checkPolicy, defaultHiddenPaths, defaultProtectedPaths } from '../../src/index.ts'
import { policyFor } from '../policy-for.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test('every default has a reason, stands once, and is a path that a policy takes', () => {
  const hidden = defaultHiddenPaths('/home/u')
  for (const list of [defaultProtectedPaths, hidden]) {
    expect(list.every(({ reason }) => reason.length > 5)).toBe(true)
    expect(new Set(list.map(({ path }) => path)).size).toBe(list.length)
  }
  const policy = policyFor(temporaryFolder(), {
    protectedPaths: defaultProtectedPaths.map(({ path }) => path),
    hiddenPaths: hidden.map(({ path }) => path),
  })
  expect(checkPolicy(policy).protectedPaths).toEqual(policy.protectedPaths)
})

test('git itself can still be used: its folder is not protected as a whole', () => {
  expect(defaultProtectedPaths.map(({ path }) => path)).not.toContain('.git')
})
