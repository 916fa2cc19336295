import type { ApprovalDecision, ApprovalRecord, ApprovalRequest, GivenReach } from '@poundlock/approvals'
import type { IncomingCall, OutgoingAnswer } from './inbound/incoming-call.ts'

/** An answer from a service, with the id of the person there. */
export interface ChannelAnswer {
  /** As the service proves it, never as they call themselves. */
  readonly approver: string
  /** The whole, or an unambiguous beginning. */
  readonly id: string
  /** What the person chose. */
  readonly decision: ApprovalDecision
  /** How far an "always" reaches. */
  readonly reach?: GivenReach
  /** What the person said with it. */
  readonly reason?: string
}

/** Hands on an answer. @returns the reply to the person; `null` for no reply */
export type TakeAnswer = (answer: ChannelAnswer) => string | null

/** A message that was sent, with what is needed to change it. */
export interface SentMessage {
  /** The id of the chat there. */
  readonly to: string
  /** The id of the message where it was sent. */
  readonly message: string
  /** Whether it shows the whole command: a part that was not shown cannot be allowed there. */
  readonly whole: boolean
}

/** One service through which people are asked. */
export interface Channel {
  /** Its key in the configuration, such as `slack`. */
  readonly name: string
  /**
   * True where every message holds a whole request: an answer may arrive before the service has confirmed the message.
   */
  readonly sendsWhole?: true
  /** @throws ChannelsError */
  send(to: string, request: ApprovalRequest): Promise<SentMessage>
  /** Takes the buttons away and says what became of it. @throws ChannelsError */
  settle(sent: Omit<SentMessage, 'whole'>, record: ApprovalRecord): Promise<void>
  /** Answers an HTTP request of the service; absent where none come. */
  receive?(call: IncomingCall, take: TakeAnswer): Promise<OutgoingAnswer>
  /**
   * Looks for answers until the signal aborts; absent where the service sends them.
   *
   * @param onProblem called with the reason why no answers arrive, once for each reason
   */
  poll?(take: TakeAnswer, signal: AbortSignal, onProblem: (error: unknown) => void): Promise<void>
}
