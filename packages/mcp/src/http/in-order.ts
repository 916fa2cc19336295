import type { Transport } from '@modelcontextprotocol/client'

type Listener = NonNullable<Transport['onmessage']>

/**
 * Has a transport give its messages one after the other. The SDK's client takes an answer at once and a notice a moment
 * later, so that progress that arrived in one piece with the answer after it found nobody who listened.
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
