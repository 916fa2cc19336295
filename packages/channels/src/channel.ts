import type { ApprovalDecision, ApprovalRecord, ApprovalRequest, GivenReach } from '@poundlock/approvals'
import type { IncomingCall, OutgoingAnswer } from './inbound/incoming-call.ts'

/** What somebody answered somewhere, and who they are there. */
export interface ChannelAnswer {
  /** As the service proves it, never as they call themselves. */
  readonly approver: string
  /** The whole, or an unambiguous beginning. */
  readonly id: string
  readonly decision: ApprovalDecision
  /** How far an "always" reaches. */
  readonly reach?: GivenReach
  readonly reason?: string
}

/** Hands on an answer. @returns what to tell whoever gave it; `null` where they are nobody to be told anything */
export type TakeAnswer = (answer: ChannelAnswer) => string | null

/** What was sent, as far as it takes to change it. */
export interface SentMessage {
  readonly to: string
  /** The id of the message where it was sent. */
  readonly message: string
  /** Whether the whole of the command is in it: what was not shown cannot be allowed there. */
  readonly whole: boolean
}

/** One service through which people are asked. */
export interface Channel {
  readonly name: string
  /** @throws ChannelsError */
  send(to: string, request: ApprovalRequest): Promise<SentMessage>
  /** Takes the buttons away and says what became of it. @throws ChannelsError */
  settle(sent: Omit<SentMessage, 'whole'>, record: ApprovalRecord): Promise<void>
  /** Answers an HTTP request of the service; absent where none come. */
  receive?(call: IncomingCall, take: TakeAnswer): Promise<OutgoingAnswer>
  /**
   * Looks for answers until the signal aborts; absent where the service brings them.
   *
   * @param onProblem told why nothing comes, once for each reason
   */
  poll?(take: TakeAnswer, signal: AbortSignal, onProblem: (error: unknown) => void): Promise<void>
}
