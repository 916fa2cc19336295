import { randomUUID } from 'node:crypto'
import type { ServedResult } from '@poundlock/mcp'
import type { AskForApproval, CallOutcome } from '@poundlock/runtime'
import type { Assembly } from '../host/assemble.ts'
import { whyNotCalled } from '../host/may-be-called.ts'
import { PROPOSE_GRANT, proposedCommand } from './policy-tools.ts'

export interface Proposal {
  readonly input: unknown
  readonly session: string
  readonly abortSignal: AbortSignal
  readonly ask: AskForApproval
  /** What a call that was not approved says to its client. */
  readonly refused: (outcome: CallOutcome) => string
}

/**
 * Asks the person about a command as if it were to run, and stops right before it would: so exactly that is granted
 * which an "always" in answer to the command itself grants, and only if a person gives that answer.
 */
export async function proposeGrant(assembly: Assembly, proposal: Proposal): Promise<ServedResult> {
  const { runtime, context } = assembly
  const { input, session, abortSignal, ask, refused } = proposal
  const reason = whyNotCalled(assembly, PROPOSE_GRANT, { agent: context.agent, session })
  if (reason !== null) return answer(reason, true)
  const command = proposedCommand(input)
  if (command === null) return answer('Give one command line: {"command": "npm test"}.', true)
  let stopped = false
  let granted = false
  const outcome = await runtime.call(
    { id: `call_${randomUUID()}`, name: 'exec', input: { command } },
    { ...context, session },
    {
      abortSignal,
      stdin: 'ignore',
      async ask(request, options) {
        if (request.always.length === 0) {
          return { answer: 'unreachable', message: 'no part of it can have a standing grant' }
        }
        const given = await ask(asProposal(request), options)
        granted = given.answer === 'allow-always'
        return given
      },
      beforeRun() {
        stopped = true
        return Promise.reject(new Error('a proposal does not run'))
      },
    },
  )
  if (!stopped) return answer(refused(outcome), true)
  if (granted) return answer('Granted: the person allows it for good. Nothing ran; make the call.', false)
  return outcome.approval?.kind === 'person'
    ? answer('Not granted: the person allows it once, and a proposal does not run. Make the call to ask again.', true)
    : answer('It needs no grant: it would run without a question. Nothing ran.', false)
}

/** The person reads first that nothing runs now. */
function asProposal<Request extends Parameters<AskForApproval>[0]>(request: Request): Request {
  const [first, ...others] = request.decision.reasons
  if (first === undefined) return request
  const message = `the agent proposes a standing grant, and nothing runs now; a call of it asks since ${first.message}`
  return { ...request, decision: { ...request.decision, reasons: [{ ...first, message }, ...others] } }
}

const answer = (text: string, isError: boolean): ServedResult => ({ content: [{ type: 'text', text }], isError })
