import type { GatewayClient } from '@poundlock/protocol/client'
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { textOf } from '../connection/gateway-link.ts'
import type { ApprovalView, GivenAnswer } from './approval.ts'

/** An answer that was given here. */
export type OwnAnswer =
  /** It goes to the gateway at this time, unless it is taken back. */
  | { readonly kind: 'delayed'; readonly answer: GivenAnswer; readonly sendsAt: number }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly problem: string }

/** How many of those that are settled are shown. */
const MOST_SETTLED = 200

/** What waits for an answer, as the gateway tells it; never changed by this page itself. */
export class ApprovalQueue {
  /** In the order of arrival. */
  readonly waiting: ReadonlySignal<readonly ApprovalView[]>
  /** Whether the gateway has said what waits. */
  readonly isKnown = signal(false)
  /** Those that were settled since the page was opened, the newest first. */
  readonly settled = signal<readonly ApprovalView[]>([])
  /** How many more wait than the gateway lists. */
  readonly more = signal(0)
  readonly own = signal<ReadonlyMap<string, OwnAnswer>>(new Map())
  readonly problem = signal<string | null>(null)
  readonly #waiting = signal<ReadonlyMap<string, ApprovalView>>(new Map())
  readonly #client: GatewayClient
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()

  constructor(client: GatewayClient) {
    this.#client = client
    this.waiting = computed(() => [...this.#waiting.value.values()])
  }

  /** Lists what waits and goes on listening, over as many connections as it takes. */
  async watch(): Promise<void> {
    try {
      await this.#subscribe()
    } catch (error) {
      this.problem.value = textOf(error)
    }
  }

  /** Gives an answer; it is sent after a delay, within which `takeBack` takes it back. */
  answer(id: string, answer: GivenAnswer, delayMs: number): void {
    const own = this.own.value.get(id)
    if (own?.kind === 'delayed' || own?.kind === 'sent' || !this.#waiting.value.has(id)) return
    if (delayMs === 0) return void this.#send(id, answer)
    this.#note(id, { kind: 'delayed', answer, sendsAt: Date.now() + delayMs })
    this.#timers.set(
      id,
      setTimeout(() => void this.#send(id, answer), delayMs),
    )
  }

  /** Answers requests that are alike at once; each has its own outcome, and one that fails says so at its card. */
  async answerAll(batch: readonly ApprovalView[], decision: 'allow-once' | 'deny'): Promise<void> {
    const isFree = ({ id }: ApprovalView) => !['delayed', 'sent'].includes(this.own.value.get(id)?.kind ?? '')
    const open = batch.filter(isFree)
    const [first] = open
    if (first === undefined) return
    const ids = open.map(({ id }) => id)
    for (const id of ids) this.#note(id, { kind: 'sent' })
    try {
      const { likeness } = first
      const { answered, failed } = await this.#client.request('approvals.answerMany', { ids, likeness, decision })
      for (const { approval } of answered) this.#take(approval)
      for (const { id, message } of failed) this.#note(id, { kind: 'failed', problem: message })
    } catch (error) {
      for (const id of ids) this.#note(id, { kind: 'failed', problem: textOf(error) })
    }
  }

  /** Takes an answer back that was not sent yet. */
  takeBack(id: string): void {
    if (this.own.value.get(id)?.kind !== 'delayed') return
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    this.#note(id, null)
  }

  async #send(id: string, { decision, reason, reach }: GivenAnswer): Promise<void> {
    this.#timers.delete(id)
    this.#note(id, { kind: 'sent' })
    try {
      const { approval } = await this.#client.request('approvals.answer', {
        id,
        decision,
        ...(reason && { reason }),
        ...(reach && { reach }),
      })
      this.#take(approval)
    } catch (error) {
      this.#note(id, { kind: 'failed', problem: textOf(error) })
    }
  }

  async #subscribe(): Promise<void> {
    await this.#client.subscribe(
      'approvals.watch',
      {},
      {
        onBegin: ({ pending, more }, { resumed }) => {
          if (resumed) return
          this.#waiting.value = new Map(pending.map((approval) => [approval.id, approval]))
          this.more.value = more
          this.isKnown.value = true
          this.problem.value = null
        },
        onEvent: ({ data: { approval } }) => this.#take(approval),
        onEnd: (error) => (this.problem.value = textOf(error)),
      },
    )
  }

  #take(approval: ApprovalView): void {
    const waiting = new Map(this.#waiting.value)
    if (approval.state === 'pending') waiting.set(approval.id, approval)
    else {
      waiting.delete(approval.id)
      this.#note(approval.id, null)
      const others = this.settled.value.filter(({ id }) => id !== approval.id)
      this.settled.value = [approval, ...others].slice(0, MOST_SETTLED)
    }
    this.#waiting.value = waiting
  }

  #note(id: string, answer: OwnAnswer | null): void {
    const own = new Map(this.own.value)
    if (answer === null) own.delete(id)
    else own.set(id, answer)
    this.own.value = own
  }
}
