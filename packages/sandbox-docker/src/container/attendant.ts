import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Container } from 'dockerode'
import { demultiplex } from '../process/demultiplex.ts'

/**
 * The first process of a container. It has a user of its own, so that no command can signal it, read from it or write
 * to it; as the first process it cannot be killed from inside. It answers one question: is any other process alive in
 * here? `kill -0 -1` asks the kernel that for every process of the container (kill(2)); the subshell reaps processes
 * that have ended. It ends at the end of its input, or on request, and the container ends with it.
 */
const SCRIPT = `while read -r token tries; do
[ "$token" = end ] && exit
while kill -0 -1 2>/dev/null && [ "$tries" -gt 0 ]; do (:); tries=$((tries-1)); done
if kill -0 -1 2>/dev/null; then echo "busy $token"; else echo "clean $token"; fi
done`

export const ATTENDANT_COMMAND: readonly string[] = ['/bin/sh', '-c', SCRIPT]

/** Any user that is not the command's. */
export function attendantUser(commandUser: number): string {
  const user = commandUser === 65_532 ? 65_531 : 65_532
  return `${String(user)}:${String(user)}`
}

/** A connection to the first process of a container. */
export interface Attendant {
  /** False once the container has ended, or the connection broke. */
  readonly alive: boolean
  /** Settles when it ends. */
  readonly ended: Promise<void>
  /**
   * Whether no process is left but the attendant; `false` also when it does not answer in time.
   *
   * @param patience the number of attempts: a killed process takes a moment to disappear
   */
  isEmpty(patience: number): Promise<boolean>
  disconnect(): void
}

const LONGEST_ANSWER_MS = 5000
/** The times of further attempts: Podman loses the input of a container that has only just started. */
const ASK_AGAIN_MS = [150, 600, 2000]

/** Attaches to the container's first process. Before the container is started, so that its input never ends early. */
export async function attachAttendant(container: Container): Promise<Attendant> {
  const connection = (await container.attach({
    stream: true,
    stdin: true,
    stdout: true,
    stderr: true,
    hijack: true,
    logs: false,
  })) as Duplex & { unref?: () => void; socket?: { unref?: () => void } }
  // A warm container does not keep this process alive.
  connection.unref?.()
  connection.socket?.unref?.()
  const waiting = new Map<string, (empty: boolean) => void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let alive = true
  const finish = (): void => {
    if (!alive) return
    alive = false
    for (const answer of waiting.values()) answer(false)
    end()
  }
  for (const event of ['end', 'close', 'error']) connection.once(event, finish)
  const { stdout, stderr } = demultiplex(connection)
  stderr.resume()
  let rest = ''
  stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop()!.slice(-100)
    for (const line of lines) {
      const [word, token = ''] = line.split(' ')
      waiting.get(token)?.(word === 'clean')
    }
  })
  return {
    get alive() {
      return alive
    },
    ended,
    isEmpty(patience) {
      if (!alive) return Promise.resolve(false)
      const token = randomUUID()
      return new Promise((resolve) => {
        const answer = (empty: boolean): void => {
          for (const timer of [...timers, last]) clearTimeout(timer)
          waiting.delete(token)
          resolve(empty)
        }
        const ask = (): unknown => connection.write(`${token} ${String(patience)}\n`)
        const timers = ASK_AGAIN_MS.map((later) => setTimeout(ask, later))
        const last = setTimeout(() => answer(false), LONGEST_ANSWER_MS)
        waiting.set(token, answer)
        ask()
      })
    },
    disconnect() {
      finish()
      connection.destroy()
    },
  }
}
