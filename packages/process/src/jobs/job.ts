import type { ProcessResult } from '../process-result.ts'

/**
 * How far a job has come: `starting`: it is kept and nothing runs yet; `running`; `ended`: see its result; `lost`: whoever
 * ran it was killed, so that nobody knows how it ended.
 */
export type JobPhase = 'starting' | 'running' | 'ended' | 'lost'

/** What is kept of a job when it is made; JSON. */
export interface JobOrder {
  /** See `newJobId`. */
  readonly id: string
  /** What runs, in words: for lists. */
  readonly title: string
  /** Whose it is. */
  readonly agent: string
  readonly session: string
  /** When it was made: milliseconds since 1970. */
  readonly createdAt: number
  /** What the host needs in order to start it; it alone reads this. JSON. */
  readonly work: unknown
}

/** Where a job stands; rewritten whole at each change. */
export interface JobState {
  readonly phase: JobPhase
  /** The process that was started, and when it was, in ticks since the machine did: pids are used again. */
  readonly pid?: number
  readonly pidStart?: string
  /** What it writes to and reads from, by which its processes are known when it has ended itself. */
  readonly channels?: readonly string[]
  /** Who runs it: pid and start of the host. */
  readonly host?: string
  readonly startedAt?: number
  readonly endedAt?: number
  /** With `ended`. */
  readonly result?: JobResult
  /** True when somebody has been told of its end. */
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
  /** What whoever started it has to say of its end; JSON. */
  readonly notes?: unknown
}

/** A job as it is listed. */
export interface Job extends JobOrder, JobState {
  /** Absolute path of its output: both streams, in order of arrival. */
  readonly log: string
  /** Bytes of it. */
  readonly logSize: number
}
