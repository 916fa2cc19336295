import type { CommandTable, Deed, OperandRule, OptionRow, OptionStyle } from './table.ts'

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
  /** With their dashes; for style `go`, with one. */
  readonly options: ReadonlyMap<string, CompiledOption>
  readonly subcommands: ReadonlyMap<string, CompiledTable> | null
  readonly operands: OperandRule | null
  /** The worst that an option does: then a word that is only known at run time, and might be one, may do it. */
  readonly optionRisk: 'none' | 'read' | 'any'
}

const compiled = new WeakMap<CommandTable, CompiledTable>()

/** A table is compiled when it is first used. */
export function compileTable(table: CommandTable, inherited: OptionStyle = 'gnu'): CompiledTable {
  const known = compiled.get(table)
  if (known) return known
  const style = table.style ?? inherited
  const options = new Map<string, CompiledOption>()
  for (const row of table.options ?? []) {
    for (const name of row.names.split(' ')) options.set(style === 'go' ? oneDash(name) : name, { name, row })
  }
  const subcommands = table.subcommands ? new Map<string, CompiledTable>() : null
  for (const [names, subtable] of Object.entries(table.subcommands ?? {})) {
    for (const name of names.split(' ')) subcommands?.set(name, compileTable(subtable, style))
  }
  const result: CompiledTable = {
    table,
    style,
    permutes: style !== 'posix' && style !== 'exact-posix' && style !== 'long-posix',
    abbreviates: style === 'gnu' || style === 'posix' || style === 'git',
    clusters: style !== 'go' && style !== 'long' && style !== 'long-posix',
    options,
    subcommands,
    operands: operandRule(table.operands),
    // Versions of git differ in what they take, more than its tables can say.
    optionRisk: style === 'git' ? 'any' : optionRisk(table),
  }
  compiled.set(table, result)
  return result
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

function operandRule(operands: Deed | OperandRule | undefined): OperandRule | null {
  if (operands === undefined) return null
  return typeof operands === 'string' ? { rest: operands } : operands
}

function oneDash(name: string): string {
  return name.startsWith('--') ? name.slice(1) : name
}
