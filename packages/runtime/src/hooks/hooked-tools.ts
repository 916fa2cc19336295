import type { ToolSpec } from '@poundlock/spec'
import { EXEC_TOOL, PROCESS_TOOL, REPL_TOOL } from '@poundlock/spec/tools'

/**
 * The tools whose hooks are asked about a call: the tool itself, and for a piece of code the command that it comes to.
 * A hook on exec also sees other tools that run commands.
 */
export const toolsBefore = (spec: ToolSpec): readonly ToolSpec[] =>
  spec.name === REPL_TOOL.name ? [spec, EXEC_TOOL] : [spec]

/**
 * The tools whose hooks see a result: also those whose output it contains. Output of a command that a hook withholds
 * must not appear through `process`.
 */
export const toolsAfter = (spec: ToolSpec): readonly ToolSpec[] =>
  spec.name === PROCESS_TOOL.name ? [spec, EXEC_TOOL, REPL_TOOL] : toolsBefore(spec)

/** A call, as the hooks of one of these tools see it; `null` where it could not run. */
export async function callAs(
  spec: ToolSpec,
  hooksOf: ToolSpec,
  input: unknown,
): Promise<{ readonly tool: string; readonly input: unknown } | null> {
  if (hooksOf !== EXEC_TOOL || spec.name !== REPL_TOOL.name) return { tool: spec.name, input }
  // Loaded on demand: most calls run no code of a model.
  const [{ validateToolInput }, { asExec }] = await Promise.all([
    import('@poundlock/spec/validation'),
    import('../exec/as-exec.ts'),
  ])
  if (validateToolInput(REPL_TOOL, input).length > 0) return null
  const command = asExec(REPL_TOOL, input)
  return 'problem' in command ? null : { tool: EXEC_TOOL.name, input: command.input }
}
