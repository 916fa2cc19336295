import { type CompiledOption, type CompiledTable, isGo } from './compile-table.ts'
import type { ProfileRefusal } from './invocation.ts'
import { flags } from './option-row.ts'

const negated = flags('--no-')

/** A long option by its name, exact first, then as getopt_long abbreviates. */
export function findLongOption(
  name: string,
  compiled: CompiledTable,
  program: string,
  at: number,
): CompiledOption | ProfileRefusal {
  const { options, style } = compiled
  const exact = options.get(isGo(style) && name.startsWith('--') ? name.slice(1) : name)
  if (exact) return exact
  // git-rev-parse(1), --parseopt: options that can be negated; what is switched off does nothing.
  if (style === 'git' && name.startsWith('--no-') && !name.startsWith('--no-no-') && options.has(`--${name.slice(5)}`))
    return { name, row: negated }
  if (compiled.abbreviates && name.length > 2) {
    const found: CompiledOption[] = []
    for (const [candidate, option] of options) if (candidate.startsWith(name)) found.push(option)
    if (found.length === 1) return found[0]!
    if (found.length > 1) {
      const message = `${program}: ${name} may stand for ${found.map((option) => option.name).join(', ')}`
      return { code: 'AMBIGUOUS_OPTION', message, at }
    }
  }
  return { code: 'UNKNOWN_OPTION', message: `${program}: nothing is known about the option ${name}`, at }
}
