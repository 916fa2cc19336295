import type { OptionRow } from '../engine/option-row.ts'
import { helpAndVersion, readsHere, writesHere, type CommandTable } from '../engine/table.ts'

/** Turns files into others next to them. */
export const turns = (
  source: string,
  options: readonly OptionRow[],
  more: Partial<CommandTable> = {},
): CommandTable => ({
  source,
  style: 'exact',
  operands: 'read',
  always: [readsHere, writesHere],
  ...more,
  options: [helpAndVersion, ...options],
})
