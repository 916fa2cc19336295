import { createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { checkSocketFolder, claimSocket, type SocketClaim } from '@poundlock/state-files/node'
import type { Desk } from '../desk/desk.ts'
import { asApprovalsError } from '../own-folder.ts'
import { Rate } from './limits.ts'
import { sealKey } from './seal.ts'
import { ServedPeer, type PeerLimits } from './served-peer.ts'

/** Which requests a socket serves, and who may answer them. */
export interface ServeOptions extends Partial<PeerLimits> {
  /** Absolute, of at most 103 bytes, in a folder of mode 0700. */
  readonly path: string
  /** What both sides prove that they know. */
  readonly token: string
  /** For the record: the account that this runs as, whose the peers are. */
  readonly account: string
  /** Peers at a time. 64 unless set; of those that prove nothing, the oldest goes first. */
  readonly maxPeers?: number
  /** New peers in a second. 100 unless set. */
  readonly connectionsPerSecond?: number
  /** Told why a peer was refused. */
  readonly onRefusal?: (reason: string) => void
}

/** A socket that is served. */
export interface ServedApprovals {
  /** Absolute path of the socket. */
  readonly path: string
  /** Clients that watch: while there are any, somebody can be asked. */
  readonly watchers: number
  /** Clients that are connected now. */
  readonly peers: number
  /** Ends all connections and removes the socket. */
  close(): Promise<void>
}

/**
 * Serves a desk to prompting clients of the same user over a local socket; see docs/approvals-socket.md.
 *
 * @throws ApprovalsError `APPROVALS_SOCKET_PATH`, `APPROVALS_SOCKET_BUSY`, `APPROVALS_UNTRUSTED`, `APPROVALS_IO`
 */
export async function serveApprovals(desk: Desk, options: ServeOptions): Promise<ServedApprovals> {
  const { path, maxPeers = 64, connectionsPerSecond = 100, onRefusal = () => undefined, now = Date.now } = options
  const folder = dirname(path)
  const key = sealKey(options.token)
  const peers = new Set<ServedPeer>()
  let claim: SocketClaim | undefined
  const rate = new Rate(connectionsPerSecond, now())
  const server = createServer((socket: Socket) => {
    const reason = refusal()
    if (reason !== null) {
      onRefusal(reason)
      socket.destroy()
      return
    }
    const peer = new ServedPeer(socket, desk, { ...options, key, folder, now, onRefusal, watchers: () => watchers() })
    peers.add(peer)
    socket.once('close', () => void peers.delete(peer))
  })
  /** Why a peer is refused; `null` when it is let in. */
  const refusal = (): string | null => {
    if (!rate.take(now())) return 'too many connections in a second'
    try {
      // What was closed when it was opened may have been opened since.
      checkSocketFolder(folder)
    } catch (error) {
      return (error as Error).message
    }
    if (claim?.isOurs() === false) return 'the socket is not where it was'
    if (peers.size < maxPeers) return null
    const unproven = [...peers].find((peer) => !peer.proven)
    if (!unproven) return `${peers.size} peers are connected already`
    unproven.refuse('others came while it proved nothing')
    peers.delete(unproven)
    return null
  }
  const watchers = () => [...peers].filter((peer) => peer.watches).length
  const claimed = await listenAlone(server, path)
  claim = claimed
  const unsubscribe = desk.onEvent((event) => {
    for (const peer of peers) peer.tell(event)
  })
  return {
    path,
    get watchers() {
      return watchers()
    },
    get peers() {
      return peers.size
    },
    async close() {
      unsubscribe()
      claimed.release()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const peer of peers) peer.close()
      await closed
    },
  }
}

async function listenAlone(server: Server, path: string): Promise<SocketClaim> {
  let claim: SocketClaim | undefined
  try {
    claim = await claimSocket(path)
    await claim.listen(server)
    return claim
  } catch (error) {
    claim?.release()
    throw asApprovalsError(error, 'listen at', path)
  }
}
