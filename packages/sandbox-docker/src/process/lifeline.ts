import type { Duplex } from 'node:stream'
import type { Container } from 'dockerode'
import { attendantUser } from '../container/attendant.ts'
import { demultiplex } from './demultiplex.ts'

/** A connection that ends only with Poundlock, and the container with it. */
export interface Lifeline {
  /** The command has ended: nothing is to end with it any more. */
  letGo(): void
}

/**
 * Waits for the end of its input; a line says that it is not needed any more. It tells the first process of the
 * container, which has the same user: no command can end either of them, or stop the message.
 */
const SCRIPT = 'echo tied; read -r line || echo end > /proc/1/fd/0'

/**
 * Ties a container to this process. For commands whose own connection carries their input: its end says nothing then.
 *
 * @param user the command's, as `uid:gid`
 */
export async function openLifeline(container: Container, user: string): Promise<Lifeline> {
  const exec = await container.exec({
    Cmd: ['/bin/sh', '-c', SCRIPT],
    User: attendantUser(Number.parseInt(user, 10)),
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
  })
  const connection = await exec.start({ hijack: true, stdin: true })
  await tied(connection)
  // It does not keep this process alive.
  ;(connection as Duplex & { unref?: () => void }).unref?.()
  return {
    letGo() {
      connection.on('error', () => {})
      // Not ended with it: Podman would pass on the end, and lose the line.
      connection.once('end', () => connection.destroy())
      connection.write('over\n')
    },
  }
}

function tied(connection: Duplex): Promise<void> {
  const { stdout, stderr } = demultiplex(connection)
  return new Promise((resolve, reject) => {
    stderr.resume()
    stdout.once('data', () => {
      stdout.resume()
      resolve()
    })
    for (const event of ['end', 'close', 'error']) {
      connection.once(event, () => reject(new Error('the container does not tie a command to its caller')))
    }
  })
}
