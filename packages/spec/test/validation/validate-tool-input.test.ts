import { expect, it } from 'vitest'
import { Type } from '../../src/schema/index.ts'
import { EXEC_TOOL } from '../../src/tools/index.ts'
import {
  EDIT_FILE_TOOL,
  GLOB_SEARCH_TOOL,
  GREP_SEARCH_TOOL,
  NOTEBOOK_EDIT_TOOL,
  READ_FILE_TOOL,
  WRITE_FILE_TOOL,
} from '../../src/tools/index.ts'
import { validateToolInput } from '../../src/validation/index.ts'

it('checks each tool against its own schema, also when it is asked again', () => {
  const other = { ...EXEC_TOOL, name: 'other', inputSchema: Type.Object({ url: Type.String() }) }
  for (let round = 0; round < 2; round++) {
    expect(validateToolInput(other, { url: 'x' })).toEqual([])
    expect(validateToolInput(EXEC_TOOL, { url: 'x' })).toHaveLength(2)
    expect(validateToolInput(other, { command: 'x' })).toEqual([{ pointer: '', message: 'the key "url" is missing' }])
  }
})

it('says in words what a pattern of ours means, and quotes one of somebody else', () => {
  const nul = { command: 'x', workdir: 'a\0b', env: { A: 'b\0' } }
  expect(validateToolInput(EXEC_TOOL, nul).map(({ pointer, message }) => [pointer, message.slice(0, 21)])).toEqual([
    ['/workdir', 'holds a NUL character'],
    ['/env/A', 'holds a NUL character'],
  ])
  const other = { ...EXEC_TOOL, inputSchema: Type.Object({ name: Type.String({ pattern: 'constructor' }) }) }
  expect(validateToolInput(other, { name: 'x' })[0]?.message).toBe('does not fit the pattern constructor')
})

it('takes no path that no system could open, and says how long one may be', () => {
  const deep = `${'a/'.repeat(2047)}b`
  for (const [tool, key] of [
    [READ_FILE_TOOL, 'path'],
    [WRITE_FILE_TOOL, 'path'],
    [EDIT_FILE_TOOL, 'path'],
    [GLOB_SEARCH_TOOL, 'path'],
    [GREP_SEARCH_TOOL, 'path'],
    [NOTEBOOK_EDIT_TOOL, 'notebook_path'],
    [EXEC_TOOL, 'workdir'],
  ] as const) {
    const given = { command: 'x', pattern: 'x', content: 'x', old_string: 'x', new_string: 'y' }
    const known = Object.entries(given).filter(([name]) =>
      Object.hasOwn((tool.inputSchema as { readonly properties?: object }).properties ?? {}, name),
    )
    const input = Object.fromEntries(known)
    expect([tool.name, validateToolInput(tool, { ...input, [key]: deep })]).toEqual([tool.name, []])
    expect([tool.name, validateToolInput(tool, { ...input, [key]: `${deep}/c` })]).toEqual([
      tool.name,
      [{ pointer: `/${key}`, message: 'expected at most 4096 characters' }],
    ])
  }
})

it('says of what is not there at all that it is nothing', () => {
  expect(validateToolInput(EXEC_TOOL, undefined)).toEqual([{ pointer: '', message: 'expected an object, not nothing' }])
})
