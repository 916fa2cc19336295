import { execTool, validateToolInput, type ToolSpec } from '@poundlock/spec'
import { processTool, replTool } from '@poundlock/spec/tools'
import { asExec } from '../exec/command-tools.ts'

/**
 * The tools whose hooks are asked about a call: those of the tool itself, and for a piece of code those of the command
 * that it comes to. Who minds what commands do need not think of each tool that runs them.
 */
export const askedTools = (spec: ToolSpec): readonly ToolSpec[] =>
  spec.name === replTool.name ? [spec, execTool] : [spec]

/**
 * The tools whose hooks are told of a result: also those of one whose output it hands on. What a hook keeps back of a
 * command must not come out again where its background is read.
 */
export const toldTools = (spec: ToolSpec): readonly ToolSpec[] =>
  spec.name === processTool.name ? [spec, execTool, replTool] : askedTools(spec)

/** A call, as the hooks of one of these tools are told of it; `null` where it is none that could run. */
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
