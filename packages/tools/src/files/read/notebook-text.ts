import type { ToolContent } from '@poundlock/spec'
import { parseNotebook, sourceText, type NotebookCell, type NotebookOutput } from '../notebook/notebook.ts'

/** More output of a cell is left out. */
const MOST_OUTPUT_CHARACTERS = 10_000
const MOST_IMAGES = 8
const MOST_IMAGE_CHARACTERS = 5_000_000

/** A notebook as text, cell by cell, and the images among its outputs; `null` when the text is not a notebook. */
export function showNotebook(
  text: string,
): { readonly text: string; readonly cells: number; readonly images: readonly ToolContent[] } | null {
  const notebook = parseNotebook(text)
  if (notebook === null) return null
  const images: ToolContent[] = []
  const shown = notebook.cells.map((cell, index) => showCell(cell, index, images))
  return { text: shown.join('\n'), cells: notebook.cells.length, images }
}

function showCell(cell: NotebookCell, index: number, images: ToolContent[]): string {
  const name = cell.id === undefined ? `cell-${String(index)}` : cell.id
  const lines = [`<cell id="${name}" type="${cell.cell_type}">`, sourceText(cell.source)]
  for (const output of cell.outputs ?? []) lines.push('<output>', showOutput(output, images), '</output>')
  return [...lines, '</cell>'].join('\n')
}

function showOutput(output: NotebookOutput, images: ToolContent[]): string {
  if (output.output_type === 'error') return cut([output.ename, output.evalue].filter(Boolean).join(': '))
  if (output.text !== undefined) return cut(sourceText(output.text))
  const data = output.data ?? {}
  const type = ['image/png', 'image/jpeg'].find((known) => data[known] !== undefined)
  if (type !== undefined) {
    const base64 = sourceText(data[type]).replace(/\s/g, '')
    if (images.length >= MOST_IMAGES || base64.length > MOST_IMAGE_CHARACTERS) return `[${type}, left out]`
    images.push({ type: 'image', mediaType: type, data: base64 })
    return `[${type}: image ${String(images.length)} below]`
  }
  if (data['text/plain'] !== undefined) return cut(sourceText(data['text/plain']))
  return `[${Object.keys(data).join(', ') || 'nothing'}]`
}

const cut = (text: string) =>
  text.length <= MOST_OUTPUT_CHARACTERS ? text : `${text.slice(0, MOST_OUTPUT_CHARACTERS)}… [output cut]`
