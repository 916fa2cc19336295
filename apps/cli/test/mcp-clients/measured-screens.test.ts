import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { MEASURED_SCREENS, textRoom } from '../../src/mcp/asking/client-screens.ts'
import { rowsOf } from '../../src/mcp/asking/text-rows.ts'
import { NUMBERED } from './record/numbered-rows.ts'

/** What `record/measure-clients.ts` wrote down of one release of a client. */
interface Measured {
  readonly client: string
  readonly version: string
  readonly measured: string
  readonly screens: readonly {
    readonly columns: number
    readonly rows: number
    readonly text: string
    /** Rows of the form, without those that are empty. */
    readonly shown: readonly string[]
  }[]
}

/** Under which clients name themselves. */
const NAMES: Readonly<Record<string, string>> = { 'claude-code': 'claude-code', codex: 'codex-mcp-client' }

const folder = new URL('../fixtures/mcp-screens/', import.meta.url)
const recordings = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Measured,
)

test('every client with a terminal that is in the table was measured, in that version', () => {
  const measured = recordings.map(({ client, version }) => `${NAMES[client]} ${version}`)
  const listed = MEASURED_SCREENS.filter(({ rows }) => rows !== 'all').map(
    ({ client, version }) => `${client} ${version}`,
  )
  expect(measured.toSorted()).toEqual(listed.toSorted())
})

describe.each(recordings)('$client $version, measured on $measured', ({ client, screens }) => {
  test.each(screens)(
    'shows what the table says in $columns columns and $rows rows: $text',
    ({ text, shown, ...size }) => {
      const room = textRoom(NAMES[client]!, size)
      const numbered = NUMBERED[text]!
      const numbers = numbered.split(/[^0-9]/)
      const seen = shown.join('\n').match(/\b\d{4}(?=\b|_)/g) ?? []
      const needed = rowsOf(numbered, room.columns)
      // What is taken to fit is seen to its end.
      if (needed !== null && needed <= room.rows) expect(seen).toEqual(numbers)
      // Of more than a terminal has, the end is never seen.
      if (text === 'lines') expect(seen).not.toContain(numbers.at(-1))
      // A row holds as many columns as the table says.
      if (room.rows > 0 && text === 'letters') {
        const longest = Math.max(...shown.filter((row) => /\d_\d/.test(row)).map((row) => row.trim().length))
        expect(longest).toBeGreaterThanOrEqual(room.columns)
      }
    },
  )
})
