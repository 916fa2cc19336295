import type { ApprovalView } from '../approvals/approval.ts'
import { forgetValue, loadValue, saveValue } from '../connection/device-store.ts'

/** What waited when the page last knew it. */
export interface LastQueue {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly gateway: string
  readonly waiting: readonly ApprovalView[]
}

const KEY = 'last-queue'
/** So many requests are kept. */
const MOST_KEPT = 50
const PAUSE_MS = 1000

/** What was kept, or `null`. */
export async function loadLastQueue(): Promise<LastQueue | null> {
  return ((await loadValue(KEY)) as LastQueue | undefined) ?? null
}

/** Forgets what was kept: this browser is not let in any more. */
export const forgetLastQueue = (): Promise<void> => forgetValue(KEY)

/** Keeps what waits, at most once a second. */
export class QueueKeeper {
  #next: LastQueue | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  keep(gateway: string, waiting: readonly ApprovalView[]): void {
    this.#next = { at: Date.now(), gateway, waiting: waiting.slice(0, MOST_KEPT) }
    this.#timer ??= setTimeout(() => this.#save(), PAUSE_MS)
  }

  /** Keeps nothing more. */
  close(): void {
    clearTimeout(this.#timer)
    this.#next = null
  }

  #save(): void {
    this.#timer = undefined
    // Without room for it, the page shows nothing offline.
    if (this.#next !== null) saveValue(KEY, this.#next).catch(() => undefined)
  }
}
