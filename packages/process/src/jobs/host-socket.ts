import { chmodSync, closeSync, constants, openSync, renameSync, rmSync } from 'node:fs'
import { createConnection, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

const NAME = 'host.sock'
const FRESH = 'host.new'
/** An order with its environment. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** The longest name of a socket, without its last byte NUL; unix(7). Other systems have four less. */
const MAX_BYTES = 103

/**
 * The name of the socket, for as long as `use` takes. A folder may lie deeper than a name of a socket can say; on Linux
 * it has a short one then, through an open descriptor.
 */
async function withSocketName<Result>(
  folder: string,
  file: string,
  use: (name: string) => Promise<Result>,
): Promise<Result> {
  const name = join(folder, file)
  if (Buffer.byteLength(name) <= MAX_BYTES || process.platform !== 'linux') return use(name)
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    return await use(`/proc/self/fd/${descriptor}/${file}`)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Settles when the server listens, in place of one that is gone. The folder must be 0700: it keeps others out. The
 * server first listens under another name, since closing it removes that name, whichever server has it by then.
 */
export async function listenOn(server: Server, folder: string): Promise<void> {
  const fresh = join(folder, FRESH)
  rmSync(fresh, { force: true })
  await withSocketName(folder, FRESH, (name) => {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(name, () => {
        server.off('error', reject)
        resolve()
      })
    })
  })
  chmodSync(fresh, 0o600)
  renameSync(fresh, join(folder, NAME))
}

/** To be called by the host alone. */
export const removeSocket = (folder: string): void => rmSync(join(folder, NAME), { force: true })

/** Rejects when no server listens. */
export async function connectTo(folder: string): Promise<Socket> {
  return withSocketName(folder, NAME, (name) => {
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
