import { isDeepStrictEqual } from 'node:util'
import { quotedText, visibleText } from '@poundlock/spec'
import type { NotebookEditInput } from '@poundlock/spec/tools'
import { applyEdits, findNodeAtLocation, modify, parseTree, type FormattingOptions, type JSONPath } from 'jsonc-parser'
import { FileToolError } from '../file-tool-error.ts'
import { parseNotebook, type Notebook, type NotebookCell, type NotebookText } from './notebook.ts'

export interface EditedNotebook {
  readonly text: string
  /** The cell that was changed, as read_file names it. */
  readonly cellId: string
  readonly cells: number
}

/**
 * Changes a cell in the text of a notebook; the rest stays the same, to the byte.
 *
 * @param newId a fresh id, for notebooks whose cells have ids
 */
export function editNotebook(text: string, input: NotebookEditInput, newId: string): EditedNotebook {
  const notebook = parseNotebook(text)
  if (notebook === null) {
    const remedy = 'Use edit_file if it has to be mended; nbconvert brings older formats to version 4.'
    throw new FileToolError('the file is not a notebook of format 4', { code: 'NOTEBOOK_INVALID', remedy })
  }
  const { edit_mode: mode = 'replace' } = input
  const at = input.cell_id === undefined ? -1 : findCell(notebook, input.cell_id)
  if (at < 0 && mode !== 'insert') {
    throw new FileToolError(`${mode} needs a cell_id`, {
      code: 'NOTEBOOK_CELL',
      remedy: `Name the cell. ${knownCells(notebook)}`,
    })
  }
  if (mode !== 'delete' && input.new_source === undefined) {
    throw new FileToolError(`${mode} needs new_source`, {
      code: 'NOTEBOOK_CELL',
      remedy: 'Give the whole source of the cell.',
    })
  }
  if (mode === 'delete') return finish(notebook, notebook.cells.toSpliced(at, 1), withoutCell(text, at), at)
  if (mode === 'insert') {
    const cell = newCell(notebook, input, newId)
    const cells = notebook.cells.toSpliced(at + 1, 0, cell)
    return finish(notebook, cells, withChanges(text, [[['cells', at + 1], cell]], at + 1, true), at + 1)
  }
  const cell = replacedCell(notebook.cells[at]!, input)
  const changes = changesOf(notebook.cells[at]!, cell, at)
  return finish(notebook, notebook.cells.with(at, cell), withChanges(text, changes, at, false), at)
}

type Change = readonly [path: JSONPath, value: unknown]

function finish(notebook: Notebook, cells: readonly NotebookCell[], edited: string, at: number): EditedNotebook {
  // A key that is there twice is read in one way and written in another.
  if (!isDeepStrictEqual(parseNotebook(edited), { ...notebook, cells })) {
    const remedy = 'Use edit_file to mend it, or let Jupyter save it once.'
    throw new FileToolError('the notebook cannot be changed with certainty: a key is there twice', {
      code: 'NOTEBOOK_INVALID',
      remedy,
    })
  }
  return {
    text: edited,
    cellId: cells[at] === undefined ? cellName(notebook.cells[at]!, at) : cellName(cells[at], at),
    cells: cells.length,
  }
}

/** Whole lines are laid out anew where something changes; where other cells are on them, or all is, nothing is. */
function withChanges(text: string, changes: readonly Change[], at: number, isInsertion: boolean): string {
  const edit = (formattingOptions?: FormattingOptions) => {
    const options = { isArrayInsertion: isInsertion, ...(formattingOptions && { formattingOptions }) }
    return changes.reduce((now, [path, value]) => applyEdits(now, modify(now, path, value, options)), text)
  }
  if (!text.trim().includes('\n')) return edit()
  const laidOut = edit(formattingOf(text))
  const { start, end } = surroundings(text, at, isInsertion ? at : at + 1)
  const keepsOthers = laidOut.startsWith(text.slice(0, start)) && laidOut.endsWith(text.slice(end))
  return keepsOthers ? laidOut : edit()
}

/** The text without a cell, and without its separator. */
function withoutCell(text: string, at: number): string {
  const { start, end, cell, hasPrevious, hasNext } = surroundings(text, at, at + 1)
  if (cell === undefined) return text
  const from = hasPrevious || !hasNext ? start : cell.offset
  const to = hasPrevious ? cell.offset + cell.length : end
  return text.slice(0, from) + text.slice(to)
}

/** Where the cells before a place end, and those from another on begin. */
function surroundings(text: string, at: number, next: number) {
  const tree = parseTree(text)
  const array = tree && findNodeAtLocation(tree, ['cells'])
  const [before, cell, after] = [at - 1, at, next].map((index) => array?.children?.[index])
  return {
    start: before ? before.offset + before.length : (array?.offset ?? -1) + 1,
    end: after ? after.offset : array ? array.offset + array.length - 1 : text.length,
    cell,
    hasPrevious: before !== undefined,
    hasNext: after !== undefined,
  }
}

function findCell(notebook: Notebook, wanted: string): number {
  const indexes = notebook.cells.flatMap((cell, index) => (cell.id === wanted ? [index] : []))
  if (indexes.length > 1) {
    const message = `the id ${quotedText(wanted)} is that of ${String(indexes.length)} cells`
    throw new FileToolError(message, {
      code: 'NOTEBOOK_CELL',
      remedy: `Name one by its place: ${indexes.map((at) => `cell-${String(at)}`).join(', ')}.`,
    })
  }
  const number = /^cell-(\d+)$/.exec(wanted)?.[1]
  const found = indexes[0] ?? (number === undefined ? -1 : Number(number))
  if (found >= 0 && found < notebook.cells.length) return found
  throw new FileToolError(`the notebook has no cell ${quotedText(wanted)}`, {
    code: 'NOTEBOOK_CELL',
    remedy: knownCells(notebook),
  })
}

const cellName = (cell: NotebookCell, index: number) => cell.id ?? `cell-${String(index)}`

/** Ids have 64 characters at most (nbformat 4.5); a longer one in a file is shown in part. */
const LONGEST_NAME = 64

function knownCells({ cells }: Notebook): string {
  if (cells.length === 0) return 'It has no cells: insert one.'
  const names = cells.slice(0, 30).map((cell, index) => visibleText(cellName(cell, index).slice(0, LONGEST_NAME)))
  return `Its cells: ${names.join(', ')}${cells.length > names.length ? ', …' : ''}.`
}

function newCell(
  notebook: Notebook,
  { cell_type: type = 'code', new_source: source = '' }: NotebookEditInput,
  id: string,
): NotebookCell {
  const hasIds = notebook.nbformat_minor >= 5
  const isCode = type === 'code'
  return {
    cell_type: type,
    ...(isCode ? { execution_count: null } : {}),
    ...(hasIds ? { id } : {}),
    metadata: {},
    ...(isCode ? { outputs: [] } : {}),
    source: linesOf(source),
  }
}

function replacedCell(cell: NotebookCell, { cell_type, new_source = '' }: NotebookEditInput): NotebookCell {
  const type = cell_type ?? cell.cell_type
  const { outputs: _outputs, execution_count: _count, ...rest } = cell
  const source: NotebookText = typeof cell.source === 'string' ? new_source : linesOf(new_source)
  const isCode = type === 'code'
  return { ...rest, cell_type: type, source, ...(isCode ? { outputs: [], execution_count: null } : {}) }
}

function changesOf(before: NotebookCell, after: NotebookCell, at: number): readonly Change[] {
  return ['cell_type', 'source', 'outputs', 'execution_count']
    .filter((key) => !isDeepStrictEqual(before[key], after[key]) || key in before !== key in after)
    .map((key) => [['cells', at, key], after[key]])
}

/** A source as Jupyter writes it: its lines with their ends. */
const linesOf = (source: string): readonly string[] => source.match(/[^\n]*\n|[^\n]+$/g) ?? []

function formattingOf(text: string): FormattingOptions {
  const [, indent = ' '] = /\n([ \t]+)"/.exec(text) ?? []
  return {
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    insertSpaces: !indent.startsWith('\t'),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
