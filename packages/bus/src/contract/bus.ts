import type { LogTarget, Name, NameTarget } from './name.ts'
import type { RequestOutcome } from './request-outcome.ts'

/** A written value of a key, or one entry of a log. */
export interface Entry {
  /** The key, or the log that it was appended to. */
  readonly name: Name
  /**
   * Grows with each write to the space, and is never used again. Between two entries of one log numbers may be missing:
   * they belong to other names.
   */
  readonly sequence: number
  /** Milliseconds since 1970 by the clock of the broker. */
  readonly at: number
  /** JSON. Check it: another gateway, perhaps of another version, wrote it. `undefined` when `broken`. */
  readonly value: unknown
  /** True when what is stored there is no JSON, which no `Bus` writes. */
  readonly broken: boolean
}

/** How long an answer is waited for. */
export interface BusRequestOptions {
  /** Milliseconds to wait for the answer; 10,000 unless set. */
  readonly timeoutMs?: number
  /** Milliseconds for the responder to take the request; 2,000 unless set, and never more than `timeoutMs`. */
  readonly startWithinMs?: number
}

/** Answers one request. What it returns is the answer; when it throws, the requester gets `failed` with the code. */
export type BusHandler = (payload: unknown) => unknown

/** How requests are served. */
export interface BusServeOptions {
  /** Requests handled at the same time; more are refused as `busy`. 1,000 unless set. */
  readonly maxConcurrent?: number
}

/** A service that can be ended. */
export interface BusService {
  /** Takes no further request. Those that run go on, and are answered. */
  close(): Promise<void>
}

/** What must hold for a value to be written. */
export interface BusWriteOptions {
  /**
   * Milliseconds to wait for a broker that cannot write, such as while a cluster elects a leader, which takes up to 8.4 s.
   * 15,000 unless set. A write that failed because of that is repeated in this time, and is still made once.
   */
  readonly waitMs?: number
}

/** How long a value is kept. */
export interface KeyOptions extends BusWriteOptions {
  /** Milliseconds until the key is removed, at least 1,000, in whole seconds. Unless set, it stays. */
  readonly ttlMs?: number
}

/** `current`: the entry that was there first. */
export type ClaimOutcome =
  | { readonly claimed: true; readonly sequence: number }
  | { readonly claimed: false; readonly current: Entry }

/** `sequence` is 0 after a removal. `current`: what is there instead; `null` when the key does not exist. */
export type CompareOutcome =
  | { readonly written: true; readonly sequence: number }
  | { readonly written: false; readonly current: Entry | null }

/** How an entry is appended: with an id, each is appended once. */
export interface AppendOptions extends BusWriteOptions {
  /** Names the entry: for at least two minutes the same id is appended to the log once. */
  readonly id?: string
}

/** Where an appended entry stands, and whether it was there already. */
export interface AppendOutcome {
  /** The place of the entry in its space. */
  readonly sequence: number
  /** True when an entry with this id was there already; `sequence` is that entry's. */
  readonly duplicate: boolean
}

/** Which entries of a log are read, and how many. */
export interface ReadOptions {
  /** Only entries with a higher sequence. 0 unless set. */
  readonly after?: number
  /** Entries at most; 100 unless set, and never more than 1,000. */
  readonly limit?: number
}

/** Some entries of a log, and where the next ones begin. */
export interface Page {
  /** By rising sequence. */
  readonly entries: readonly Entry[]
  /** True when there are more: read again, after the last of these. */
  readonly more: boolean
  /** True when entries of the space with a sequence above `after` were dropped, because of their age or the size. */
  readonly gap: boolean
}

/** What is watched, and what ends it. */
export interface BusWatchOptions {
  /** Ends the watch. */
  readonly signal?: AbortSignal
}

/** From which entry a log is watched. */
export interface LogWatchOptions extends BusWatchOptions {
  /** Only entries with a higher sequence. 0 unless set. */
  readonly after?: number
}

/**
 * - `entry`: it exists, or was written now;
 * - `removed`: the key was removed, or has expired;
 * - `current`: every entry that existed when the watch began was given;
 * - `gap`: entries after the last one given were dropped, because of their age or the size: read elsewhere what you missed.
 */
export type WatchEvent =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'removed'; readonly name: Name }
  | { readonly kind: 'current' }
  | { readonly kind: 'gap' }

/**
 * What gateways tell each other, and keep together: requests that are answered at most once, keys that only one can
 * claim, and logs.
 *
 * Losing the broker never repeats anything. A request ends with an outcome that says whether it may have run. A write
 * either happened, or throws a `BusError`: with `NOT_CONNECTED` nothing was written; with `UNKNOWN` nobody can tell.
 * A caller that needed the write does nothing then.
 */
export interface Bus {
  /** Bytes of JSON that a value may have. */
  readonly maxValueBytes: number

  /**
   * Asks who serves the name. One of those who serve it handles the request, at most once.
   *
   * @throws BusError `INVALID_NAME`, `INVALID_VALUE`, `TOO_LARGE`, `CLOSED`; every other end is an outcome
   */
  request(name: Name, payload: unknown, options?: BusRequestOptions): Promise<RequestOutcome>

  /**
   * Answers requests for the name, until the service or the bus is closed.
   *
   * @returns once requests from everywhere reach it
   * @throws BusError
   */
  serve(name: Name, handler: BusHandler, options?: BusServeOptions): Promise<BusService>

  /**
   * Creates a key that does not exist. Of any number who try at the same time, one does.
   *
   * @throws BusError; then treat the key as not claimed by you
   */
  claim(key: Name, value: unknown, options?: KeyOptions): Promise<ClaimOutcome>

  /**
   * Writes a key if its sequence is still this one. `undefined` as the value removes the key.
   *
   * @throws BusError; then the key may have this value or the one before
   */
  compareAndSet(key: Name, sequence: number, value: unknown, options?: KeyOptions): Promise<CompareOutcome>

  /** Adds an entry to a log, durably. @throws BusError */
  append(log: Name, value: unknown, options?: AppendOptions): Promise<AppendOutcome>

  /** Reads entries of keys or logs. It sees every write that succeeded before. @throws BusError */
  read(target: NameTarget, options?: ReadOptions): Promise<Page>

  /**
   * Gives what exists, then what is written, without gaps over lost connections, until the signal aborts. A reader that is
   * slow holds the rest back at the broker. A watch of keys begins with their current entries and may skip values that
   * were replaced since.
   *
   * @throws BusError `CLOSED` when the bus is closed
   */
  watch(target: LogTarget, options?: LogWatchOptions): AsyncIterable<WatchEvent>
  watch(target: NameTarget, options?: BusWatchOptions): AsyncIterable<WatchEvent>

  /** Ends services, watches and the connection. Requests that wait end as `lost`. */
  close(): Promise<void>
}
