import { describe, expect, test } from 'vitest'
import { explainDenials } from '../../src/denial/explain-denials.ts'
import { policyFor } from '../policy-for.ts'

const policy = policyFor('/w', {
  protectedPaths: ['.git/hooks', '.git/config', '.mcp.json'],
  hiddenPaths: ['/w/.ssh'],
  limits: { processes: 5, fileBytes: 10, cpuSeconds: 1 },
})

function explain(stderr: string, exit: { readonly exitCode?: number | null; readonly signal?: string | null } = {}) {
  return explainDenials({ exitCode: 1, signal: null, ...exit, stderr }, { policy, quarantined: [] })
}

describe('what a command was refused', () => {
  test.each([
    [
      '/bin/sh: 1: cannot create /etc/passwd: Read-only file system',
      'write',
      '/etc/passwd',
      /outside the workspace "\/w"/,
    ],
    ["touch: cannot touch '/opt/a b': Read-only file system", 'write', '/opt/a b', /"\/opt\/a b" refused/],
    ["[Error: EROFS: read-only file system, open '/usr/x']", 'write', '/usr/x', /sandbox\.writePaths/],
    [
      "cp: cannot create regular file '/w/.git/hooks/x': Read-only file system",
      'write',
      '/w/.git/hooks/x',
      /"\.git\/hooks" is protected/,
    ],
    [
      'sh: 1: cannot create .git/config: Read-only file system',
      'write',
      '/w/.git/config',
      /"\.git\/config" is protected/,
    ],
    ['bash: line 1: ./.git/hooks/x: Read-only file system', 'write', '/w/.git/hooks/x', /"\.git\/hooks" is protected/],
    ['tee: .mcp.json: Read-only file system', 'write', '/w/.mcp.json', /"\.mcp\.json" is protected/],
    [
      'error: could not write config file .git/config: Device or resource busy',
      'write',
      '/w/.git/config',
      /"\.git\/config" is protected/,
    ],
    ['curl: (6) Could not resolve host: example.org', 'network', null, /no network/],
    ['npm error code EAI_AGAIN', 'network', null, /sandbox\.egress = /],
    [
      'ERROR: Could not find a version that satisfies the requirement left-pad (from versions: none)',
      'network',
      null,
      /index of packages could not be reached: the sandbox has no network/,
    ],
    ['curl: (7) Failed to connect: Network is unreachable', 'network', null, /no network/],
    ['cat: /w/.ssh/id: Permission denied', 'read', '/w/.ssh/id', /hidden/],
    ['cat: /home/u/notes: No such file or directory', 'read', '/home/u/notes', /not there for the command/],
    ['mount: /mnt: must be superuser to use mount.', 'privilege', null, /no privileges/],
    ['sh: 1: Cannot fork', 'limit', null, /limit of 5 processes/],
    ["mv: cannot move '/w/.git' to '/w/x': Device or resource busy", 'write', '/w/x', /holds protected paths/],
    ['tar: write error: No space left on device', 'limit', null, /scratch folder/],
  ] as const)('is read from %j', (stderr, kind, target, message) => {
    expect(explain(stderr)).toEqual([{ kind, target, message: expect.stringMatching(message) }])
  })

  test.each([
    'ERROR: Could not find a version that satisfies the requirement left-pad==9 (from versions: 1.0, 1.1)',
    'cat: missing.txt: No such file or directory',
    'cat: /w/missing: No such file or directory',
    'sh: 1: ./script: Permission denied',
    '/bin/bash: line 1: no-such-program: command not found',
    'error TS2322: something is not assignable',
    '',
  ])('is not invented from an ordinary error: %j', (stderr) => {
    expect(explain(stderr)).toEqual([])
  })

  test.each([
    ['curl: (6) Could not resolve host: example.org', 'allowlist', /only way out is the proxy/],
    ['connect: Network is unreachable', 'allowlist', /only way out is the proxy/],
    [
      'curl: (6) Could not resolve host: example.org',
      'on',
      /looked up: curl: \(6\) Could not resolve host: example\.org/,
    ],
  ] as const)('tells, of %j with the network %s, what there is', (stderr, network, message) => {
    const context = { policy: { ...policy, network }, quarantined: [] }
    expect(explainDenials({ exitCode: 1, signal: null, stderr }, context)).toEqual([
      { kind: 'network', target: null, message: expect.stringMatching(message) },
    ])
  })

  const refusal = 'bash: a: Read-only file system'
  test.each([
    ['the workspace alone may be written to', {}, /^Only the workspace "\/w" can be written to\.$/],
    ['write paths may be, too', { writePaths: ['/c'] }, /^Only these can be written to: "\/w", "\/c"\.$/],
    [
      'the workspace may only be read',
      { fileMode: 'allow-list', readPaths: ['/w'] },
      /may read the workspace "\/w", and/,
    ],
    ['a part of it may be written to', { fileMode: 'allow-list', writePaths: ['/w/out'] }, /these .*: "\/w\/out"\.$/],
    ['all is as on the host', { fileMode: 'off' }, /protected, or on a read-only file system/],
  ] as const)('without a path it is told from the policy: %s', (_name, changes, message) => {
    const context = { policy: { ...policy, ...changes }, quarantined: [] }
    const [denial] = explainDenials({ exitCode: 1, signal: null, stderr: refusal }, context)
    expect(denial?.message).toMatch(message)
  })

  test('in a workspace that may only be read, is no write outside of it', () => {
    const context = { policy: { ...policy, fileMode: 'allow-list' as const, readPaths: ['/w'] }, quarantined: [] }
    const stderr = "touch: cannot touch '/w/a': Read-only file system"
    expect(explainDenials({ exitCode: 1, signal: null, stderr }, context)[0]?.message).toMatch(/may read the workspace/)
  })

  test('is nothing when the command succeeded', () => {
    expect(explain('warning: Read-only file system', { exitCode: 0 })).toEqual([])
  })

  test('can be a limit that ended it, directly or through a shell', () => {
    expect(explain('', { exitCode: null, signal: 'SIGXFSZ' })[0]?.message).toMatch(/fileBytes/)
    expect(explain('', { exitCode: 128 + 24 })[0]?.message).toMatch(/cpuSeconds/)
  })

  test('is said once, and never without end', () => {
    expect(explain('x: /etc/a: Read-only file system\n'.repeat(50))).toHaveLength(1)
    expect(
      explain(Array.from({ length: 50 }, (_, i) => `x: /etc/${String(i)}: Read-only file system`).join('\n')),
    ).toHaveLength(10)
  })

  test('includes what was moved out of the workspace, also after success', () => {
    const quarantined = [
      { path: '.mcp.json', movedTo: '/state/q/.mcp.json', reason: 'it appeared at a protected path' },
    ]
    expect(explainDenials({ exitCode: 0, signal: null, stderr: '' }, { policy, quarantined })).toEqual([
      { kind: 'write', target: '/w/.mcp.json', message: expect.stringMatching(/moved to "\/state\/q\/\.mcp\.json"/) },
    ])
  })
})
