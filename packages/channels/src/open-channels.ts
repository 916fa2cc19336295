import { reachFrom, type ApprovalRecord, type ApprovalRequest } from '@poundlock/approvals'
import type { RequestStore, ShownRequest, Surface } from '@poundlock/approvals/node'
import { PoundlockError } from '@poundlock/spec'
import type { Channel, ChannelAnswer, SentMessage, TakeAnswer } from './channel.ts'
import { refusal, type IncomingCall, type OutgoingAnswer } from './inbound/incoming-call.ts'
import { listenForAnswers } from './inbound/listen.ts'
import { limitsText } from './show/request-text.ts'

/** Where answers go. */
type AnswerStore = Pick<RequestStore, 'answer' | 'pending'>

/** A service, and who may answer there. */
export interface ConfiguredChannel {
  /** How the service is reached. */
  readonly channel: Channel
  /** Ids of people as the service proves them. */
  readonly approvers: readonly string[]
}

/** Which chats requests are sent to, and where answers go. */
export interface ChannelsOptions {
  /** The store that answers go to. */
  readonly store: AnswerStore
  /** At most one of each name. */
  readonly channels: readonly ConfiguredChannel[]
  /** Where a request goes: names of channels with the ids of chats. */
  readonly targetsOf: (request: ApprovalRequest) => readonly { readonly channel: string; readonly to: string }[]
  /** Where answers arrive by HTTP; absent where none do. */
  readonly listen?: { readonly host: string; readonly port: number }
  /** Called with what went wrong in a channel; the others go on. */
  readonly onProblem: (channel: string, error: unknown) => void
  /** Milliseconds since 1970; the system's clock unless set. */
  readonly now?: () => number
}

/** All channels as one surface. */
export interface OpenChannels extends Surface {
  /** The port of `listen`; `null` without one. */
  readonly port: number | null
  /** The names of channels whose services send answers by HTTP. */
  readonly receivers: readonly string[]
  /** Answers an HTTP request of a service, for a server of yours. The channel checks its signature. */
  receive(channel: string, call: IncomingCall): Promise<OutgoingAnswer>
  /** Ends all connections to chats. */
  close(): Promise<void>
}

/**
 * Opens channels: requests go to their targets, and answers of approvers go to the store.
 *
 * @throws ChannelsError `CHANNEL_LISTEN`
 */
export async function openChannels(options: ChannelsOptions): Promise<OpenChannels> {
  const surface = new ChannelSurface(options)
  await surface.listen()
  return surface
}

class ChannelSurface implements OpenChannels {
  readonly name = 'channels'
  readonly #options: ChannelsOptions
  readonly #now: () => number
  /** The messages of each waiting request. */
  readonly #sent = new Map<string, readonly { readonly channel: Channel; readonly message: SentMessage }[]>()
  readonly #stop = new AbortController()
  #listening: Awaited<ReturnType<typeof listenForAnswers>> | null = null
  #polling: readonly Promise<void>[] = []

  constructor(options: ChannelsOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  get port(): number | null {
    return this.#listening?.port ?? null
  }

  get receivers(): readonly string[] {
    return this.#options.channels.flatMap(({ channel }) => (channel.receive ? [channel.name] : []))
  }

  async receive(name: string, call: IncomingCall): Promise<OutgoingAnswer> {
    const channel = this.#configured(name)?.channel
    return channel?.receive ? channel.receive(call, this.#take(channel)) : refusal(404, 'nothing is served here')
  }

  async listen(): Promise<void> {
    const { channels, listen, onProblem } = this.#options
    const take = (channel: Channel) => this.#take(channel)
    if (listen) {
      const given = { ...listen, channels: channels.map(({ channel }) => channel), take, onProblem, now: this.#now }
      this.#listening = await listenForAnswers(given)
    }
    this.#polling = channels.map(async ({ channel }) => {
      try {
        await channel.poll?.(take(channel), this.#stop.signal, (error) => onProblem(channel.name, error))
      } catch (error) {
        onProblem(channel.name, error)
      }
    })
  }

  async show({ stored: request, settled }: ShownRequest): Promise<boolean> {
    void settled.then((record) => this.#settle(record))
    const targets = this.#options.targetsOf(request)
    // An answer can arrive before the service confirms the message.
    const early = targets.flatMap(({ channel: name, to }) => {
      const channel = this.#configured(name)?.channel
      return channel?.sendsWhole === true ? [{ channel, message: { to, message: request.id, whole: true } }] : []
    })
    if (early.length > 0) this.#sent.set(request.id, early)
    const messages = (await Promise.all(targets.map((target) => this.#send(target, request)))).flat()
    const isOver = early.length > 0 && !this.#sent.has(request.id)
    if (messages.length > 0 && !isOver) this.#sent.set(request.id, messages)
    else this.#sent.delete(request.id)
    // A message to people who may not answer reaches no approver.
    return messages.some(({ canAnswer }) => canAnswer)
  }

  async #settle(record: ApprovalRecord): Promise<void> {
    const messages = this.#sent.get(record.request.id) ?? []
    this.#sent.delete(record.request.id)
    await Promise.all(
      messages.map(async ({ channel, message }) => {
        try {
          await channel.settle(message, record)
        } catch (error) {
          this.#options.onProblem(channel.name, error)
        }
      }),
    )
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all([...this.#polling, this.#listening?.close()])
  }

  async #send({ channel: name, to }: { readonly channel: string; readonly to: string }, request: ApprovalRequest) {
    const found = this.#configured(name)
    if (!found) return []
    try {
      const message = await found.channel.send(to, request)
      return [{ channel: found.channel, message, canAnswer: found.approvers.length > 0 }]
    } catch (error) {
      this.#options.onProblem(name, error)
      return []
    }
  }

  /** Messages of others than approvers get no reply. */
  #take({ name }: Channel): TakeAnswer {
    const { approvers } = this.#configured(name)!
    const { store } = this.#options
    const isShown = (id: string) =>
      this.#sent.get(id)?.some(({ channel, message }) => channel.name === name && message.whole)
    return (answer) =>
      approvers.includes(answer.approver) ? takeAnswer(store, name, answer, isShown, this.#now()) : null
  }

  #configured(name: string): ConfiguredChannel | undefined {
    return this.#options.channels.find(({ channel }) => channel.name === name)
  }
}

/** A request that a chat does not show whole can only be denied there. */
function takeAnswer(
  store: AnswerStore,
  surface: string,
  { approver, id, decision, reach = {}, reason }: ChannelAnswer,
  isShown: (id: string) => boolean | undefined,
  now: number,
): string {
  const named = store.pending().filter(({ request }) => request.id.startsWith(id))
  if (decision !== 'deny' && named.length === 1 && isShown(named[0]!.request.id) !== true) {
    return 'It was not shown here whole, so it can only be denied here. Answer it on its host.'
  }
  try {
    const limits = reachFrom(reach, now)
    const given = {
      decision,
      by: approver,
      surface,
      ...(limits && { limits }),
      ...(reason !== undefined && { reason }),
    }
    const { counts, answer, missing } = store.answer(id, given)
    if (missing !== undefined)
      return `${counts ? 'Noted' : 'Noted before'}: ${answer.decision}. It takes ${missing} more.`
    if (counts) return `Answered: ${answer.decision}${limitsText(answer.limits)}.`
    const same = answer.decision === decision ? ' (same decision)' : ''
    return `Already resolved${same}: ${answer.decision} by ${answer.surface}:${answer.by}.`
  } catch (error) {
    if (!PoundlockError.isInstance(error)) throw error
    return error.message
  }
}
