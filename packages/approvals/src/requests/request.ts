import type { Binding } from '../binding/binding.ts'
import type { GrantReach } from '../grants/grant-reach.ts'

/** What a person can answer. */
export type ApprovalDecision = 'allow-once' | 'allow-always' | 'deny'

/** Who or what made a call, where it did not come from a terminal of this machine. */
export interface RequestOrigin {
  /** Id of the device that the call came through. */
  readonly deviceId: string
  /** What its owner calls the device. */
  readonly deviceName: string
  /** What the server knows it as: for example `agent`, `operator`. */
  readonly role: string
}

/** How many people have to agree, and what they have to say with it. */
export interface ApprovalRequirements {
  /** So many different people have to allow it. */
  readonly approve: number
  /** So many deny it. */
  readonly deny: number
  /** With `required`, a person who allows it says why. A denial needs no reason. */
  readonly reason: 'required' | 'optional'
}

/** Who may allow a request; anybody may deny it. */
export interface Approvers {
  /** Its name, for people. */
  readonly group: string
  /** `device:<id>`, `account:<user of this machine>`, `slack:<user id>` and so on; see `voterOf`. */
  readonly members: readonly string[]
}

/** One thing that a call would do; kinds are those of effects of commands. */
export interface RequestEffect {
  /** For example `file-write` or `network`. */
  readonly kind: string
  /** A path, a host; `null` where it is only known at run time, or the effect has none. */
  readonly path: string | null
  /** Nothing is known of the program: it may do anything. */
  readonly unknown?: true
}

/** A part of a command line, from its first character to the one behind its last. */
export interface AskedPart {
  /** In UTF-16 units from the beginning of the line. */
  readonly start: number
  /** In UTF-16 units, exclusive. */
  readonly end: number
}

/** Which rule gave a reason, as it was written, and where it stands: `file:line:column`, or `built-in`. */
export interface ReasonOrigin {
  /** The rule as its author wrote it; absent where no rule decided. */
  readonly rule?: string
  /** The place of the rule; absent where there is none. */
  readonly source?: string
}

/** One line of what a call would change; its kind is for colours. */
export interface ChangeLine {
  /** How a terminal may colour the line. */
  readonly kind: 'heading' | 'added' | 'removed' | 'context' | 'hunk' | 'note'
  /** The line without its end; what is hidden in it is escaped. */
  readonly text: string
}

/** Something that waits for a person's answer. Plain JSON: it is written down before it is shown. */
export interface ApprovalRequest {
  /** At least 96 random bits in hexadecimal. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Milliseconds since 1970; an answer that is used later counts no more. */
  readonly expiresAt: number
  /** The call that waits, so that it is cancelled with it. */
  readonly callId: string
  /** Name of the tool that was called. */
  readonly tool: string
  /** Why it is asked about, a sentence each. */
  readonly reasons: readonly string[]
  /** Where each of the reasons comes from, in their order; absent where no rule gave one. */
  readonly reasonOrigins?: readonly ReasonOrigin[]
  /** Names of the environment variables that the call sets; values can be secrets. */
  readonly sets: readonly string[]
  /**
   * Which process asks, where that can be told: once it is gone, the same call takes up what it left. Written by
   * the store.
   */
  readonly asker?: string
  /** Its call ended without an answer: the same call, made again by the same process too, takes it up. */
  readonly queued?: true
  /** Absent for calls of this machine. Only the same call takes up what it left: see `callId`. */
  readonly origin?: RequestOrigin
  /** Absent where one answer is enough. */
  readonly requires?: ApprovalRequirements
  /** Absent where anybody may allow it who can answer at all. */
  readonly approvers?: Approvers
  /** Exactly what will run, and where: what an answer is bound to. */
  readonly binding: Binding
  /** The security level that holds for the call. */
  readonly security: string
  /** What it would do, as far as that is known; absent where nothing is. */
  readonly effects?: readonly RequestEffect[]
  /** How files would look: what a try run changed, or what a file tool is to write; absent where that is not known. */
  readonly changes?: readonly ChangeLine[]
  /** What a person should know: hidden characters, a program that can be written to. */
  readonly warnings: readonly string[]
  /** Which answers are open. `allow-always` is not, where there is nothing that could be granted. */
  readonly decisions: readonly ApprovalDecision[]
  /** What `allow-always` would cover, in words, each grant by itself; absent where it is not open. */
  readonly grantCovers?: readonly string[]
  /** The parts of `binding.text` that are asked about, by their offsets; absent where all of it is. */
  readonly askedParts?: readonly AskedPart[]
  /** Requests with the same text here can be answered together. */
  readonly likeness: string
}

/** The device that an answer came from, as the server that it is connected to knows it. */
export interface AnswerAuthor extends RequestOrigin {
  /** How the device proved who it is: for example `ed25519 signature and token`. */
  readonly proof: string
}

/** One of several answers that it takes. */
export type ApprovalVote = Omit<ApprovalAnswer, 'votes'>

/** That somebody else is to answer. */
export interface Delegation extends Approvers {
  /** Who handed it on, as the surface knows them. */
  readonly by: string
  /** What they said with it. */
  readonly note?: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What a person answered. */
export interface ApprovalAnswer {
  /** What was answered; `allow-always` grants as far as `limits` says. */
  readonly decision: ApprovalDecision
  /** How far an `allow-always` reaches; absent for no limit. */
  readonly limits?: GrantReach
  /** Said to the model with a denial. */
  readonly reason?: string
  /** Who, as the surface knows them: a user of the system, a member of a chat. */
  readonly by: string
  /** For example `terminal`, `socket`, `webhook`. */
  readonly surface: string
  /** Absent where it was given on this machine or in a chat. */
  readonly author?: AnswerAuthor
  /** The answers that it is made of, where it took several people. */
  readonly votes?: readonly ApprovalVote[]
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Where a request stands. `answered` and not used yet; `used`: what was allowed has been started; `expired`: nobody
 * answered in time, or the answer was not used in time.
 */
export type ApprovalState = 'pending' | 'answered' | 'used' | 'expired' | 'cancelled'

/** A request and what has become of it. */
export interface ApprovalRecord {
  /** The request as it was asked. */
  readonly request: ApprovalRequest
  /** Absent until enough people have answered. */
  readonly answer?: ApprovalAnswer
  /** Milliseconds since 1970. */
  readonly usedAt?: number
  /** Milliseconds since 1970; absent where it was not taken back. */
  readonly cancelledAt?: number
  /** Its call ended without an answer: the same call, made again by the same process too, takes it up. */
  readonly queuedAt?: number
  /** What was answered until now, where it takes several people; the oldest first. */
  readonly votes?: readonly ApprovalVote[]
  /** To whom it was handed on, the last one last. */
  readonly delegations?: readonly Delegation[]
}

/** Who may allow a request now: those it was last handed on to. */
export const approversOf = ({ request, delegations = [] }: ApprovalRecord): Approvers | undefined =>
  delegations.at(-1) ?? request.approvers

/** Where a request stands at a moment, in milliseconds since 1970. */
export function stateOf(record: ApprovalRecord, now: number): ApprovalState {
  if (record.usedAt !== undefined) return 'used'
  if (record.cancelledAt !== undefined) return 'cancelled'
  if (record.answer?.decision === 'deny') return 'answered'
  if (now >= record.request.expiresAt) return 'expired'
  return record.answer ? 'answered' : 'pending'
}
