import { helpAndVersion, type OptionRow } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { READS_HERE, WRITES_HERE } from '../engine/usual-effects.ts'

/** Turns files into others next to them. */
export const turns = (
  source: string,
  options: readonly OptionRow[],
  more: Partial<CommandTable> = {},
): CommandTable => ({
  source,
  style: 'exact',
  operands: 'read',
  always: [READS_HERE, WRITES_HERE],
  ...more,
  options: [helpAndVersion, ...options],
})
