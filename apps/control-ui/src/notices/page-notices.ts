import type { ApprovalView } from '../approvals/approval.ts'
import { clearNotices, pageWorker } from './browser-push.ts'

/** A notice is shown only for a request that still waits then: most are settled before. */
const SETTLES_MS = 1500

/** The notices of an open page: it shows them where no pushes arrive, and takes all away once the queue is seen. */
export class PageNotices {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #waiting: readonly ApprovalView[] = []
  #gateway = ''

  /** @param shows whether this page shows notices itself */
  update(waiting: readonly ApprovalView[], gateway: string, shows: boolean): void {
    ;[this.#waiting, this.#gateway] = [waiting, gateway]
    const ids = new Set(waiting.map(({ id }) => id))
    for (const [id, timer] of this.#timers) {
      if (ids.has(id)) continue
      clearTimeout(timer)
      this.#timers.delete(id)
    }
    for (const id of ids) {
      if (!this.#timers.has(id))
        this.#timers.set(
          id,
          setTimeout(() => shows && void this.#show(), SETTLES_MS),
        )
    }
    if (ids.size === 0 || document.visibilityState === 'visible') void clearNotices().catch(() => undefined)
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  /** The service worker shows it, as it shows a push. */
  async #show(): Promise<void> {
    if (document.visibilityState === 'visible') return
    const [only] = this.#waiting.length === 1 ? this.#waiting : []
    const notice = { waiting: this.#waiting.length, gateway: this.#gateway, id: only?.id }
    ;(await pageWorker())?.active?.postMessage({ notice })
  }
}
