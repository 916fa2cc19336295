import type { ProcessResult } from '../process-result.ts'

/**
 * The state of a job: `starting`: it is stored and nothing runs yet; `running`; `ended`: see its result; `lost`: its
 * host was killed, so that its end is unknown.
 */
export type JobPhase = 'starting' | 'running' | 'ended' | 'lost'

/** The stored order of a job; JSON. */
export interface JobOrder {
  /** See `newJobId`. */
  readonly id: string
  /** What runs, in words: for lists. */
  readonly title: string
  /** Whose it is. */
  readonly agent: string
  /** Key of the session that it belongs to. */
  readonly session: string
  /** When it was made: milliseconds since 1970. */
  readonly createdAt: number
  /** What the host needs in order to start it; it alone reads this. JSON. */
  readonly work: unknown
}

/** Where a job stands; rewritten whole at each change. */
export interface JobState {
  /** How far it has come. */
  readonly phase: JobPhase
  /** The process that was started, and when it was, in ticks since the machine did: pids are used again. */
  readonly pid?: number
  /** Clock ticks from the start of the machine, as /proc has them. */
  readonly pidStart?: string
  /** Its output and input, by which its processes are found after its own end. */
  readonly channels?: readonly string[]
  /** Who runs it: pid and start of the host. */
  readonly host?: string
  /** Milliseconds since 1970. */
  readonly startedAt?: number
  /** Milliseconds since 1970. */
  readonly endedAt?: number
  /** With `ended`. */
  readonly result?: JobResult
  /** True when a client has been notified of its end. */
  readonly noticed?: boolean
}

/** A result without its output, which is in the log. */
export type JobResult = Omit<ProcessResult, 'stdout' | 'stderr' | 'tail' | 'spillFile' | 'spillComplete' | 'error'> & {
  /** Why it could not be started, or its end not be recorded. */
  readonly message?: string
  /** The kind of that, as errors name it. */
  readonly code?: string
  /** How to mend that. */
  readonly remedy?: string
  /** The log lacks something: it reached its limit, or the disk was full. */
  readonly logComplete: boolean
  /** Notes of the caller's `ended`; JSON. */
  readonly notes?: unknown
}

/** A job as it is listed. */
export interface Job extends JobOrder, JobState {
  /** Absolute path of its output: both streams, in order of arrival. */
  readonly log: string
  /** Bytes of it. */
  readonly logSize: number
}
