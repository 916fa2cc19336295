import type { ShownRequest, Surface } from '@poundlock/approvals/node'
import { homeFolder } from '@poundlock/local-host'
import type { ClientAnswer, ServedCall } from '@poundlock/mcp'
import type { CallToApprove } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { CHOICES, clientQuestion } from './asking/client-question.ts'
import { type ScreenSize, textRoom } from './asking/client-screens.ts'
import type { WaitingCall } from './kept-requests.ts'

/** A notice is for a log: a longer command is cut, with the way to the rest. */
const LONGEST_NOTICE = 2000

function noticeOf(command: string): string {
  const text = visibleText(command)
  const rest = text.length - LONGEST_NOTICE
  if (rest <= 0) return text
  return `${text.slice(0, LONGEST_NOTICE)}… (${rest} more characters: poundlock approvals pending --json)`
}

/** Who asked for a call, as far as its approval goes. */
type Asking = Pick<ServedCall, 'ask' | 'client' | 'wantsProgress' | 'onNotice' | 'onProgress'>

/** What became of a question that a client could be asked: why it gave no answer, or that it did. */
export type ClientEnd = Unasked | 'declined' | 'answered'
type Unasked = 'too-long' | 'dismissed' | 'unanswered'

/** One call of a client, as somewhere to ask about it. */
export class ClientCall implements WaitingCall {
  readonly patience: WaitingCall['patience']
  readonly surface: Surface<CallToApprove> = { name: 'mcp-client', show: (shown) => this.#show(shown) }
  remedy: string | undefined
  readonly #asking: Asking
  readonly #terminal: TerminalOf
  /** Settles when the client is asked no longer, without an answer. */
  readonly #unasked = Promise.withResolvers<void>()
  #end: ClientEnd | undefined

  /**
   * @param options.terminal the terminal that this process shares with the client
   * @param options.isKept false where the same call is never repeated: then it waits without a limit
   */
  constructor(
    asking: Asking,
    { terminal, isKept = true }: { readonly terminal: TerminalOf; readonly isKept?: boolean },
  ) {
    this.#asking = asking
    this.#terminal = terminal
    const patience = asking.wantsProgress ? 'as-long-as-it-takes' : 'a-minute'
    if (asking.ask === null) this.patience = patience
    else this.patience = isKept ? { once: this.#unasked.promise, patience } : null
  }

  /** How it went with the client itself; `undefined` where it was not asked, or has not answered. */
  get end(): { readonly end: ClientEnd; readonly client: string } | undefined {
    return this.#end === undefined ? undefined : { end: this.#end, client: this.#asking.client }
  }

  async #show(shown: ShownRequest<CallToApprove>): Promise<boolean> {
    const { call, stored } = shown
    const waiting = `waits for an approval, request ${stored.id.slice(0, 8)}`
    this.#asking.onProgress(waiting)
    this.#asking.onNotice('warning', `${call.tool} ${waiting}: ${noticeOf(call.command)}`)
    if (this.#asking.ask === null) return false
    this.#end = await ask(shown, this.#asking, this.#terminal)
    if (this.#end === undefined || this.#end === 'answered' || this.#end === 'declined') return true
    this.#unasked.resolve()
    return false
  }
}

/** The terminal that this process shares with the client; `null` where there is none. */
export type TerminalOf = () => ScreenSize | null

/** Settles after the client's answer: a question counts as seen only if the client could show it. */
async function ask(
  shown: ShownRequest<CallToApprove>,
  { ask: put, client }: Pick<Asking, 'ask' | 'client'>,
  terminal: TerminalOf,
): Promise<ClientEnd | undefined> {
  const { answer, signal } = shown
  const question = clientQuestion(shown, { room: textRoom(client, terminal()), home: homeFolder() })
  if (question === null) return 'too-long'
  const given = await put!(question, signal)
  if (signal.aborted) return undefined
  if (given.kind === 'unanswered' || given.kind === 'dismissed') return given.kind
  try {
    answer({ ...decisionOf(given), by: client, surface: 'mcp-client' })
  } catch {
    // The request is settled: its process knows.
  }
  return given.kind === 'declined' ? 'declined' : 'answered'
}

function decisionOf(given: Extract<ClientAnswer, { kind: 'chosen' | 'declined' }>) {
  if (given.kind === 'chosen') return { decision: DECISIONS[given.choice] ?? 'deny' } as const
  return {
    decision: 'deny',
    reason: 'declined as a whole, as a client without a user does',
  } as const
}

const DECISIONS: Readonly<Record<string, 'allow-once' | 'allow-always' | 'deny'>> = {
  [CHOICES.once]: 'allow-once',
  [CHOICES.always]: 'allow-always',
}
