import { once } from 'node:events'
import type { WebSocket } from 'ws'

export const median = (values: readonly number[]): number => at(values, 0.5)

/** What so large a share of the values is below. */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Sends a text and waits for an answer, again and again. @returns microseconds of each */
export async function roundTrips(webSocket: WebSocket, text: string, count: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let trip = 0; trip < count; trip++) {
    const begin = performance.now()
    webSocket.send(text)
    await once(webSocket, 'message')
    times.push((performance.now() - begin) * 1000)
  }
  return times
}

/** Keeps one request in flight on each connection. @returns answers in a second */
export async function throughput(
  webSockets: readonly WebSocket[],
  text: string,
  milliseconds: number,
): Promise<number> {
  let answers = 0
  const begin = performance.now()
  const until = begin + milliseconds
  await Promise.all(
    webSockets.map((webSocket) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const next = () => {
        answers++
        if (performance.now() < until) return webSocket.send(text)
        webSocket.off('message', next)
        resolve()
      }
      webSocket.on('message', next)
      webSocket.send(text)
      return promise
    }),
  )
  return (answers * 1000) / (performance.now() - begin)
}

/** Does something so many times, several at a time. @returns how often in a second */
export async function rateOf(action: () => Promise<void>, count: number, lanes: number): Promise<number> {
  let left = count
  const lane = async () => {
    while (left-- > 0) await action()
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: lanes }, lane))
  return (count * 1000) / (performance.now() - begin)
}
