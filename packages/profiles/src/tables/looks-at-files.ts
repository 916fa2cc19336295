import { helpAndVersion, type OptionRow } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { READS_HERE } from '../engine/usual-effects.ts'
import { knownPrefix } from '../model/word.ts'

/** Reads what it is given and says what is wrong with it; it runs nothing of the workspace. */
export function looks(source: string, options: readonly OptionRow[], more: Partial<CommandTable> = {}): CommandTable {
  return {
    source,
    style: 'exact',
    operands: { rest: 'read-tree', none: [READS_HERE] },
    ...more,
    options: [helpAndVersion, ...options],
    refine: (call) => {
      const other = call.operands.find(({ word }) => /^(?:[a-z][\w+.-]*:|@)/i.test(knownPrefix(word)))
      if (other)
        return { code: 'NOT_EVALUATED', message: `${call.program}: an address, or further arguments`, at: other.at }
      return more.refine?.(call)
    },
  }
}
