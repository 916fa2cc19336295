import type { ApprovalAnswer, ApprovalRecord, ApprovalRequest } from '../requests/request.ts'

/** An answer as a surface gives it; the store adds the time. */
export type SurfaceAnswer = Omit<ApprovalAnswer, 'at' | 'votes'>

/** The effect of an answer: it counts, or another one was first. */
export interface Answered {
  /** False where another answer was first. */
  readonly counts: boolean
  /** The one that counts; where more are missing, this person's. */
  readonly answer: ApprovalAnswer
  /** So many more people have to answer the same before it holds. Absent where the request is settled. */
  readonly missing?: number
}

/** A request as a surface shows it. */
export interface ShownRequest<Call = unknown> {
  /** The request as it is stored. */
  readonly stored: ApprovalRequest
  /** The call as the asking process knows it, with what is not stored; `undefined` in a process that only shows requests. */
  readonly call: Call
  /** Gives a person's answer; the first of all surfaces counts. @throws ApprovalsError when the request is settled */
  readonly answer: (given: SurfaceAnswer) => Answered
  /** Aborts when the request is settled: answered on any surface, expired, or cancelled. */
  readonly signal: AbortSignal
  /** Resolves with the settled request; never, when the store forgets the request first. */
  readonly settled: Promise<ApprovalRecord>
}

/** A place where requests are shown to people: a terminal, the local socket, an MCP client, chats. */
export interface Surface<Call = unknown> {
  /** What records call it, for example `terminal`. */
  readonly name: string
  /** Shows a request until its signal aborts. @returns as soon as it is known, whether a person can see it */
  show(shown: ShownRequest<Call>): Promise<boolean>
}
