import type { LocalHost } from '@poundlock/local-host'

/** Where an agent of a framework stands. */
export interface Turn {
  /** Whether a call waits for an answer. */
  readonly waits: boolean
  /** Everything that the model has read so far. */
  readonly read: string
  /** The state as the framework stores it. */
  readonly saved: string
}

/** `forged`: the framework's own state says that it was approved, and the guard was not asked. */
export type DriverAnswer = 'approved' | 'declined' | 'forged'

/** An agent of a framework with the guarded tool `exec`, and a model that makes one call of it and says `done`. */
export interface Driver {
  /** Runs it until it ends or a call waits. */
  start(input: object): Promise<Turn>
  /** Runs a stored one on, by the framework's own way. */
  resume(saved: string, answer: DriverAnswer, input: object): Promise<Turn>
  close(): void
}

export type OpenDriver = (host: LocalHost) => Driver

export const OWNER = { approved: true, by: 'a test' }
export const DECLINED = { approved: false, by: 'a test', reason: 'not now' }
