import type { ToolHandler } from '@poundlock/tools'
import { sleepHandler } from '@poundlock/tools'
import { expect, test } from 'vitest'
import { createToolRegistry } from '../../src/tools/tool-registry.ts'

const named = (name: string): ToolHandler => ({ ...sleepHandler, spec: { ...sleepHandler.spec, name } })

test('a built-in tool is found by its name, in any spelling, and by its aliases', () => {
  const tools = createToolRegistry([named('read_file'), sleepHandler])
  for (const name of ['read_file', 'read', 'READ', 'Read-File']) expect(tools.find(name)?.name).toBe('read_file')
  for (const name of ['exec', 'bash', ' BASH ', 'shell']) expect(tools.find(name)?.name).toBe('exec')
})

test.each(['', 'no_such_tool', 'read\u200B_file', 'exec\u0000', '__proto__', 'constructor', 'write_file'])(
  'there is no tool %j',
  (name) => {
    expect(createToolRegistry([named('read_file')]).find(name)).toBeNull()
  },
)

test('what is no name at all is no tool', () => {
  for (const name of [undefined, null, 1, {}, ['exec']]) {
    expect(createToolRegistry([]).find(name as never)).toBeNull()
  }
})

test('tools of servers and clients come and go at run time, and are found by their very name only', () => {
  const tools = createToolRegistry([])
  const remove = tools.add(named('mcp__files__Read'))
  expect(tools.list().map(({ name }) => name)).toEqual(['exec', 'REPL', 'mcp__files__Read'])
  expect(tools.find('mcp__files__Read')?.name).toBe('mcp__files__Read')
  expect(tools.find('mcp__files__read')).toBeNull()
  remove()
  expect(tools.find('mcp__files__Read')).toBeNull()
})

test('what took a tool away does not take its successor away', () => {
  const tools = createToolRegistry([])
  const remove = tools.add(named('mcp__a__b'))
  remove()
  tools.add(named('mcp__a__b'))
  remove()
  expect(tools.find('mcp__a__b')).not.toBeNull()
})

test.each(['exec', 'EXEC', 'bash', 'read', 'read-file', 'Write_File', 'Sleep', 'process'])(
  'the name %j is taken, served or not',
  (name) => {
    expect(() => createToolRegistry([]).add(named(name))).toThrow(expect.objectContaining({ code: 'TOOL_NAME_TAKEN' }))
  },
)

test('a name can be given once, at run time and before', () => {
  const tools = createToolRegistry([named('read_file')])
  tools.add(named('mcp__a__b'))
  for (const name of ['mcp__a__b', 'read_file']) {
    expect(() => tools.add(named(name))).toThrow(expect.objectContaining({ code: 'TOOL_NAME_TAKEN' }))
  }
  expect(() => createToolRegistry([named('read_file'), named('read_file')])).toThrow(/already/)
  expect(() => createToolRegistry([named('exec')])).toThrow(/already/)
})

test.each(['', '1st', '_x', 'a b', 'a.b', 'ärger', 'x'.repeat(65), 'a\u200Bb', 'a\n'])(
  'no model can use the name %j',
  (name) => {
    expect(() => createToolRegistry([]).add(named(name))).toThrow(expect.objectContaining({ code: 'TOOL_NAME' }))
  },
)

test('a built-in handler must be one of a built-in tool', () => {
  expect(() => createToolRegistry([named('browse_the_web')])).toThrow(expect.objectContaining({ code: 'TOOL_NAME' }))
})
