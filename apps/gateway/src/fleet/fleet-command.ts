import { GatewayError } from '@poundlock/protocol'
import { EXEC_TOOL, type ExecInput } from '@poundlock/spec/tools'
import { validateToolInput } from '@poundlock/spec/validation'

/**
 * The input of `exec` for several nodes. Where it runs is not for the input to say, and a command in the background would
 * end after its fleet has.
 *
 * @throws GatewayError `INVALID_PARAMS`
 */
export function commandOf(input: object): ExecInput {
  const [issue] = validateToolInput(EXEC_TOOL, input)
  if (issue !== undefined) throw invalid(issue.pointer, issue.message)
  const { host, node, background } = input as ExecInput
  const [wrong] = Object.entries({ host, node, background }).filter(([, value]) => value !== undefined)
  if (wrong !== undefined) throw invalid(`/${wrong[0]}`, `A command on several nodes takes no ${wrong[0]}.`)
  return input as ExecInput
}

const invalid = (pointer: string, message: string) =>
  new GatewayError(message.slice(0, 2000), { code: 'INVALID_PARAMS', path: `/params/input${pointer}` })
