import { Type } from '@poundlock/spec/schema'
import { closed, Time } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'

/** A subscription of the caller's device, without what would let others send to it. */
const PushSubscription = closed({
  /** SHA-256 of its endpoint, in hexadecimal. */
  endpointHash: Type.String({ pattern: '^[0-9a-f]{64}$', title: '64 hexadecimal digits' }),
  since: Time,
})

const OF_OWN_DEVICE = { to: 'gateway', scope: 'approvals.answer', roles: OPERATOR, idempotency: 'none' } as const

export const pushMethods = {
  'push.status': method({
    ...OF_OWN_DEVICE,
    access: 'read',
    params: closed({}),
    result: closed({
      /** What a browser subscribes with (RFC 8292): a point of P-256 in base64url. Absent where the gateway sends none. */
      key: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{87}$', title: '65 bytes in base64url' })),
      /** Whether they hold the text of commands. */
      commands: Type.Boolean(),
      subscription: Type.Optional(PushSubscription),
    }),
    errors: ['RECORD_FAILED'],
    summary: "Says whether the caller's device is sent pushes (Web Push) of requests that wait.",
  }),
  'push.subscribe': method({
    ...OF_OWN_DEVICE,
    access: 'write',
    params: closed({
      endpoint: Type.String({ pattern: '^https://[!-~]+$', maxLength: 2048, title: 'an https address' }),
      keys: closed({
        p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$', title: '65 bytes in base64url' }),
        auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', title: '16 bytes in base64url' }),
      }),
    }),
    result: closed({ subscription: PushSubscription }),
    errors: ['RECORD_FAILED'],
    summary: "Sends the caller's device pushes of requests that it may answer, instead of to where they went before.",
  }),
  'push.unsubscribe': method({
    ...OF_OWN_DEVICE,
    access: 'write',
    params: closed({}),
    result: closed({ removed: Type.Boolean() }),
    errors: ['RECORD_FAILED'],
    summary: "Ends the pushes to the caller's device.",
  }),
}
