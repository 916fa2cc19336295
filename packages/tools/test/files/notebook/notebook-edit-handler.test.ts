import { expect, test } from 'vitest'
import { notebookEditHandler } from '../../../src/index.ts'
import { makeWorkspace, textOf } from '../workspace.ts'

/** Numbers, escapes and blanks that a program which wrote all of it anew would change. */
const NOTEBOOK = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {"big": 12345678901234567890, "one": 1.0},
   "source": ["# T\\u00eftle\\n", "text"]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "plot",
   "metadata": {},
   "outputs": [{"output_type": "stream", "name": "stdout", "text": "hi"}],
   "source": ["plot()"]
  }
 ],
 "metadata": {"kernelspec": {"name":"python3"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
`

function makeNotebook(content = NOTEBOOK) {
  const workspace = makeWorkspace()
  workspace.write('a.ipynb', content)
  return workspace
}

const edit = (more: object) => ({ notebook_path: 'a.ipynb', ...more })

test('a cell is replaced, loses its outputs, and everything else stays to the byte', async () => {
  const workspace = makeNotebook()
  const output = await workspace.call(notebookEditHandler, edit({ cell_id: 'plot', new_source: 'a = 1\nplot(a)' }))
  expect(textOf(output)).toBe('replaced the cell plot of a.ipynb, which has 2 cells')
  const text = workspace.read('a.ipynb')
  const { cells } = JSON.parse(text) as { cells: unknown[] }
  expect(cells[1]).toEqual({
    cell_type: 'code',
    execution_count: null,
    id: 'plot',
    metadata: {},
    outputs: [],
    source: ['a = 1\n', 'plot(a)'],
  })
  const [before] = NOTEBOOK.split('"execution_count"')
  expect(text.startsWith(before!)).toBe(true)
  expect(text.endsWith(NOTEBOOK.slice(NOTEBOOK.indexOf(' ],\n "metadata": {"kernelspec"')))).toBe(true)
})

test('a cell is inserted behind another or first, with an id of its own', async () => {
  const workspace = makeNotebook()
  await workspace.call(notebookEditHandler, edit({ edit_mode: 'insert', cell_id: 'intro', new_source: 'x' }))
  await workspace.call(notebookEditHandler, edit({ edit_mode: 'insert', cell_type: 'markdown', new_source: '# First' }))
  const { cells } = JSON.parse(workspace.read('a.ipynb')) as {
    cells: { id: string; cell_type: string; source: string[] }[]
  }
  expect(cells.map(({ source }) => source.join(''))).toEqual(['# First', '# Tïtle\ntext', 'x', 'plot()'])
  expect(cells.map(({ cell_type: type }) => type)).toEqual(['markdown', 'markdown', 'code', 'code'])
  expect(new Set(cells.map(({ id }) => id)).size).toBe(4)
  expect(workspace.read('a.ipynb')).toContain('12345678901234567890, "one": 1.0')
})

test('a cell is deleted, also by its place', async () => {
  const workspace = makeNotebook()
  await workspace.call(notebookEditHandler, edit({ edit_mode: 'delete', cell_id: 'cell-0' }))
  const output = await workspace.call(notebookEditHandler, edit({ edit_mode: 'delete', cell_id: 'plot' }))
  expect(textOf(output)).toBe('deleted the cell plot of a.ipynb, which has 0 cells')
  expect(JSON.parse(workspace.read('a.ipynb'))).toMatchObject({ cells: [], nbformat: 4 })
})

test('older notebooks have no ids, and get none', async () => {
  const workspace = makeNotebook(JSON.stringify({ nbformat: 4, nbformat_minor: 2, metadata: {}, cells: [] }))
  await workspace.call(notebookEditHandler, edit({ edit_mode: 'insert', new_source: 'x' }))
  const { cells } = JSON.parse(workspace.read('a.ipynb')) as { cells: object[] }
  expect(cells).toEqual([{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: ['x'] }])
})

test.each([
  ['on one line', undefined, ''],
  ['on several lines', 1, '\n'],
])('of a notebook %s, all but the cell stays to the byte', async (_, indent, end) => {
  const cells = ['a', 'b', 'c'].map((id) => ({ cell_type: 'raw', id, metadata: { odd: 1 }, source: [id] }))
  const write = (...kept: readonly object[]) => {
    const text = JSON.stringify({ cells: kept, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, indent) + end
    return text.replaceAll('odd', String.raw`\u006fdd`)
  }
  const [a, b, c] = cells as [object, object, object]
  const after = async (input: object) => {
    const workspace = makeNotebook(write(a, b, c))
    expect(await workspace.call(notebookEditHandler, edit(input))).not.toHaveProperty('error')
    return workspace.read('a.ipynb')
  }
  for (const [id, others] of [
    ['a', [b, c]],
    ['b', [a, c]],
    ['c', [a, b]],
  ] as const) {
    expect(await after({ cell_id: id, edit_mode: 'delete' })).toBe(write(...others))
  }
  const replaced = await after({ cell_id: 'b', new_source: 'x' })
  expect(replaced).toBe(write(a, { ...b, source: ['x'] }, c))
  const inserted = await after({ cell_id: 'c', edit_mode: 'insert', new_source: 'x', cell_type: 'raw' })
  const { id } = (JSON.parse(inserted) as { cells: { id: string }[] }).cells[3]!
  const cell = { cell_type: 'raw', id, metadata: {}, source: ['x'] }
  expect(inserted).toBe(write(a, b, c, cell))
})

test('the only cell is deleted', async () => {
  const workspace = makeNotebook(
    '{"cells":[ {"cell_type":"raw","metadata":{},"source":[]} ],"nbformat":4,"nbformat_minor":4}',
  )
  await workspace.call(notebookEditHandler, edit({ cell_id: 'cell-0', edit_mode: 'delete' }))
  expect(workspace.read('a.ipynb')).toBe('{"cells":[],"nbformat":4,"nbformat_minor":4}')
})

test('a cell changes its kind', async () => {
  const workspace = makeNotebook()
  await workspace.call(notebookEditHandler, edit({ cell_id: 'plot', cell_type: 'markdown', new_source: 'words' }))
  const { cells } = JSON.parse(workspace.read('a.ipynb')) as { cells: object[] }
  expect(cells[1]).toEqual({ cell_type: 'markdown', id: 'plot', metadata: {}, source: ['words'] })
})

const TWICE = NOTEBOOK.replace('"id": "plot"', '"id": "intro"')

test.each([
  [NOTEBOOK, { cell_id: 'none', new_source: 'x' }, 'NOTEBOOK_CELL', /Its cells: intro, plot\./],
  [NOTEBOOK, { cell_id: 'cell-2', new_source: 'x' }, 'NOTEBOOK_CELL', /Its cells/],
  [NOTEBOOK, { new_source: 'x' }, 'NOTEBOOK_CELL', /Name the cell/],
  [NOTEBOOK, { edit_mode: 'delete' }, 'NOTEBOOK_CELL', /Name the cell/],
  [NOTEBOOK, { cell_id: 'plot' }, 'NOTEBOOK_CELL', /whole source/],
  [TWICE, { cell_id: 'intro', new_source: 'x' }, 'NOTEBOOK_CELL', /cell-0, cell-1/],
  ['{"cells": [', { cell_id: 'x', new_source: '' }, 'NOTEBOOK_INVALID', /edit_file/],
  [
    '{"nbformat":3,"nbformat_minor":0,"cells":[]}',
    { edit_mode: 'insert', new_source: '' },
    'NOTEBOOK_INVALID',
    /nbconvert/,
  ],
  [
    NOTEBOOK.replace('"nbformat": 4', '"cells": [], "nbformat": 4'),
    { edit_mode: 'insert', new_source: 'x' },
    'NOTEBOOK_INVALID',
    /edit_file/,
  ],
])('of %.20s… %j is answered with what is wrong', async (content, input, code, remedy) => {
  const workspace = makeNotebook(content)
  const { error } = await workspace.call(notebookEditHandler, edit(input))
  expect(error).toMatchObject({ code })
  expect(error!.remedy).toMatch(remedy)
  expect(workspace.read('a.ipynb')).toBe(content)
})

test('other files, and notebooks that the rules refuse, are left alone', async () => {
  const workspace = makeNotebook()
  workspace.write('a.txt', NOTEBOOK)
  workspace.refused.add(`${workspace.path}/a.ipynb`)
  const input = { notebook_path: 'a.txt', cell_id: 'plot', new_source: 'x' }
  expect((await workspace.call(notebookEditHandler, input)).error).toMatchObject({ code: 'NOTEBOOK_INVALID' })
  const refused = await workspace.call(notebookEditHandler, edit({ cell_id: 'plot', new_source: 'x' }))
  expect(refused.error).toMatchObject({ code: 'REFUSED' })
})
