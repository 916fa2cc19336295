import { expect, test } from 'vitest'
import { coversTool, toolPatternProblem } from '../../src/index.ts'

const tool = (name: string, ...groups: string[]) => ({ name, groups })

test.each<[string, string, boolean]>([
  ['read_file', 'read_file', true],
  ['read', 'read_file', true],
  ['BASH', 'exec', true],
  ['Read-File', 'read_file', true],
  ['read', 'write_file', false],
  ['*', 'exec', true],
  ['*', 'mcp__a__b', true],
  ['*_file', 'read_file', true],
  ['bas*', 'exec', true],
  ['web*', 'WebFetch', true],
  ['mcp__a__*', 'mcp__a__b', true],
  ['mcp__a__*', 'mcp__ab__b', false],
  ['mcp__a__b', 'MCP__A__B', true],
  ['mcp__a__b', 'mcp__a__bc', false],
  ['mcp__github.com__*', 'mcp__github_com_3abcdefg__list', true],
  ['mcp__github_com__*', 'mcp__github_com_3abcdefg__list', true],
  ['mcp__github_com__list', 'mcp__github_com_3abcdefg__list_4abcdefg', true],
  ['mcp__github', 'mcp__github__list', true],
  ['mcp__github', 'mcp__github_enterprise__list', false],
  ['group:fs', 'edit_file', true],
  ['group:fs', 'exec', false],
  ['group:mcp', 'mcp__a__b', true],
  ['group:web', 'own_fetch', false],
])('%s covers %s: %s', (pattern, name, expected) => {
  expect(toolPatternProblem(pattern)).toBeNull()
  expect(coversTool(pattern, tool(name))).toBe(expected)
})

test('a group that a tool says it is in counts', () => {
  expect(coversTool('group:web', tool('own_fetch', 'group:web'))).toBe(true)
})

test.each([
  'mcp__',
  'mcp____x',
  'mcp__a__',
  'mcp__.__x',
  '',
  'group:',
  'group:nope',
  'sing',
  'read|write',
  'read ',
  '^read',
  'ré*',
  '.*',
  '/x/',
])('%j names no tool', (pattern) => {
  expect(toolPatternProblem(pattern)).toEqual(expect.any(String))
})

test('a pattern of many stars takes no longer than others, and no character means more than itself', () => {
  const name = 'a'.repeat(64)
  expect(coversTool(`${'*a'.repeat(30)}*b`, tool(name))).toBe(false)
  expect(coversTool(`${'*a'.repeat(30)}*`, tool(name))).toBe(true)
  expect(coversTool('*a'.repeat(65), tool(name))).toBe(false)
  expect(coversTool('(a+)+*', tool(name))).toBe(false)
  expect(coversTool('a*a', tool('a'))).toBe(false)
  expect(coversTool('MCP__*__Read', tool('mcp__x__read'))).toBe(true)
})
