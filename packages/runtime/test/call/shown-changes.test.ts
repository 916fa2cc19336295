import { expect, test } from 'vitest'
import { shownChanges } from '../../src/call/shown-changes.ts'
import type { CallToApprove } from '../../src/index.ts'

const changesOf = (tool: string, input: object) => shownChanges({ tool, input } as CallToApprove)

test('what a file tool is to write is shown line by line', () => {
  expect(changesOf('edit_file', { path: 'a.ts', old_string: 'one\ntwo', new_string: 'three' })).toEqual([
    { kind: 'heading', text: 'a.ts' },
    { kind: 'removed', text: '-one' },
    { kind: 'removed', text: '-two' },
    { kind: 'added', text: '+three' },
  ])
  expect(changesOf('apply_patch', { patch: '*** Update File: a\n@@\n-x\n+y\n z' }).map(({ kind }) => kind)).toEqual([
    'heading',
    'hunk',
    'removed',
    'added',
    'context',
  ])
})

test('nothing is shown of what is not known, and a part says that it is one', () => {
  expect(changesOf('exec', { command: 'ls' })).toEqual([])
  expect(changesOf('write_file', { path: 'a', content: 3 })).toEqual([])
  const many = changesOf('write_file', { path: 'a', content: 'x\n'.repeat(1000) })
  expect(many.length).toBeLessThan(202)
  expect(many.at(-1)).toMatchObject({ kind: 'note' })
  const long = changesOf('write_file', { path: 'a', content: 'x'.repeat(1_000_000) })
  expect(JSON.stringify(long).length).toBeLessThan(1000)
})
