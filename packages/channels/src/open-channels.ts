import { reachFrom, type ApprovalRequest } from '@poundlock/approvals'
import type { Desk, DeskSurface } from '@poundlock/approvals/node'
import { PoundlockError } from '@poundlock/spec'
import type { Channel, ChannelAnswer, SentMessage } from './channel.ts'
import { listenForAnswers } from './inbound/listen.ts'
import { limitsText } from './show/request-text.ts'

/** A service, and who may answer there. */
export interface ConfiguredChannel {
  readonly channel: Channel
  /** Ids of people as the service proves them. */
  readonly approvers: readonly string[]
}

export interface ChannelsOptions {
  readonly channels: readonly ConfiguredChannel[]
  /** Where a request goes: names of channels with the ids of chats. */
  readonly targetsOf: (request: ApprovalRequest) => readonly { readonly channel: string; readonly to: string }[]
  /** Where answers arrive by HTTP; absent where none do. */
  readonly listen?: { readonly host: string; readonly port: number }
  readonly onProblem: (channel: string, error: unknown) => void
  /** Milliseconds since 1970; the system's clock unless set. */
  readonly now?: () => number
}

/** Channels as a surface of a desk. */
export interface OpenChannels extends DeskSurface {
  /** Where it listens; `null` where it does not. */
  readonly port: number | null
}

/**
 * Opens channels: requests go to their targets, and answers of approvers come back, each heard once.
 *
 * @throws ChannelsError `CHANNEL_LISTEN`
 */
export async function openChannels(options: ChannelsOptions): Promise<OpenChannels> {
  const { channels, targetsOf, onProblem, listen, now = Date.now } = options
  const sent = new Map<string, { readonly channel: Channel; readonly message: SentMessage }[]>()
  const stop = new AbortController()
  let desk: Pick<Desk, 'answer' | 'pending'> | null = null
  /** Only approvers are heard; whoever else writes is not even answered. */
  const take = ({ name }: Channel) => {
    const { approvers } = channels.find(({ channel }) => channel.name === name)!
    const isShown = (id: string) => sent.get(id)?.some(({ channel, message }) => channel.name === name && message.whole)
    return (answer: ChannelAnswer) =>
      desk === null || !approvers.includes(answer.approver) ? null : takeAnswer(desk, name, answer, isShown, now())
  }
  const listening = listen
    ? await listenForAnswers({ ...listen, channels: channels.map(({ channel }) => channel), take, onProblem, now })
    : null
  const polling = channels.map(async ({ channel }) => {
    try {
      await channel.poll?.(take(channel), stop.signal, (error) => onProblem(channel.name, error))
    } catch (error) {
      onProblem(channel.name, error)
    }
  })
  return {
    name: 'channels',
    port: listening?.port ?? null,
    open: (given) => void (desk = given),
    async show(request) {
      const messages = await Promise.all(
        targetsOf(request).map(async ({ channel: name, to }) => {
          const found = channels.find(({ channel }) => channel.name === name)
          if (!found) return []
          try {
            const message = await found.channel.send(to, request)
            return [{ channel: found.channel, message, heard: found.approvers.length > 0 }]
          } catch (error) {
            onProblem(name, error)
            return []
          }
        }),
      )
      const flat = messages.flat()
      if (flat.length > 0) sent.set(request.id, flat)
      // Told to people who may not answer, it reaches nobody who can.
      return flat.some(({ heard }) => heard)
    },
    async settled(record) {
      const messages = sent.get(record.request.id) ?? []
      sent.delete(record.request.id)
      await Promise.all(
        messages.map(async ({ channel, message }) => {
          try {
            await channel.settle(message, record)
          } catch (error) {
            onProblem(channel.name, error)
          }
        }),
      )
    },
    async close() {
      stop.abort()
      await Promise.all([...polling, listening?.close()])
    },
  }
}

/** What was not shown whole in a chat can only be denied from there. */
function takeAnswer(
  desk: Pick<Desk, 'answer' | 'pending'>,
  surface: string,
  { approver, id, decision, reach = {}, reason }: ChannelAnswer,
  isShown: (id: string) => boolean | undefined,
  now: number,
): string {
  const named = desk.pending().filter((request) => request.id.startsWith(id))
  if (decision !== 'deny' && named.length === 1 && isShown(named[0]!.id) !== true) {
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
    const { counts, answer } = desk.answer(id, given)
    if (counts) return `Answered: ${answer.decision}${limitsText(answer.limits)}.`
    const same = answer.decision === decision ? ' (same decision)' : ''
    return `Already resolved${same}: ${answer.decision} by ${answer.surface}:${answer.by}.`
  } catch (error) {
    if (!PoundlockError.isInstance(error)) throw error
    return error.message
  }
}
