import type { AskThroughClient, ClientQuestion, ServedCall } from '@poundlock/mcp'
import type { AskingSurface, ShownRequest } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import type { PatienceOf } from './kept-requests.ts'

/** Longer questions are not asked there: clients cut them, and what is not seen is not approved. */
const LONGEST_QUESTION = 8000

const DENY = 'deny'
const ONCE = 'allow once'
const ALWAYS = 'allow always'

/** Who asked for a call, as far as its approval goes. */
type Asking = Pick<ServedCall, 'ask' | 'client' | 'isToldProgress' | 'onNotice' | 'onProgress'>

/** The clients whose calls are under way, as somewhere to ask. Each is asked about its own calls only. */
export interface ClientAsking {
  readonly surface: AskingSurface
  /** @returns what forgets it again */
  begin(callId: string, asking: Asking): () => void
  /** How long a client waits while somebody else is asked; `null` where it is asked itself, or makes no such call. */
  readonly patienceOf: PatienceOf
}

export function askThroughClients(): ClientAsking {
  const calls = new Map<string, Asking>()
  return {
    begin(callId, asking) {
      calls.set(callId, asking)
      return () => void calls.delete(callId)
    },
    patienceOf(callId) {
      const call = calls.get(callId)
      if (!call || call.ask !== null) return null
      return call.isToldProgress ? 'as-long-as-it-takes' : 'a-minute'
    },
    surface: {
      name: 'mcp-client',
      async show(shown) {
        const call = calls.get(shown.asked.callId)
        if (!call) return false
        const waiting = `waits for an approval, request ${shown.stored.id.slice(0, 8)}`
        call.onProgress(waiting)
        call.onNotice('warning', `${shown.asked.tool} ${waiting}: ${visibleText(shown.asked.command).slice(0, 500)}`)
        const question = questionOf(shown)
        if (call.ask === null || question.message.length > LONGEST_QUESTION) return false
        return isShown(shown, question, call.ask, call.client)
      },
    },
  }
}

/** Settles when it is over with the question; nobody is thought to see one that the client could not show. */
async function isShown(
  { answer, signal }: ShownRequest,
  question: ClientQuestion,
  ask: AskThroughClient,
  client: string,
): Promise<boolean> {
  const given = await ask(question, signal)
  if (signal.aborted) return true
  if (given.kind === 'unanswered') return false
  const choice = given.kind === 'chosen' ? given.choice : DENY
  try {
    answer({ decision: DECISIONS[choice] ?? 'deny', by: client, surface: 'mcp-client' })
  } catch {
    // It is over: whoever waits for it knows.
  }
  return true
}

const DECISIONS: Readonly<Record<string, 'allow-once' | 'allow-always' | 'deny'>> = {
  [ONCE]: 'allow-once',
  [ALWAYS]: 'allow-always',
}

/** The call as it will run, and why it is asked about: nothing of it hidden, none of its lines taken for one of ours. */
function questionOf({ stored, asked }: ShownRequest): ClientQuestion {
  const show = (value: string) => visibleText(value, { newlines: 'keep' }).replaceAll('\n', '\n  | ')
  const lines = [
    `Allow ${visibleText(asked.tool)}?`,
    `  | ${show(asked.command)}`,
    `in ${visibleText(asked.cwd)}`,
    ...Object.entries(asked.environment).map(([name, value]) => `with ${visibleText(name)}=${visibleText(value)}`),
    ...stored.reasons.map((reason) => `because: ${visibleText(reason)}`),
    ...stored.warnings.map((warning) => `note: ${visibleText(warning)}`),
    ...asked.always.map((covers) => `"${ALWAYS}" covers: ${visibleText(covers)}`),
  ]
  const choices = [DENY, ONCE, ...(asked.always.length > 0 ? [ALWAYS] : [])] as [string, ...string[]]
  return { message: lines.join('\n'), title: 'Decision', choices }
}
