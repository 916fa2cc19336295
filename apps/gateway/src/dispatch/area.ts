import type { HttpRoute } from '../listen/door.ts'
import type { Caller } from './caller.ts'
import type { Handlers } from './handler.ts'
import type { Services } from './services.ts'

/** A part of the gateway: the methods that it serves, and what it does when connections and the gateway end. */
export interface Area {
  readonly handlers: Handlers
  /** HTTP paths that it answers. */
  readonly routes?: Readonly<Record<string, HttpRoute>>
  /** What it is busy with, for `gateway.status`. */
  readonly counts?: () => { readonly sessions?: number; readonly calls?: number; readonly approvals?: number }
  /** For metrics, read when somebody asks. */
  readonly meters?: () => AreaMeters
  /** What is wrong and does not keep it from serving: a sentence each. */
  readonly problems?: () => readonly string[]
  /** A connection has ended. */
  readonly connectionClosed?: (caller: Caller) => void
  /** A device was revoked: what it has asked for and what it has said does not count any more. */
  readonly deviceRevoked?: (deviceId: string) => void
  /** The gateway ends; nothing is dispatched any more. */
  readonly close?: () => Promise<void> | void
}

/** What an area counts by itself. The names are a closed list of this program. */
export interface AreaMeters {
  /** How much waits now, by queue. */
  readonly queues?: Readonly<Record<string, number>>
  /** What full queues dropped since the start, by queue. */
  readonly dropped?: Readonly<Record<string, number>>
  /** Requests for calls since the start, by what became of them at first. */
  readonly requested?: Readonly<Record<string, number>>
}

/** Opens an area before the gateway listens: what a restart left behind is settled here. */
export type OpenArea = (services: Services) => Area | Promise<Area>
