import type { ParamsOf, ResultOf } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { signal } from '@preact/signals'
import { textOf } from '../connection/gateway-link.ts'

export type LogRecord = ResultOf<'audit.tail'>['records'][number]
export type RecordFilter = Pick<ParamsOf<'audit.tail'>, 'node' | 'agent' | 'decision' | 'approver' | 'text'>

const PAGE = 200

/** Records of one log that fit a filter, the newest first, a page after the other. */
export class RecordLog {
  readonly records = signal<readonly LogRecord[]>([])
  readonly isLoading = signal(false)
  readonly isWhole = signal(false)
  readonly problem = signal<string | null>(null)
  readonly #client: GatewayClient
  readonly #filter: RecordFilter
  #next: number | undefined
  #isClosed = false

  constructor(client: GatewayClient, filter: RecordFilter) {
    this.#client = client
    this.#filter = filter
  }

  /** Reads the next page, unless one is on its way or there is none. */
  async more(): Promise<void> {
    if (this.isLoading.value || this.isWhole.value || this.#isClosed) return
    this.isLoading.value = true
    try {
      const before = this.#next === undefined ? {} : { before: this.#next }
      const page = await this.#client.request('audit.tail', { ...this.#filter, ...before, limit: PAGE })
      if (this.#isClosed) return
      this.#next = page.next
      this.records.value = [...this.records.value, ...page.records.toReversed()]
      this.isWhole.value = page.next === undefined
      this.problem.value = null
    } catch (error) {
      this.problem.value = textOf(error)
    } finally {
      this.isLoading.value = false
    }
    // A page may hold few that fit: the next one is read until something can be seen.
    if (this.records.value.length < PAGE / 4 && this.problem.value === null) await this.more()
  }

  /** Its filter was given up. */
  close(): void {
    this.#isClosed = true
  }
}
