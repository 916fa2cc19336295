import type { FleetRow } from '@poundlock/protocol'
import { visibleText } from '@poundlock/spec'

const MOST_MESSAGE = 100

/** A node of a fleet command in one line. */
export const fleetLine = (row: FleetRow): string => `${visibleText(row.name)}: ${stateOf(row)} ${noteOf(row)}`.trimEnd()

/** All nodes, in columns: node, state, exit, duration, and why. */
export function fleetTable(rows: readonly FleetRow[]): string {
  const cells = rows.map((row) => [visibleText(row.name), stateOf(row), exitOf(row), durationOf(row), noteOf(row)])
  const lines = [['node', 'state', 'exit', 'duration', ''], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const stateOf = ({ state, decision }: FleetRow) => (state === 'ready' ? (decision ?? state) : state)
const exitOf = ({ code, signal }: FleetRow) => (code == null ? (signal ?? '') : String(code))
const durationOf = ({ durationMs }: FleetRow) => (durationMs === undefined ? '' : `${(durationMs / 1000).toFixed(1)} s`)

/** Only what is not as it should be needs words. */
function noteOf({ isError, state, message }: FleetRow): string {
  if (!isError && state !== 'not-started') return ''
  const [line = ''] = visibleText(message, { newlines: 'keep' }).split('\n')
  return line.length > MOST_MESSAGE ? `${line.slice(0, MOST_MESSAGE)}…` : line
}
