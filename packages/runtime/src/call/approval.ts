import type { Binding, RequestEffect } from '@poundlock/approvals'
import type { Ask } from '@poundlock/approvals/node'
import type { PolicyDecision } from '@poundlock/policy'
import type { TryEffect } from '../try/try-request.ts'

/** A call that a person is asked to approve, as it will run. */
export interface CallToApprove {
  /** Of the call; the request is cancelled with it. */
  readonly callId: string
  /** Name of the tool that was called. */
  readonly tool: string
  /** What the tool was given, validated. */
  readonly input: unknown
  /** The command line; for other tools their name and input as text. */
  readonly command: string
  /** Where it would start, absolute. */
  readonly cwd: string
  /** Variables that the call sets. */
  readonly environment: Readonly<Record<string, string>>
  /** Id of the agent that called. */
  readonly agent: string
  /** Key of the session that it called in. */
  readonly session: string
  /** Why it has to be approved, with what would allow it. */
  readonly decision: PolicyDecision
  /** Exactly what would run, and where: an answer is bound to it. */
  readonly binding: Binding
  /** The command runs already, and a connection of it waits: the same call, made again, would run it again. */
  readonly runs?: true
  /** What the call would do, as far as it is known; absent where nothing is known of it. */
  readonly effects?: readonly RequestEffect[]
  /** The changes of the try run, which was contained and had no network; approval applies them. */
  readonly effect?: TryEffect
  /** What an "always" would cover, a line each; empty where nothing of the call can be granted for good. */
  readonly always: readonly string[]
  /** The same for programs: two requests whose "always" grants the same have the same one. */
  readonly alwaysKey: string
}

/** Asks a person about a call. Absent where no person can be asked. */
export type AskForApproval = Ask<CallToApprove>
