import { type ToolCall, type ToolSpec, quotedText, visibleText } from '@poundlock/spec'
import { EXEC_TOOL } from '@poundlock/spec/tools'
import { type ValidationIssue, validateToolInput } from '@poundlock/spec/validation'
import { asExec } from '../exec/as-exec.ts'
import { calledAs } from '../exec/command-tools.ts'
import { execProblem, prepareExec } from '../exec/prepare-exec.ts'
import type { RuntimeParts } from '../runtime-parts.ts'
import { prepareToolCall } from '../tools/prepare-tool-call.ts'
import type { CallContext } from './call-context.ts'
import { copyPlain, MAX_DEPTH } from './copy-plain.ts'
import type { PreparedCall } from './prepared-call.ts'

/**
 * Finds the tool of a call, copies its input, and checks it.
 *
 * @param interactive whether a person can be asked
 * @returns the call, or its problems, one sentence each
 */
export function prepareCall(
  call: ToolCall,
  context: CallContext,
  interactive: boolean,
  parts: RuntimeParts,
): PreparedCall | readonly string[] {
  const { tools, leftOut, options, sessions } = parts
  const spec = tools.find(call.name)
  if (spec === null) return [unknownTool(call.name, tools.list())]
  const input = copyOf(call.input)
  if (input === UNCOPIED)
    return [`${spec.name}: the input: expected plain data, as JSON has it, at most ${MAX_DEPTH} levels deep`]
  const handler = tools.handlerOf(spec)
  const called = calledAs(call.name, spec)
  const issues = handler?.check ? handler.check(input) : validateToolInput(called, input)
  if (issues.length > 0) return issues.map((issue) => problemOf(called.name, issue))
  const fault = handler?.faultOf?.(input) ?? null
  if (fault !== null) return [`${called.name}: ${fault.message}`, ...(fault.remedy ? [fault.remedy] : [])]
  const masked = spec.requiredPermission === 'read-only' ? null : (leftOut?.find(input) ?? null)
  if (masked !== null) return [maskedInput(called.name, masked)]
  if (handler) {
    return prepareToolCall(handler, input, context, interactive, options, sessions.stateOf(context.session))
  }
  const command = asExec(called, input)
  if ('problem' in command) return [command.problem]
  const problem = execProblem(called.name, command.input, context.session, parts)
  if (problem !== null) return [problem]
  // Hooks know `bash` as the call of `exec` that it comes to.
  const known = spec === EXEC_TOOL ? { spec, input: command.input } : { spec, input }
  return prepareExec(known, command.input, context, interactive, parts)
}

const problemOf = (tool: string, { pointer, message }: ValidationIssue) =>
  `${tool}: ${pointer === '' ? 'the input' : shownPointer(pointer.slice(1))}: ${message}`

/** The input chooses the keys in a pointer, so they are escaped. */
const shownPointer = (pointer: string) =>
  visibleText(pointer.length > LONGEST_POINTER ? `${pointer.slice(0, LONGEST_POINTER)}…` : pointer)
const LONGEST_POINTER = 120

const UNCOPIED = Symbol('uncopied')

function copyOf(input: unknown): unknown {
  try {
    return copyPlain(input)
  } catch {
    return UNCOPIED
  }
}

/** Written back, the mask would stand in the place of the secret. */
const maskedInput = (tool: string, line: string) =>
  `${tool}: the input holds the line ${JSON.stringify(line)}, from which a secret was left out when it was read; change only what stands around it`

function unknownTool(name: unknown, known: readonly ToolSpec[]): string {
  return `there is no tool ${typeof name === 'string' ? quotedText(name) : JSON.stringify(name)}; known here: ${known.map((spec) => spec.name).join(', ')}`
}
