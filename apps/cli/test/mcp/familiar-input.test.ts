import { expect, test } from 'vitest'
import { familiarInput } from '../../src/mcp/familiar-input.ts'

test.each<[string, object, object]>([
  ['read_file', { file_path: 'a', offset: 2 }, { path: 'a', offset: 2 }],
  ['write_file', { absolute_path: '/a', content: '' }, { path: '/a', content: '' }],
  ['exec', { cmd: 'ls', description: 'List', run_in_background: true }, { command: 'ls', background: true }],
  ['grep_search', { pattern: 'x', dir_path: 'src' }, { pattern: 'x', path: 'src' }],
  // Said twice: the tool refuses it, and no name wins.
  ['read_file', { path: 'a', file_path: 'b' }, { path: 'a', file_path: 'b' }],
  ['exec', { command: 'ls', cmd: 'rm' }, { command: 'ls', cmd: 'rm' }],
  // Tools of others are none of ours, whatever they are called.
  ['mcp__notes__read_file', { file_path: 'a' }, { file_path: 'a' }],
  ['constructor', { file_path: 'a' }, { file_path: 'a' }],
])('%s %j becomes %j', (tool, input, expected) => {
  expect(familiarInput(tool, input)).toEqual(expected)
})

test('what is no object stays as it is, and so do odd keys', () => {
  for (const input of [null, 'x', ['file_path']]) expect(familiarInput('read_file', input)).toBe(input)
  const odd = familiarInput('read_file', JSON.parse('{"__proto__": {"path": "b"}, "file_path": "a"}'))
  expect(Object.keys(odd as object)).toEqual(['__proto__', 'path'])
})
