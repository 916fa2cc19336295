import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { EMPTY_DOCUMENT, MAX_DOCUMENT_LENGTH } from '../../src/document/parse-document.ts'
import {
  addToAllowlist,
  checkDocument,
  parseApprovals,
  removeFromAllowlist,
  resolveApprovals,
  type ApprovalsDocument,
} from '../../src/index.ts'

describe('a document', () => {
  test.each([
    ['{not json', /invalid JSON syntax/],
    ['', /invalid JSON syntax/],
    ['[]', /the document/],
    ['null', /the document/],
    ['{}', /version/],
    ['{"version":99}', /version 99 is not known; expected 1/],
    ['{"version":"1"}', /version/],
    ['{"version":1,"default":{}}', /default/],
    ['{"version":1,"defaults":{"ask":"Always"}}', /defaults\/ask/],
    ['{"version":1,"defaults":{"security":"FULL"}}', /defaults\/security/],
    ['{"version":1,"agents":{"main":{"allowlist":[{"pattern":"   "}]}}}', /pattern/],
    ['{"version":1,"agents":{"main":{"allowlist":[{"pattern":""}]}}}', /pattern/],
    ['{"version":1,"agents":{"main":{"allowlist":["rg"]}}}', /allowlist\/0/],
    ['{"version":1,"agents":{"main":{"allowList":[]}}}', /allowList/],
    ['{"version":1,"agents":[]}', /agents/],
  ])('%s is refused, and says where', (text, message) => {
    expect(() => parseApprovals(text, 'exec-approvals.json')).toThrow(message)
    expect(() => parseApprovals(text, 'exec-approvals.json')).toThrow(/^exec-approvals\.json: /)
  })

  test('that is too long is refused without being read', () => {
    expect(() => parseApprovals(' '.repeat(MAX_DOCUMENT_LENGTH + 1), 'f')).toThrow(/longer than/)
  })

  test('of before has its agent `default` taken for `main`, and its texts of commands left out', () => {
    const document = {
      version: 1,
      agents: {
        default: { security: 'allowlist', allowlist: [{ pattern: 'a', commandText: 'secret' }] },
        main: { security: 'full', allowlist: [{ pattern: 'b' }] },
      },
    }
    expect(checkDocument(document, 'f')).toEqual({
      version: 1,
      agents: { main: { security: 'full', allowlist: [{ pattern: 'b' }, { pattern: 'a' }] } },
    })
    const { default: only } = document.agents
    expect(checkDocument({ version: 1, agents: { default: only } }, 'f').agents).toEqual({
      main: { security: 'allowlist', allowlist: [{ pattern: 'a' }] },
    })
  })

  test('with an agent called like something that every object has is a document', () => {
    const text = '{"version":1,"agents":{"__proto__":{"ask":"always"},"constructor":{"ask":"off"}}}'
    const document = parseApprovals(text, 'f')
    expect(resolveApprovals(document, '__proto__').ask?.value).toBe('always')
    expect(resolveApprovals(document, 'constructor').ask?.value).toBe('off')
    expect(resolveApprovals(document, 'toString')).toEqual({ allowlist: [] })
  })
})

describe('what holds for an agent', () => {
  const document: ApprovalsDocument = {
    version: 1,
    defaults: { security: 'deny', ask: 'always', askFallback: 'deny' },
    agents: {
      '*': { security: 'allowlist', allowlist: [{ pattern: 'ls' }] },
      main: { security: 'full', allowlist: [{ pattern: 'rg' }] },
    },
  }

  test('is the most specific value, with its origin', () => {
    expect(resolveApprovals(document, 'main')).toEqual({
      security: { value: 'full', origin: 'agents.main.security' },
      ask: { value: 'always', origin: 'defaults.ask' },
      askFallback: { value: 'deny', origin: 'defaults.askFallback' },
      allowlist: [
        { value: [{ pattern: 'ls' }], origin: 'agents.*.allowlist' },
        { value: [{ pattern: 'rg' }], origin: 'agents.main.allowlist' },
      ],
    })
    expect(resolveApprovals(document, 'other').security).toEqual({ value: 'allowlist', origin: 'agents.*.security' })
  })

  test('is nothing where there is no document', () => {
    expect(resolveApprovals(EMPTY_DOCUMENT, 'main')).toEqual({ allowlist: [] })
  })
})

describe('an allowlist', () => {
  test('takes an entry once, and gives it back by id or pattern', () => {
    const entry = { id: 'x', pattern: '/usr/bin/rg' }
    const one = addToAllowlist(EMPTY_DOCUMENT, 'main', entry)
    expect(addToAllowlist(one, 'main', { pattern: '/usr/bin/rg' })).toBe(one)
    expect(removeFromAllowlist(one, 'main', 'y')).toBe(one)
    expect(removeFromAllowlist(one, 'main', 'x').agents?.['main']?.allowlist).toEqual([])
    expect(removeFromAllowlist(one, 'main', '/usr/bin/rg').agents?.['main']?.allowlist).toEqual([])
  })

  test('of one agent is not that of another, whatever they are called', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (one, other, pattern) => {
        fc.pre(one !== other && one !== '*' && other !== '*' && pattern.trim() !== '')
        const document = addToAllowlist(EMPTY_DOCUMENT, one, { pattern })
        expect(resolveApprovals(document, other).allowlist).toEqual([])
        expect(resolveApprovals(document, one).allowlist[0]?.value).toEqual([{ pattern }])
      }),
      { numRuns: 200 },
    )
  })
})
