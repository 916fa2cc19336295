import { describe, expect, test } from 'vitest'
import { publicToolName } from '../../src/index.ts'
import { NameTable } from '../../src/names/name-table.ts'
import { publicServerPrefix } from '../../src/names/public-name.ts'

test('safe names are unchanged', () => {
  for (const [server, tool] of [
    ['github', 'create_issue'],
    ['azure-devops', 'wit_get_work_item'],
    ['s', 'create_entities'],
    ['memory', 'delete_entities'],
    ['GitHub', 'Read'],
  ] as const) {
    expect(publicToolName(server, tool)).toBe(`mcp__${server}__${tool}`)
  }
})

// Rows of the behaviour corpus, area `ids`: the other system gives `a.b` and `a b` one name, so that a call for the one
// can reach the other. Here what is readable is the same, and a hash keeps them apart.
test.each([
  ['st-0233', 'my server', 'a b', /^mcp__my_server_\d[a-z0-9]{7}__a_b_\d[a-z0-9]{7}$/],
  ['st-0234', 'x-y_z', 't.u', /^mcp__x-y_z__t_u_\d[a-z0-9]{7}$/],
])('%s departs: %s %s keeps its words, and has a hash', (_, server, tool, name) => {
  expect(publicToolName(server, tool)).toMatch(name)
})

const PAIRS: readonly (readonly [server: string, tool: string])[] = [
  ['github.com', 'list'],
  ['github_com', 'list'],
  ['github com', 'list'],
  ['a', 'b__c'],
  ['a__b', 'c'],
  ['a_b', 'c'],
  ['a', 'b_c'],
  ['문서', 'get'],
  ['검색', 'get'],
  [`${'s'.repeat(40)}1`, 't'],
  [`${'s'.repeat(40)}2`, 't'],
  ['_s', 't'],
  ['s_', 't'],
  ['', 't'],
  ...['a.b', 'a/b', 'a b', 'a_b', '읽기', '쓰기', '読む', '😀', 'é', 'e\u0301', 'Read', 'read'].map(ofServer),
  ...[`${'x'.repeat(70)}1`, `${'x'.repeat(70)}2`, '_t', 't_', 't', '', 'constructor', '__proto__'].map(ofServer),
  ...['mcp__s__t', '\ud800', '\ud801', 'a_1abcdefg', '-', '--'].map(ofServer),
]

function ofServer(tool: string): readonly [server: string, tool: string] {
  return ['s', tool]
}

const SHAPE = /^mcp__[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_))*__[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_))*$/

test('names that people take for each other stay apart, and every provider takes them', () => {
  const names = PAIRS.map(([server, tool]) => publicToolName(server, tool))
  expect(new Set(names).size).toBe(PAIRS.length)
  for (const name of names) {
    expect(name).toMatch(SHAPE)
    expect(name.length).toBeLessThanOrEqual(64)
  }
})

test('a name that looks like a hash of another is not that other', () => {
  const hashed = publicToolName('s', 'a.b').slice('mcp__s__'.length)
  expect(publicToolName('s', hashed)).not.toBe(publicToolName('s', 'a.b'))
})

describe('the table', () => {
  test('routes by what was put in, and keeps the first of two', () => {
    const table = new NameTable()
    const name = table.add({ server: 's', tool: 'a b' })!
    expect(table.find(name)).toEqual({ server: 's', tool: 'a b' })
    expect(table.add({ server: 's', tool: 'a b' })).toBe(name)
    expect(table.find('mcp__s__a b')).toBeNull()
  })

  test('all tools of a server begin alike', () => {
    for (const [server, tool] of PAIRS)
      expect(publicToolName(server, tool).startsWith(publicServerPrefix(server))).toBe(true)
  })
})
