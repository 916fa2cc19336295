import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface LinePeer {
  /** @throws when the program ends, or answers with an error */
  request(method: string, params: object): Promise<any>
  notify(method: string): void
  /** Waits for a notification that the program sends. */
  notified(method: string): Promise<void>
  close(): Promise<void>
}

/** What a program asks its client, and the answer. */
export type Answerer = (method: string, params: any) => object

/** A program that speaks JSON-RPC by lines, as Codex's app server does. */
export function startLinePeer(
  [program, ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  answer: Answerer,
): LinePeer {
  const child = spawn(program!, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'close')
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, () => void>()
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, method, params, result, error } = JSON.parse(line)
    if (method === undefined) {
      const call = waiting.get(id)
      if (error === undefined) call?.resolve(result)
      else call?.reject(new Error(JSON.stringify(error)))
    } else if (id === undefined) listeners.get(method)?.()
    else send({ id, result: answer(method, params) })
  })
  child.stdin.on('error', () => {})
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`${program} ended`))
  })
  let last = 0
  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        send({ id: last, method, params })
      }),
    notify: (method) => void send({ method }),
    notified: (method) => new Promise((resolve) => listeners.set(method, resolve)),
    async close() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
