/** A text of a notebook: one string, or its lines with their ends. Source: nbformat 4 schema, `multiline_string`. */
export type NotebookText = string | readonly string[]

export interface NotebookOutput {
  readonly output_type: string
  readonly text?: NotebookText
  readonly ename?: string
  readonly evalue?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export interface NotebookCell {
  readonly cell_type: string
  /** Since nbformat 4.5. */
  readonly id?: string
  readonly source: NotebookText
  readonly outputs?: readonly NotebookOutput[]
  readonly [key: string]: unknown
}

export interface Notebook {
  readonly nbformat: number
  readonly nbformat_minor: number
  readonly cells: readonly NotebookCell[]
  readonly [key: string]: unknown
}

/** @returns `null` for text that is not a notebook of format 4 */
export function parseNotebook(text: string): Notebook | null {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return null
  }
  const { nbformat, nbformat_minor, cells } = (data ?? {}) as Record<string, unknown>
  if (nbformat !== 4 || typeof nbformat_minor !== 'number' || !Array.isArray(cells)) return null
  return cells.every(isCell) ? (data as Notebook) : null
}

function isCell(value: unknown): value is NotebookCell {
  const { cell_type, source, outputs, id } = (value ?? {}) as Record<string, unknown>
  return (
    typeof cell_type === 'string' &&
    isText(source) &&
    (id === undefined || typeof id === 'string') &&
    (outputs === undefined || (Array.isArray(outputs) && outputs.every(isOutput)))
  )
}

function isOutput(value: unknown): boolean {
  const { output_type, text, data } = (value ?? {}) as Record<string, unknown>
  return (
    typeof output_type === 'string' &&
    (text === undefined || isText(text)) &&
    (data === undefined || (typeof data === 'object' && data !== null))
  )
}

const isText = (value: unknown) =>
  typeof value === 'string' || (Array.isArray(value) && value.every((line) => typeof line === 'string'))

/** The text of a notebook's field in one piece; another value is shown as JSON. */
export function sourceText(text: unknown): string {
  if (typeof text === 'string') return text
  return Array.isArray(text) ? text.join('') : JSON.stringify(text)
}
