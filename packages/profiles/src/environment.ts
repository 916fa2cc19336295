import { commandTables } from './catalogue.ts'
import type { EnvironmentRow } from './engine/table.ts'

/** A variable that a command obeys, and what its value is to it. */
export interface ObeyedVariable {
  readonly name: string
  readonly does: EnvironmentRow['does']
  readonly source: string
}

/**
 * What a command makes of a variable that is set for it, or `null` when no row says that it obeys it. That is no
 * promise: which variables are harmless is for an allowlist to say.
 *
 * @example
 * environmentObeyedBy('rg', 'RIPGREP_CONFIG_PATH') // → { name: 'RIPGREP_CONFIG_PATH', does: 'options', source: 'rg(1)…' }
 */
export function environmentObeyedBy(program: string, variable: string): ObeyedVariable | null {
  const table = commandTables.get(program)
  for (const { names, does } of table?.environment ?? []) {
    for (const name of names.split(' ')) {
      const fits = name.endsWith('*') ? variable.startsWith(name.slice(0, -1)) : name === variable
      if (fits) return { name: variable, does, source: table!.source }
    }
  }
  return null
}
