import { helpAndVersion, readsHere, writesHere, type CommandTable, type OptionRow } from '../engine/table.ts'

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
