import { describe, expect, test } from 'vitest'
import { findDrift, offeredDecisions, readChatCommand } from '../../src/index.ts'
import { findId } from '../../src/requests/find-request.ts'
import { stateOf } from '../../src/requests/request.ts'
import { aBinding, aRequest } from '../a-request.ts'

describe('what is written in a chat', () => {
  test.each([
    ['/approve abc allow', 'allow-once'],
    ['/approve abc allow-once', 'allow-once'],
    ['/approve abc always', 'allow-always'],
    ['/approve abc allowalways', 'allow-always'],
    ['/approve abc deny', 'deny'],
    ['/approve abc reject', 'deny'],
    ['  /APPROVE ABC Deny  ', 'deny'],
    ['/approve@me abc deny', 'deny'],
  ])('%s is %s', (text, decision) => {
    expect(readChatCommand(text, 'Me')).toEqual({ kind: 'answer', id: 'abc', decision })
  })

  test.each([
    ['/approve abc always 1h', { lastsMs: 3_600_000 }],
    ['/approve abc Always USES=5 2w Exact', { maxUses: 5, lastsMs: 1_209_600_000, scope: 'exact' }],
    ['/approve abc allow-always folder', { scope: 'folder' }],
  ])('%s has an end', (text, reach) => {
    expect(readChatCommand(text)).toEqual({ kind: 'answer', id: 'abc', decision: 'allow-always', reach })
  })

  test.each([
    'always 1h 2h',
    'always uses=5 uses=9',
    'always exact folder',
    'always uses=0',
    'always uses=1e9',
    'always uses=-1',
    'always uses=',
    'always 0h',
    'always 1y',
    'always -1h',
    'always 100000w',
    'always \uFF11h',
    'always forever',
    'always __proto__',
    'once 1h',
    'allow-once uses=5',
    'deny 1h',
    'deny exact',
  ])('a limit that nothing keeps is not taken for none: %s', (words) => {
    expect(readChatCommand(`/approve abc ${words}`)).toMatchObject({ kind: 'usage' })
    expect(readChatCommand(`approve abc ${words}`)).toBeNull()
  })

  test.each(['/approve', '/approve abc', '/approve abc maybe', '/approve abc deny now', '/approve abc constructor'])(
    '%s is told how it is meant',
    (text) => {
      expect(readChatCommand(text)).toMatchObject({ kind: 'usage' })
    },
  )

  test('for another bot, or for nobody, is no answer', () => {
    expect(readChatCommand('/approve@otherbot abc deny', 'me')).toEqual({ kind: 'other-bot', name: 'otherbot' })
    expect(readChatCommand('please /approve abc deny')).toBeNull()
    expect(readChatCommand('/approved abc deny')).toBeNull()
  })
})

describe('an id', () => {
  const ids = ['abcd1111', 'abcd2222', 'beef0000']
  test('is known by an unambiguous beginning', () => {
    expect(findId(ids, 'beef')).toBe('beef0000')
    expect(findId(ids, 'ABCD1')).toBe('abcd1111')
    expect(() => findId(ids, 'abcd')).toThrow(/2 requests.*abcd1111, abcd2222/)
    expect(() => findId(ids, 'bee')).toThrow(/No request/)
    expect(() => findId(ids, '')).toThrow(/No request/)
    expect(() => findId(ids, '../../etc')).toThrow(/No request/)
  })
})

describe('the answers that are open', () => {
  test('are not for ever where it is asked each time, or where nothing can be granted', () => {
    expect(offeredDecisions({ ask: 'always', grantable: true })).toEqual(['allow-once', 'deny'])
    expect(offeredDecisions({ ask: 'on-miss', grantable: false })).toEqual(['allow-once', 'deny'])
    expect(offeredDecisions({ ask: 'on-miss', grantable: true })).toEqual(['allow-once', 'allow-always', 'deny'])
  })
})

describe('a request', () => {
  const request = aRequest()
  const answer = { decision: 'allow-once', by: 'u', surface: 'terminal', at: 5 } as const
  test.each([
    [{ request }, 9, 'pending'],
    [{ request }, 10, 'expired'],
    [{ request, answer }, 9, 'answered'],
    [{ request, answer }, 10, 'expired'],
    [{ request, answer: { ...answer, decision: 'deny' } }, 99, 'answered'],
    [{ request, answer, usedAt: 6 }, 99, 'used'],
    [{ request, answer, cancelledAt: 6 }, 7, 'cancelled'],
  ] as const)('%#: is as it was left, and as late as it is', (record, now, state) => {
    expect(stateOf(record, now)).toBe(state)
  })
})

describe('what was approved', () => {
  const file = aBinding().executables[0]!
  test.each([
    ['DRIFT_TEXT', { text: 'ls -la ; id' }],
    ['DRIFT_ARGUMENTS', { argv: [['ls', '-l', '-a']] }],
    ['DRIFT_ARGUMENTS', { argv: null }],
    ['DRIFT_EXECUTABLE_PATH', { executables: [{ ...file, path: '/home/u/bin/ls' }] }],
    ['DRIFT_EXECUTABLE_PATH', { executables: [] }],
    ['DRIFT_EXECUTABLE', { executables: [{ ...file, node: '1:3' }] }],
    ['DRIFT_EXECUTABLE', { executables: [{ ...file, hash: 'other' }] }],
    ['DRIFT_SCRIPT', { scripts: [{ ...file, path: '/w/a.sh', hash: 'other' }] }],
    ['DRIFT_DIRECTORY', { cwd: { ...file, path: '/w', node: '1:9' } }],
    ['DRIFT_ENVIRONMENT', { environment: { CI: 'y' } }],
    ['DRIFT_ENVIRONMENT', { environment: {} }],
    ['DRIFT_ENVIRONMENT', { environment: { CI: 'x', LD_PRELOAD: 'z' } }],
    ['DRIFT_HOST', { host: 'node' }],
    ['DRIFT_AGENT', { agent: 'other' }],
    ['DRIFT_SESSION', { session: 'other' }],
  ] as const)('%s: is not what differs in one thing', (code, change) => {
    const drift = findDrift(aBinding(), { ...aBinding(), ...change })
    expect(drift.map((entry) => entry.code)).toEqual([code])
    expect(findDrift({ ...aBinding(), ...change }, aBinding()).map((entry) => entry.code)).toContain(code)
  })

  test.each([
    [
      'a file that was not there',
      { path: '/w/GNUmakefile', node: 'missing', size: 0, changed: '' },
      /"\/w\/GNUmakefile" was not there/,
    ],
    [
      'many files',
      { path: '/w/t', node: 'files', size: 70, changed: '', hash: 'h' },
      /A file below "\/w\/t" has changed/,
    ],
  ])('%s is named as what it is', (_, approved, message) => {
    const other = { ...approved, node: approved.node === 'missing' ? '1:9' : 'files', hash: 'other' }
    const drift = findDrift(aBinding({ scripts: [approved] }), aBinding({ scripts: [other] }))
    expect(drift.map((entry) => entry.message)).toEqual([expect.stringMatching(message)])
  })

  test('one more file is named, and moves none of the others', () => {
    const [script] = aBinding().scripts
    const drift = findDrift(aBinding(), aBinding({ scripts: [{ ...script!, path: '/w/A.sh' }, script!] }))
    expect(drift.map((entry) => entry.message)).toEqual([expect.stringMatching(/other scripts .*: "\/w\/A.sh"/)])
  })

  test('is the same after it was written down', () => {
    expect(findDrift(JSON.parse(JSON.stringify(aBinding())) as ReturnType<typeof aBinding>, aBinding())).toEqual([])
  })
})
