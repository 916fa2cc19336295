import type { ApprovalRequest } from '@poundlock/approvals'
import { expect, test } from 'vitest'
import { requestText } from '../src/show/request-text.ts'

const request = (text: string, reasons: readonly string[]) =>
  ({
    id: '3f2a91c03f2a91c03f2a91c03f2a91c0',
    createdAt: 0,
    expiresAt: 1000,
    callId: 'call_1',
    tool: 'exec',
    reasons,
    sets: [],
    security: 'allowlist',
    warnings: Array.from({ length: 600 }, (_, index) => `warning ${index}`),
    decisions: ['allow-once', 'deny'],
    likeness: '',
    binding: {
      text,
      argv: null,
      executables: [],
      scripts: [],
      cwd: { path: '/w', node: '1:1', size: 0, changed: '' },
      environment: {},
      host: 'gateway',
      agent: 'main',
      session: 'main',
    },
  }) satisfies ApprovalRequest

test('what it would do is the first line, whole, however many warnings there are', () => {
  const effect = `rm would delete /srv/${'x'.repeat(3000)}`
  const { bound, notes } = requestText(request('rm x', [effect, 'tool exec requires approval']))
  expect(bound.split('\n')[0]).toBe(`because: ${effect}`)
  expect(notes).not.toContain('rm would delete')
})

test('the command is shown from its start to its end, whatever its length', () => {
  const line = `echo ${'a'.repeat(200_000)}; rm -rf /srv`
  expect(requestText(request(line, ['x'])).command).toBe(line)
})
