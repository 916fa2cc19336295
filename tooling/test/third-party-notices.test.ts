import { expect, test } from 'vitest'
import { noticesOf } from '../third-party-notices.ts'

test('the licence of each package in a bundle is written once, and our own are not', () => {
  const files = ['node_modules/typescript/lib/tsc.js', 'node_modules/typescript/package.json', 'tooling/tsup.ts']
  const notices = noticesOf(files)
  expect(notices.match(/^\S+ [\d.]+ \(.+\)$/gmu)).toEqual([expect.stringMatching(/^typescript \d.+ \(Apache-2\.0\)$/u)])
  expect(notices).toMatch(/Apache License/u)
  expect(noticesOf(['tooling/tsup.ts'])).toBe('')
})
