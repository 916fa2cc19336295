import { closeSync, constants, openSync } from 'node:fs'
import { createConnection, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

const NAME = 'host.sock'
/** What a name of a socket may have, its last byte being NUL; unix(7). Other systems have four less. */
const MAX_BYTES = 103

/**
 * The name of the socket, for as long as `use` takes. A folder may lie deeper than a name of a socket can say; on Linux
 * it has a short one then, through an open descriptor.
 */
async function withSocketName<Result>(folder: string, use: (name: string) => Promise<Result>): Promise<Result> {
  const name = join(folder, NAME)
  if (Buffer.byteLength(name) <= MAX_BYTES || process.platform !== 'linux') return use(name)
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    return await use(`/proc/self/fd/${descriptor}/${NAME}`)
  } finally {
    closeSync(descriptor)
  }
}

export const socketPath = (folder: string): string => join(folder, NAME)

/** Settles when the server listens. The folder is what keeps others out: it has to be 0700. */
export async function listenOn(server: Server, folder: string): Promise<void> {
  await withSocketName(folder, (name) => {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(name, () => {
        server.off('error', reject)
        resolve()
      })
    })
  })
}

/** Rejects when nobody listens. */
export async function connectTo(folder: string): Promise<Socket> {
  return withSocketName(folder, (name) => {
    return new Promise<Socket>((resolve, reject) => {
      const socket = createConnection(name)
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(socket)
      })
    })
  })
}
