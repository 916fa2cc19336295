import { execTool, type ToolSpec } from '@poundlock/spec'
import { processTool } from '@poundlock/spec/tools'

/**
 * The tools whose hooks are told of a result: those of the tool itself, and of one whose output it hands on. What a hook
 * keeps back of a command must not come out again where its background is read.
 */
export const toldTools = (spec: ToolSpec): readonly ToolSpec[] =>
  spec.name === processTool.name ? [spec, execTool] : [spec]
