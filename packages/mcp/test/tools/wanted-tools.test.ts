import { describe, expect, test } from 'vitest'
import { isWanted, unmatchedPatterns } from '../../src/tools/wanted-tools.ts'

describe('which tools of a server are offered', () => {
  test.each([
    [{ excludeTools: ['delete_*'] }, 'delete_file', false],
    [{ excludeTools: ['delete_*'] }, 'delete-file', false],
    [{ excludeTools: ['delete_file'] }, 'deleteFile', false],
    [{ excludeTools: ['Delete File'] }, 'delete.file', false],
    [{ excludeTools: ['fs/delete'] }, 'fs_delete', false],
    [{ excludeTools: ['delete_*'] }, 'undelete_file', true],
    [{ excludeTools: ['*delete*'] }, 'undelete_file', false],
    [{ includeTools: ['read_*'] }, 'read_file', true],
    [{ includeTools: ['read_*'] }, 'read-file', false],
    [{ includeTools: ['read_*'], excludeTools: ['read_secret'] }, 'read-secret', false],
    [{}, 'anything', true],
  ])('%j: %s %s', (definition, tool, expected) => {
    expect(isWanted(definition, tool)).toBe(expected)
  })

  test('patterns that are for none of them are told', () => {
    const definition = {
      includeTools: ['read_*', 'list'],
      excludeTools: ['delete-file', 'drop_*'],
      permissions: { read_file: 'read-only', raed_file: 'read-only' },
      inputs: { '*': { a: 'read' }, move: { a: 'write' } },
    } as const
    expect(unmatchedPatterns(definition, [{ name: 'read_file' }, { name: 'delete_file' }])).toEqual([
      { key: 'includeTools', pattern: 'list' },
      { key: 'excludeTools', pattern: 'drop_*' },
      { key: 'permissions', pattern: 'raed_file' },
      { key: 'inputs', pattern: 'move' },
    ])
  })
})
