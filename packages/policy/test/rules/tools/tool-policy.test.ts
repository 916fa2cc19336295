import { describe, expect, test } from 'vitest'
import { type PolicyDocument, PolicyError } from '../../../src/index.ts'
import { toolRequest } from '../../../src/inputs/tool-request.ts'
import type { ToolsLayer } from '../../../src/model/tools-layer.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { HOME, plan } from '../../make-request.ts'

const allowed = (tools: ToolsLayer, tool: string, more: object = {}) =>
  createPolicy({ mode: 'allow', tools }, { home: HOME }).decide(
    toolRequest({ tool, plan: plan('true'), requiredPermission: 'read-only', ...more }),
  ).decision === 'allow'

describe('a policy that names what there is not is refused, with its place', () => {
  test.each<[string, object, RegExp]>([
    ['a tool', { allow: ['exek'] }, /^here \/tools\/allow\/0: "exek" is not a tool$/],
    ['a group', { deny: ['group:files'] }, /^here \/tools\/deny\/0: "group:files" is not a group of tools$/],
    ['a pattern', { deny: ['gmail_*'] }, /"gmail_\*" matches no tool$/],
    ['a profile', { profile: 'everything' }, /^here \/tools\/profile: "everything" is not a profile/],
    ['nothing at all', { deny: ['\u200B'] }, /is not a name of a tool$/],
    ['a provider', { byProvider: { ' ': { deny: ['exec'] } } }, /names no provider$/],
    ['a tool for a provider', { byProvider: { 'a/b': { deny: ['x'] } } }, /^here \/tools\/byProvider\/a~1b\/deny\/0: /],
  ])('%s', (_, tools, message) => {
    const layer = { name: 'here', mayLoosen: true, tools: tools as ToolsLayer, locate: (at: string) => `here ${at}` }
    expect(() => createPolicy([layer], { home: HOME })).toThrow(PolicyError)
    expect(() => createPolicy([layer], { home: HOME })).toThrow(message)
  })

  test('an unknown key in a document, and a tool whose name is taken', () => {
    expect(() => createPolicy({ tool: {} } as PolicyDocument, { home: HOME })).toThrow(/tool is not known here/)
    expect(() => createPolicy({}, { home: HOME, tools: [{ name: 'Read-File' }] })).toThrow(/is a name that is taken/)
  })
})

describe('providers cannot dodge', () => {
  const tools = { byProvider: { openai: { deny: ['exec'] }, 'anthropic/claude-5': { deny: ['exec'] } } }
  test.each<[object, boolean]>([
    [{}, true],
    [{ provider: 'openai' }, false],
    [{ provider: ' Open-AI ' }, false],
    [{ provider: 'openai-codex' }, false],
    [{ model: 'openai/gpt-5' }, false],
    [{ provider: ' ' }, false],
    [{ provider: 'google' }, true],
    [{ provider: 'Claude', model: 'Claude 5' }, false],
    [{ provider: 'anthropic', model: 'claude-4' }, true],
    [{ provider: 'anthropic' }, false],
  ])('%j', (caller, expected) => {
    expect(allowed(tools, 'bash', caller)).toBe(expected)
  })
})

test('tools of two servers that differ in a dash are not taken for each other by an allow list', () => {
  expect(allowed({ allow: ['mcp__a-b__read'] }, 'mcp__a-b__read')).toBe(true)
  expect(allowed({ allow: ['mcp__a-b__read'] }, 'mcp__a_b__read')).toBe(false)
  expect(allowed({ deny: ['mcp__a-b__read'] }, 'mcp__A_B__re-ad')).toBe(false)
  expect(allowed({ allow: ['mcp__a__*'] }, 'mcp__ab__x')).toBe(false)
})

describe('rules go by what a server and its tool call themselves', () => {
  // What the model is given holds a hash where a name is not safe.
  const names = { 'github.com': 'github_com_3abcdefg', a: 'a', a__b: 'a_b_4abcdefg', GitHub: 'GitHub' }
  test.each<[ToolsLayer, server: keyof typeof names, tool: string, boolean]>([
    [{ allow: ['mcp__github.com__*'] }, 'github.com', 'list', true],
    [{ allow: ['mcp__github.com__list'] }, 'github.com', 'list', true],
    [{ allow: ['mcp__github.com__list'] }, 'github.com', 'drop', false],
    [{ allow: ['mcp__*'] }, 'github.com', 'list', true],
    [{ allow: ['group:mcp'] }, 'github.com', 'list', true],
    [{ allow: ['group:fs'] }, 'github.com', 'list', false],
    [{ allow: ['mcp__github*'] }, 'github.com', 'list', true],
    [{ allow: ['mcp__Github.com__*'] }, 'github.com', 'list', false],
    // One reading only: the server `a` and its tool `b__c`, never the server `a__b` and its tool `c`.
    [{ allow: ['mcp__a__b__c'] }, 'a', 'b__c', true],
    [{ allow: ['mcp__a__b__c'] }, 'a__b', 'c', false],
    [{ allow: ['mcp__a__*'] }, 'a__b', 'c', false],
    [{ deny: ['mcp__a__b__c'] }, 'a', 'b__c', false],
    [{ deny: ['mcp__a__b__c'] }, 'a__b', 'c', false],
    [{ deny: ['mcp__GITHUB.com__*'] }, 'github.com', 'list', false],
    [{ deny: ['mcp__github__*'] }, 'GitHub', 'list', false],
    [{ deny: ['mcp__github.com__drop*'] }, 'github.com', 'drop table', false],
    [{ deny: ['mcp__github.com__drop*'] }, 'github.com', 'list', true],
    [{ deny: ['group:mcp'] }, 'github.com', 'list', false],
  ])('%j: %s, %s', (tools, server, tool, expected) => {
    const name = `mcp__${names[server]}__${/^\w+$/.test(tool) && !tool.includes('__') ? tool : 'x_1abcdefg'}`
    expect(allowed(tools, name, { plan: undefined, served: { server, tool } })).toBe(expected)
  })
})

test('what holds in a sandbox does not hold outside of one', () => {
  const tools = { sandbox: { tools: { deny: ['WebFetch'] } } }
  expect(allowed(tools, 'WebFetch')).toBe(false)
  expect(allowed({ ...tools, exec: { host: 'gateway', security: 'full' } } as ToolsLayer, 'WebFetch')).toBe(true)
})
