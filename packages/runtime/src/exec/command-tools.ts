import { type ToolSpec, toolKey } from '@poundlock/spec'
import { BASH_TOOL, EXEC_TOOL, REPL_TOOL } from '@poundlock/spec/tools'

/** The tools that run commands, which the runtime serves itself. */
export const COMMAND_TOOLS: readonly ToolSpec[] = [EXEC_TOOL, REPL_TOOL]

/**
 * The schema that the input of a call has to fit: `bash` is `exec` by another name, with parameters of its own. Rules and
 * hooks know it as `exec` all the same.
 */
export function calledAs(name: string, spec: ToolSpec): ToolSpec {
  return spec === EXEC_TOOL && toolKey(name) === BASH_TOOL.name ? BASH_TOOL : spec
}
