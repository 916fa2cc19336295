/** Columns and rows of a terminal. */
export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

/**
 * How a client lays a question out: `rows`: each line begins a row, blanks stay; `flow`: line feeds and blanks collapse to
 * one blank, as in a page; `unknown`: either, or as Markdown.
 */
export type TextLayout = 'rows' | 'flow' | 'unknown'

/** The part of a form's text that a client shows, as measured. The rest cannot be reached there. */
interface MeasuredScreen {
  /** As the client names itself in `clientInfo`. */
  readonly client: string
  readonly version: string
  /** How it was measured. */
  readonly measured: string
  readonly layout: TextLayout
  /** On terminals with so many rows, texts of so many rows are shown whole; `all` on a page that can be scrolled. */
  readonly rows: readonly (readonly [terminal: number, text: number])[] | 'all'
  /** Columns of the terminal that the text does not get. */
  readonly margin: number
  /** The widest terminal on which that was seen. */
  readonly widest: number
}

const IN_TMUX = 'in a terminal, with texts of numbered rows: test/mcp-clients/record/measure-clients.ts'

/**
 * Gemini CLI 0.61.0 is missing: it declares no forms, at a terminal neither. Of the MCP inspector only the page shows
 * forms.
 */
export const MEASURED_SCREENS: readonly MeasuredScreen[] = [
  {
    client: 'claude-code',
    version: '2.1.330',
    measured: IN_TMUX,
    layout: 'rows',
    // Longer texts show their beginning and the number of hidden rows, which cannot be reached.
    rows: [[15, 3]],
    margin: 6,
    widest: 200,
  },
  {
    client: 'codex-mcp-client',
    version: '0.169.0',
    measured: IN_TMUX,
    layout: 'rows',
    // Nothing says that there is more. Its daemon may serve another terminal than the one that it was started in.
    rows: [
      [12, 7],
      [15, 10],
      [24, 19],
    ],
    margin: 4,
    widest: 80,
  },
  {
    client: 'mcp-inspector',
    version: '2.12.0',
    measured: 'read in the source of its page: a paragraph without "white-space", in a dialogue that scrolls',
    layout: 'flow',
    rows: 'all',
    margin: 0,
    widest: Number.POSITIVE_INFINITY,
  },
]

/** Clients that were not measured get the least of what the others show. */
const UNKNOWN: Pick<MeasuredScreen, 'layout' | 'rows' | 'margin' | 'widest'> = {
  layout: 'unknown',
  rows: [[15, 3]],
  margin: 6,
  widest: 80,
}

/** Where the size cannot be learnt. Smaller terminals are rare. */
const ASSUMED: ScreenSize = { columns: 60, rows: 15 }

/** The room for a text. */
export interface TextRoom {
  readonly layout: TextLayout
  readonly rows: number
  readonly columns: number
}

/**
 * The room that a client has for the text of a question.
 *
 * @param client as it names itself
 * @param terminal where it is known that the client and we share one
 */
export function textRoom(client: string, terminal: ScreenSize | null): TextRoom {
  const { layout, rows, margin, widest } = MEASURED_SCREENS.find((one) => one.client === client) ?? UNKNOWN
  if (rows === 'all') return { layout, rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY }
  const size = terminal ?? ASSUMED
  return {
    layout,
    rows: rows.findLast(([least]) => least <= size.rows)?.[1] ?? 0,
    columns: Math.min(size.columns, widest) - margin,
  }
}
