import { setTimeout as wait } from 'node:timers/promises'
import type { ApprovalRecord } from '@poundlock/approvals'
import type { ShownRequest, Surface } from '@poundlock/approvals/node'
import { canAnswer } from '../approvals/approval-view.ts'
import type { Services } from '../dispatch/services.ts'
import { encryptMessage } from './message-encryption.ts'
import { postPush, type Posted } from './post-push.ts'
import { pushContent } from './push-content.ts'
import { readEndpoint } from './push-endpoint.ts'
import { PushSender, type Waiting } from './push-sender.ts'
import type { PushSettings } from './push-settings.ts'
import { PushStore, type PushTarget } from './push-store.ts'
import { Vapid } from './vapid.ts'

/** A notice is sent only for a request that still waits then: most are settled before. */
const SETTLES_MS = 1500
/** A push that takes a notice back; the device may be off for a while. */
const TAKES_BACK_S = 3600
/** A later push replaces the one before it, while the device is off. Source: RFC 8030, 5.4. */
const TOPIC = 'approvals'

type RecordOf = (id: string) => ApprovalRecord | null

/**
 * Tells devices of requests that they may answer by Web Push (RFC 8030), also where no page is open. A push service
 * counts
 * as reaching its person when it has accepted a push.
 */
export class PushNotices implements Surface {
  readonly name = 'push'
  readonly settings: PushSettings
  readonly store: PushStore
  readonly #services: Services
  readonly #recordOf: RecordOf
  readonly #senders = new Map<string, PushSender>()
  /** Requests that waited long enough for a push. */
  readonly #due = new Set<string>()
  readonly #problems = new Map<string, string>()
  readonly #closing = new AbortController()
  #vapid: Vapid | null = null

  /** @throws GatewayHostError `GATEWAY_STATE`; StateFileError */
  constructor(services: Services, settings: PushSettings, recordOf: RecordOf) {
    this.#services = services
    this.settings = settings
    this.#recordOf = recordOf
    this.store = new PushStore(services.stateFolder)
    const { devices } = services.identity
    for (const { device } of this.store.list()) if (devices.get(device) === null) this.#forget(device)
  }

  show({ stored: { id }, signal }: ShownRequest): Promise<boolean> {
    return this.tell(id, signal)
  }

  /** Tells of a request that still waits in a moment. @returns whether a push service took it for a device */
  async tell(id: string, signal: AbortSignal): Promise<boolean> {
    if (this.#subscriptionsFor(id).length === 0) return false
    const stop = AbortSignal.any([signal, this.#closing.signal])
    await wait(SETTLES_MS, undefined, { signal: stop, ref: false }).catch(() => undefined)
    if (stop.aborted) return false
    this.#due.add(id)
    signal.addEventListener('abort', () => this.#over(id), { once: true })
    const telling = this.#subscriptionsFor(id).map(async (subscription) => {
      if (await this.#senderOf(subscription).tell(id)) return true
      throw new Error('no push service took it')
    })
    return Promise.any(telling).catch(() => false)
  }

  /** Keeps the subscription of a device. @throws GatewayError, StateFileError */
  subscribe(subscription: PushTarget): void {
    this.store.put(subscription)
    this.#closeSender(subscription.device)
  }

  /** @returns false where there was none. @throws StateFileError */
  unsubscribe(device: string): boolean {
    this.#closeSender(device)
    return this.store.remove(device)
  }

  deviceRevoked(device: string): void {
    this.#forget(device)
  }

  /** What is wrong, a sentence each. */
  problems(): readonly string[] {
    return [...new Set(this.#problems.values())]
  }

  close(): void {
    this.#closing.abort()
    for (const device of this.#senders.keys()) this.#closeSender(device)
  }

  #forget(device: string): void {
    try {
      this.unsubscribe(device)
    } catch (error) {
      // Nothing is sent to a revoked device either way, and a push service refuses what has ended again.
      this.#services.log('record-failed', { error: String(error) })
    }
  }

  #over(id: string): void {
    this.#due.delete(id)
    if (this.#closing.signal.aborted) return
    for (const sender of this.#senders.values()) sender.look()
  }

  #subscriptionsFor(id: string): readonly PushTarget[] {
    const record = this.#recordOf(id)
    return record === null ? [] : this.store.list().filter(({ device }) => this.#mayReceive(device, record))
  }

  #mayReceive(deviceId: string, record: ApprovalRecord): boolean {
    const { identity, now } = this.#services
    const device = identity.devices.get(deviceId)
    if (device === null || device.role !== 'operator') return false
    const hasScopes = device.scopes.includes('approvals.read') && device.scopes.includes('approvals.answer')
    return hasScopes && canAnswer(record, deviceId, now())
  }

  #dueFor(device: string): readonly ApprovalRecord[] {
    return [...this.#due].flatMap((id) => {
      const record = this.#recordOf(id)
      return record !== null && this.#mayReceive(device, record) ? [record] : []
    })
  }

  #senderOf(subscription: PushTarget): PushSender {
    const { device } = subscription
    const known = this.#senders.get(device)
    if (known) return known
    const { log, identity } = this.#services
    const place = hostOf(subscription)
    const sender = new PushSender({
      monotonic: () => identity.clock.monotonic(),
      waiting: () => {
        const due = this.#dueFor(device).map(({ request }) => request)
        return { ids: due.map(({ id }) => id), until: Math.max(0, ...due.map(({ expiresAt }) => expiresAt)) }
      },
      post: (waiting, signal) => this.#post(subscription, waiting, signal).catch(refusedBy),
      gone: () => {
        log('push-ended', { device, service: place })
        this.#forget(device)
      },
      problem: (problem) => {
        const text = `pushes to ${place} fail: ${problem}`
        if (problem === null) this.#problems.delete(device)
        else if (this.#problems.get(device) !== text) {
          this.#problems.set(device, text)
          log('push-failed', { device, service: place, problem })
        }
      },
    })
    this.#senders.set(device, sender)
    return sender
  }

  async #post(subscription: PushTarget, { ids, until }: Waiting, signal: AbortSignal): Promise<Posted> {
    const { now, gatewayName } = this.#services
    const { contact, commands, privateHosts } = this.settings
    const endpoint = readEndpoint(subscription.endpoint, privateHosts)
    if (typeof endpoint === 'string') return { kind: 'refused', problem: endpoint }
    const records = ids.flatMap((id) => this.#recordOf(id) ?? [])
    const content = pushContent(gatewayName, records, commands)
    this.#vapid ??= new Vapid(this.store.key(), contact, now)
    const seconds = ids.length === 0 ? TAKES_BACK_S : Math.max(1, Math.ceil((until - now()) / 1000))
    return postPush({
      endpoint,
      privateHosts,
      signal,
      body: encryptMessage(Buffer.from(JSON.stringify(content)), subscription),
      headers: {
        authorization: this.#vapid.authorization(endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(seconds),
        topic: TOPIC,
        urgency: ids.length === 0 ? 'normal' : 'high',
      },
    })
  }

  #closeSender(device: string): void {
    this.#senders.get(device)?.close()
    this.#senders.delete(device)
    this.#problems.delete(device)
  }
}

/** Not the path: who has it can send there. */
const hostOf = ({ endpoint }: PushTarget): string => URL.parse(endpoint)?.host ?? 'an invalid address'

const refusedBy = (error: unknown): Posted => ({ kind: 'refused', problem: String(error) })
