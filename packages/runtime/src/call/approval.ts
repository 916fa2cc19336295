import type { Binding, RequestEffect } from '@poundlock/approvals'
import type { Ask } from '@poundlock/approvals/node'
import type { PolicyDecision } from '@poundlock/policy'
import type { TryEffect } from '../try/try-request.ts'

/** A call that a person is asked to approve, as it will run. */
export interface CallToApprove {
  readonly callId: string
  readonly tool: string
  /** What the tool was given, validated. */
  readonly input: unknown
  /** The command line; for other tools their name and input as text. */
  readonly command: string
  readonly cwd: string
  /** Variables that the call sets. */
  readonly environment: Readonly<Record<string, string>>
  readonly agent: string
  readonly session: string
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
