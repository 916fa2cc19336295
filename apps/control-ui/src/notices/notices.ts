import type { GatewayClient } from '@poundlock/protocol/client'
import { signal } from '@preact/signals'
import { textOf } from '../connection/gateway-link.ts'
import { wantsNotices } from '../page/preferences.ts'
import {
  endBrowserPush,
  hashOf,
  ownSubscription,
  pageWorker,
  subscribeBrowser,
  subscriptionParams,
} from './browser-push.ts'

/**
 * - `on`: pushes arrive, also while the page is closed;
 * - `while-open`: the page shows notices itself, while it is open in the background;
 * - `refused`: by the person or the browser, for this address;
 * - `impossible`: in this browser, at this address.
 */
export type NoticeState = 'unknown' | 'on' | 'while-open' | 'off' | 'refused' | 'impossible'

/** The notices of this browser about waiting requests: their state, and switching them on and off. */
export class BrowserNotices {
  readonly state = signal<NoticeState>('unknown')
  /** Why something did not succeed. */
  readonly problem = signal<string | null>(null)
  /** Whether pushes hold the text of commands. */
  readonly showsCommands = signal(false)
  readonly #client: GatewayClient

  constructor(client: GatewayClient) {
    this.#client = client
  }

  /** Finds out how it stands. The person is asked nothing. */
  look(): Promise<void> {
    return this.#try(async () => {
      this.state.value = await this.#found()
    })
  }

  /** Asks for the permission of the browser: only after the person has pressed a button. */
  turnOn(): Promise<void> {
    return this.#try(async () => {
      if ((await Notification.requestPermission()) === 'granted') {
        wantsNotices.value = true
        this.state.value = 'while-open'
        await this.#subscribe()
      }
      this.state.value = await this.#found()
    })
  }

  turnOff(): Promise<void> {
    return this.#try(async () => {
      wantsNotices.value = false
      this.state.value = 'off'
      await endBrowserPush()
      await this.#client.request('push.unsubscribe', {})
    })
  }

  async #found(): Promise<NoticeState> {
    if (globalThis.Notification === undefined || (await pageWorker()) === null) return 'impossible'
    if (Notification.permission === 'denied') return 'refused'
    const { subscription, commands, key } = await this.#client.request('push.status', {})
    this.showsCommands.value = commands
    if (Notification.permission !== 'granted' || !wantsNotices.value) return 'off'
    const own = await ownSubscription()
    if (own === null || key === undefined) return 'while-open'
    // The gateway may have lost it, or this browser was paired anew.
    if (subscription?.endpointHash !== (await hashOf(own.endpoint))) await this.#send(own)
    return 'on'
  }

  async #subscribe(): Promise<void> {
    const { key } = await this.#client.request('push.status', {})
    if (key === undefined) return
    try {
      // One of another key could not be used.
      await (await ownSubscription())?.unsubscribe()
      await this.#send(await subscribeBrowser(key))
    } catch (error) {
      this.problem.value = `This browser gets no pushes: ${textOf(error)}`
      await (await ownSubscription())?.unsubscribe()
    }
  }

  async #send(subscription: PushSubscription): Promise<void> {
    await this.#client.request('push.subscribe', subscriptionParams(subscription))
  }

  async #try(action: () => Promise<void>): Promise<void> {
    this.problem.value = null
    try {
      await action()
    } catch (error) {
      this.problem.value = textOf(error)
    }
  }
}
