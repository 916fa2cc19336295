import type { Transport } from '@modelcontextprotocol/client'

type Listener = NonNullable<Transport['onmessage']>

/**
 * Delivers the messages of a transport one after the other. The SDK's client handles an answer at once and a
 * notification a moment later, so that progress in the same packet as the answer came too late.
 */
export function inOrder<T extends Transport>(transport: T): T {
  let listener: Listener | undefined
  let last: Promise<unknown> = Promise.resolve()
  const give: Listener = (message, extra) => {
    last = last.then(() => listener?.(message, extra))
  }
  Object.defineProperty(transport, 'onmessage', {
    get: () => listener && give,
    set: (given: Listener | undefined) => {
      listener = given
    },
    configurable: true,
    enumerable: true,
  })
  return transport
}
