import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { LAUNCHER, type Scene } from './poundlock.ts'

/** A client of `poundlock mcp serve` that says exactly what a test wants, also what no client should. */
export interface ServeClient {
  readonly pid: number
  /** Writes text as it is. */
  write(text: string): void
  send(message: object): void
  /** Sends a request, and settles with its answer. */
  ask(method: string, params?: object): Promise<any>
  /** Sends a request without waiting. @returns its id */
  begin(method: string, params?: object): number
  /** The first message, also of those that have arrived, for which this holds. */
  message(matches: (message: any) => boolean): Promise<any>
  answerTo(id: number | string): Promise<any>
  /** @param options.name under which the client goes */
  introduce(
    capabilities?: object,
    options?: { readonly protocolVersion?: string; readonly name?: string },
  ): Promise<any>
  call(name: string, input: object): Promise<any>
  end(): void
  readonly exited: Promise<number | null>
  readonly stderr: () => string
  /** Lines that are no messages, as they came. */
  readonly said: () => readonly string[]
}

export function startServe(scene: Scene, args: readonly string[] = []): ServeClient {
  const child = spawn(process.execPath, [LAUNCHER, 'mcp', 'serve', ...args], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state, NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Without a terminal: how much of a question is shown would depend on that of the person who runs the tests.
    detached: true,
  })
  const arrived: any[] = []
  const waiting = new Set<() => void>()
  let stderr = ''
  let lastId = 0
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
  child.stdin.on('error', () => undefined)
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    try {
      arrived.push(JSON.parse(line))
    } catch {
      said.push(line)
    }
    for (const look of waiting) look()
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })

  const message = (matches: (message: any) => boolean) =>
    new Promise<any>((resolve, reject) => {
      const look = () => {
        const found = arrived.find(matches)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
      void exited.then((code) => reject(new Error(`it ended with ${code}: ${stderr}`)))
    })
  const answerTo = (id: number | string) => message((one) => one.id === id && one.method === undefined)
  const send = (one: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`)
  const begin = (method: string, params: object = {}) => {
    send({ id: ++lastId, method, params })
    return lastId
  }
  const ask = (method: string, params?: object) => answerTo(begin(method, params))
  return {
    pid: child.pid!,
    write: (text) => void child.stdin.write(text),
    send,
    begin,
    ask,
    message,
    answerTo,
    async introduce(capabilities = {}, { protocolVersion = '2025-11-25', name = 'tests' } = {}) {
      const answer = await ask('initialize', {
        protocolVersion,
        capabilities,
        clientInfo: { name, version: '1' },
      })
      send({ method: 'notifications/initialized' })
      return answer
    },
    call: async (name, input) => (await ask('tools/call', { name, arguments: input })).result,
    end: () => child.stdin.end(),
    exited,
    stderr: () => stderr,
    said: () => said,
  }
}
