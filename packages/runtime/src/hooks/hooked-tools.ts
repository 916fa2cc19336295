import type { ToolSpec } from '@poundlock/spec'
import { execTool, processTool, replTool } from '@poundlock/spec/tools'
import { validateToolInput } from '@poundlock/spec/validation'
import { asExec } from '../exec/command-tools.ts'

/**
 * The tools whose hooks are asked about a call: the tool itself, and for a piece of code the command that it comes to.
 * A hook on exec also sees other tools that run commands.
 */
export const toolsBefore = (spec: ToolSpec): readonly ToolSpec[] =>
  spec.name === replTool.name ? [spec, execTool] : [spec]

/**
 * The tools whose hooks see a result: also those whose output it contains. Output of a command that a hook withholds
 * must not appear through `process`.
 */
export const toolsAfter = (spec: ToolSpec): readonly ToolSpec[] =>
  spec.name === processTool.name ? [spec, execTool, replTool] : toolsBefore(spec)

/** A call, as the hooks of one of these tools see it; `null` where it could not run. */
export function callAs(
  spec: ToolSpec,
  hooksOf: ToolSpec,
  input: unknown,
): { readonly tool: string; readonly input: unknown } | null {
  if (hooksOf !== execTool || spec.name !== replTool.name) return { tool: spec.name, input }
  if (validateToolInput(replTool, input).length > 0) return null
  const command = asExec(replTool, input)
  return 'problem' in command ? null : { tool: execTool.name, input: command.input }
}
