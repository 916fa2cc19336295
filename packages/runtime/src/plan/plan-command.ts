import { resolve } from 'node:path'
import type { CommandPlan, PlannedCommand, PlannedEffect } from '@poundlock/policy'
import { analyzeShell, type Dialect, type ShellAnalysis } from '@poundlock/shell'
import { SHELL_BUILTINS } from './builtins.ts'
import type { FindExecutable } from './executables.ts'

export interface PlanOptions {
  /** Absolute. */
  readonly cwd: string
  /** Absolute. */
  readonly home: string
  readonly dialect?: Dialect
  readonly findExecutable: FindExecutable
}

/** A command line, read once: the analysis for the one that runs it, the plan for the one that decides. */
export interface PlannedLine {
  readonly plan: CommandPlan
  readonly analysis: ShellAnalysis
}

/** The longest command line that is read, in UTF-16 code units. */
export const MAX_COMMAND_LENGTH = 64 * 1024

/** Reads a command line and lists what it would run and touch. */
export function planCommand(text: string, options: PlanOptions): PlannedLine {
  const { cwd, home, dialect = 'bash', findExecutable } = options
  const analysis = analyzeShell(text, { dialect, cwd, home, maxLength: MAX_COMMAND_LENGTH })
  if (!analysis.ok) {
    const { code, message } = analysis.refusal
    return {
      analysis,
      plan: { text, refusal: { code, message }, complete: false, unresolved: [], commands: [], effects: [] },
    }
  }
  const commands = analysis.commands.map((command): PlannedCommand => {
    const builtin = command.name !== null && SHELL_BUILTINS.has(command.name) && command.wrappers.length === 0
    const where = command.cwd === null ? null : resolve(cwd, command.cwd)
    const findable = command.name !== null && !builtin && (where !== null || command.name.startsWith('/'))
    return {
      name: command.name,
      argv: command.argv,
      span: command.span,
      resolved: findable ? findExecutable(command.name!, where ?? '/') : null,
      builtin,
      readsPipe: command.stdin === 'pipe',
      environment: command.environment.map((assignment) => assignment.name),
    }
  })
  const effects = analysis.effects.map(({ kind, path }): PlannedEffect => {
    // The path of an effect on the environment is the name of a variable.
    return { kind, path: path === null || kind === 'environment' ? path : resolve(cwd, path) }
  })
  return {
    analysis,
    plan: {
      text,
      refusal: null,
      complete: analysis.complete,
      unresolved: analysis.unresolved.map((reason) => reason.message),
      commands,
      effects,
    },
  }
}
