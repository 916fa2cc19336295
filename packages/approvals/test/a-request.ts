import type { ApprovalRequest, Binding } from '../src/index.ts'

/** A binding in which every part says something. */
export const aBinding = (change: Partial<Binding> = {}): Binding => ({
  text: 'ls -la',
  argv: [['ls', '-la']],
  executables: [{ path: '/usr/bin/ls', node: '1:2', size: 3, changed: '4', hash: 'h' }],
  scripts: [{ path: '/w/a.sh', node: '1:5', size: 3, changed: '4', hash: 's' }],
  cwd: { path: '/w', node: '1:1', size: 0, changed: '' },
  environment: { CI: 'x' },
  host: 'gateway',
  agent: 'main',
  session: 'main',
  ...change,
})

/** A request that waits from 0 to 10. */
export const aRequest = (change: Partial<Binding> = {}): ApprovalRequest => ({
  id: '00112233445566778899aabbccddeeff',
  createdAt: 0,
  expiresAt: 10,
  callId: 'call_1',
  tool: 'exec',
  reasons: ['no rule covers it'],
  sets: ['CI'],
  binding: aBinding(change),
  security: 'allowlist',
  warnings: [],
  decisions: ['allow-once', 'allow-always', 'deny'],
  likeness: 'ls',
})
