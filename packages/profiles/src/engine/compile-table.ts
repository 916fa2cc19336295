import type { EffectKind, OptionRow } from './option-row.ts'
import type { CommandTable, OperandRule, OptionStyle } from './table.ts'

/** An option as it is looked up. */
export interface CompiledOption {
  readonly name: string
  readonly row: OptionRow
}

/** A table made ready to be looked things up in. */
export interface CompiledTable {
  readonly table: CommandTable
  readonly style: OptionStyle
  readonly permutes: boolean
  readonly abbreviates: boolean
  readonly clusters: boolean
  /** With their dashes; for the styles of go, with one. */
  readonly options: ReadonlyMap<string, CompiledOption>
  /** Compiled when they are asked for. */
  readonly subcommands: Subcommands | null
  readonly operands: OperandRule | null
  /** The worst that an option does: then a word that is only known at run time, and might be one, may do it. */
  readonly optionRisk: 'none' | 'read' | 'any'
}

/** Subcommands by name. */
export interface Subcommands extends Iterable<readonly [name: string, CompiledTable]> {
  get(name: string): CompiledTable | undefined
}

/** By what a table is written in: one that does not say takes it from its parent, and can have several. */
const compiled = new WeakMap<CommandTable, Map<OptionStyle, CompiledTable>>()

/** A table is compiled when it is first used. */
export function compileTable(table: CommandTable, inherited: OptionStyle = 'gnu'): CompiledTable {
  const style = table.style ?? inherited
  const ready = compiled.get(table)
  const known = ready?.get(style)
  if (known) return known
  const options = new Map<string, CompiledOption>()
  for (const row of table.options ?? []) {
    for (const name of row.names.split(' ')) options.set(isGo(style) ? oneDash(name) : name, { name, row })
  }
  const result: CompiledTable = {
    table,
    style,
    permutes: !style.endsWith('posix'),
    abbreviates: style === 'gnu' || style === 'posix' || style === 'git',
    clusters: !isGo(style) && style !== 'long' && style !== 'long-posix',
    options,
    subcommands: table.subcommands ? lateSubcommands(table.subcommands, style) : null,
    operands: operandRule(table.operands),
    // Versions of git differ in what they take, more than its tables can say.
    optionRisk: style === 'git' ? 'any' : optionRisk(table),
  }
  compiled.set(table, (ready ?? new Map<OptionStyle, CompiledTable>()).set(style, result))
  return result
}

/** A line names one of them; git has more than a hundred. */
function lateSubcommands(subcommands: NonNullable<CommandTable['subcommands']>, style: OptionStyle): Subcommands {
  const tables = new Map<string, CommandTable>()
  const ready = new Map<string, CompiledTable>()
  for (const [names, table] of Object.entries(subcommands)) for (const name of names.split(' ')) tables.set(name, table)
  return {
    get(name) {
      const known = ready.get(name)
      if (known) return known
      const table = tables.get(name)
      if (table === undefined) return undefined
      const made = compileTable(table, style)
      ready.set(name, made)
      return made
    },
    *[Symbol.iterator]() {
      for (const [name, table] of tables) yield [name, compileTable(table, style)] as const
    },
  }
}

function optionRisk({ options = [], plus = 'nothing' }: CommandTable): 'none' | 'read' | 'any' {
  let risk: 'none' | 'read' = 'none'
  if (plus !== 'nothing') return 'any'
  for (const { does } of options) {
    if (does === 'read' || does === 'read-tree') risk = 'read'
    else if (does !== 'nothing' && does !== 'flag') return 'any'
  }
  return risk
}

function operandRule(operands: EffectKind | OperandRule | undefined): OperandRule | null {
  if (operands === undefined) return null
  return typeof operands === 'string' ? { rest: operands } : operands
}

export const isGo = (style: OptionStyle): boolean => style === 'go' || style === 'go-posix'

function oneDash(name: string): string {
  return name.startsWith('--') ? name.slice(1) : name
}
