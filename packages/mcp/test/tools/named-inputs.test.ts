import { expect, test } from 'vitest'
import type { McpServerDefinition } from '../../src/index.ts'
import { namedInputsOf } from '../../src/tools/named-inputs.ts'

const program = (more: object = {}, transport: object = {}) =>
  ({
    name: 'one',
    transport: { kind: 'stdio', command: 'x', args: [], env: {}, passEnvironment: [], ...transport },
    ...more,
  }) as McpServerDefinition
const far = (url: string) => ({ name: 'one', transport: { kind: 'http', url, headers: {} } }) as McpServerDefinition
const TOOL = { name: 'write_note', annotations: {}, requiredPermission: 'danger-full-access' } as const

test('the longest pattern that fits the tool says most about it, input by input', () => {
  const inputs = {
    '*': { path: 'read', note: 'none' },
    write_note: { path: 'write' },
    'write_*': { path: 'delete', to: 'url' },
    'read_*': { path: 'url' },
  } as const
  expect(namedInputsOf(TOOL, program({ inputs }), '/w').uses).toEqual({ path: 'write', note: 'none', to: 'url' })
})

test('what is known to read only, by its annotation or by its owner, does', () => {
  const onlyReads = (more: object) => namedInputsOf({ ...TOOL, ...more }, program(), '/w').onlyReads
  expect(onlyReads({})).toBe(false)
  expect(onlyReads({ annotations: { readOnlyHint: true } })).toBe(true)
  expect(onlyReads({ requiredPermission: 'read-only' })).toBe(true)
  expect(onlyReads({ requiredPermission: 'workspace-write' })).toBe(false)
})

test('relative paths begin where the program starts, where that is known', () => {
  const base = (transport: object) => namedInputsOf(TOOL, program({}, transport), '/w').base
  expect(base({})).toBe('/w')
  expect(base({ cwd: '/srv' })).toBe('/srv')
  expect(base({ cwd: '${PROJECT}' })).toBeUndefined()
})

test('only servers on this machine are given names of its files', () => {
  const guess = (url: string) => namedInputsOf(TOOL, far(url), '/w').guess
  for (const url of ['http://localhost:1/mcp', 'http://127.0.0.1/', 'http://[::1]:3/', '${URL}']) {
    expect([url, guess(url)]).toEqual([url, 'all'])
  }
  for (const url of ['https://example.com/mcp', 'https://localhost.example.com/']) {
    expect([url, guess(url)]).toEqual([url, 'addresses'])
  }
})

test('the network is kept where the program is contained, with no more than commands have', () => {
  const kept = (more: object) => namedInputsOf(TOOL, program(more), '/w').networkUnchanged
  expect(kept({ contained: true, networkUnchanged: true })).toBe(true)
  for (const more of [
    {},
    { contained: true },
    { networkUnchanged: true },
    { contained: true, networkUnchanged: false },
  ]) {
    expect(kept(more)).toBeUndefined()
  }
})
