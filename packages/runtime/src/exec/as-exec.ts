import { quote } from '@poundlock/shell'
import type { ToolSpec } from '@poundlock/spec'
import { type BashInput, type ExecInput, type ReplInput, BASH_TOOL, REPL_TOOL } from '@poundlock/spec/tools'

const INTERPRETERS: Readonly<Record<ReplInput['language'], readonly string[]>> = {
  python: ['python3', '-c'],
  node: ['node', '-e'],
  bash: ['bash', '-c'],
}

/** The call of `exec` that a command tool stands for, or its problem. `input` fits the schema. */
export function asExec(called: ToolSpec, input: unknown): { readonly input: ExecInput } | { readonly problem: string } {
  if (called.name === REPL_TOOL.name) {
    const { code, language, timeout_ms: milliseconds } = input as ReplInput
    const end = code.indexOf('\0')
    if (end >= 0) {
      return {
        problem: `REPL: code: holds a NUL character at position ${end}, which no program can be given; leave it out`,
      }
    }
    const line = quote([...INTERPRETERS[language], code])
    return { input: { command: line, ...(milliseconds !== undefined && { timeout: milliseconds / 1000 }) } }
  }
  if (called !== BASH_TOOL) return { input: input as ExecInput }
  const { command, timeout, run_in_background: background, ...rest } = input as BashInput
  const { description: _, dangerouslyDisableSandbox, namespaceRestrictions, ...switches } = rest
  if (dangerouslyDisableSandbox === true) {
    return { problem: 'bash: dangerouslyDisableSandbox: a call cannot leave its sandbox; leave it out' }
  }
  if (namespaceRestrictions === false) {
    return { problem: 'bash: namespaceRestrictions: a call cannot do without them; leave it out' }
  }
  return {
    input: {
      command,
      ...(timeout !== undefined && { timeout: timeout / 1000 }),
      ...(background !== undefined && { background }),
      ...switches,
    },
  }
}
