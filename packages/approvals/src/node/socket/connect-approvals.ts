import { timingSafeEqual } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { RpcError, type Connection } from '@poundlock/jsonrpc'
import { connectStreams } from '@poundlock/jsonrpc/node'
import { parseStrictJson } from '@poundlock/spec'
import { createValidator } from '@poundlock/spec/validation'
import { checkSocket } from '@poundlock/state-files/node'
import { ApprovalsError, type ApprovalsErrorCode } from '../../approvals-error.ts'
import type { GrantReach } from '../../grants/grant-reach.ts'
import type { ApprovalDecision, ApprovalRequest } from '../../requests/request.ts'
import { Welcome } from '../../socket/greeting.ts'
import {
  isSealedShape,
  SOCKET_PROTOCOL,
  type Sealed,
  type SocketCall,
  type SocketEvent,
} from '../../socket/protocol.ts'
import { inApprovals } from '../own-folder.ts'
import type { Answered } from '../surface.ts'
import { makeProof } from './proof-file.ts'
import { isSealed, newNonce, seal, sealKey, serverProof, type ConnectionNonces, type SealKey } from './seal.ts'

/** Which socket is connected to, and as whom. */
export interface ConnectApprovalsOptions {
  /** Absolute path of the socket. */
  readonly path: string
  /** What both sides prove that they know; it is never sent itself. */
  readonly token: string
  /** Milliseconds for the server to prove who it is. 2,000 unless set. */
  readonly timeoutMs?: number
}

/** A connection to the process that serves the socket of approvals. Every method rejects with an ApprovalsError. */
export interface ApprovalsClient {
  /** Those that wait, the oldest first. */
  list(): Promise<readonly ApprovalRequest[]>
  /** Answers a request. The first answer of all clients counts. */
  answer(
    id: string,
    answer: { readonly decision: ApprovalDecision; readonly reason?: string; readonly limits?: GrantReach },
  ): Promise<Answered>
  /** Has a request shown now; the surfaces on which somebody can see it, none when nobody can. */
  show(id: string): Promise<readonly string[]>
  /** From now on somebody sees what waits: those that do, and then each as it comes and goes. */
  watch(listener: (event: SocketEvent) => void): Promise<readonly ApprovalRequest[]>
  /** Settles when the connection has ended, with the reason. */
  readonly closed: Promise<string>
  /** Ends the connection. */
  close(): void
}

const isWelcome = createValidator(Welcome)
const sameText = (left: string, right: string) =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

/**
 * Connects to the socket of approvals as its own user. Nothing is said to a socket that is somebody else's, and nothing
 * but a nonce to a server that does not prove first that it has the token.
 *
 * @throws ApprovalsError `APPROVALS_SOCKET_ABSENT` where nobody serves it, `APPROVALS_SOCKET_REFUSED`,
 *   `APPROVALS_SOCKET_PATH`, `APPROVALS_UNTRUSTED`
 */
export async function connectApprovals(options: ConnectApprovalsOptions): Promise<ApprovalsClient> {
  const { path, timeoutMs = 2000 } = options
  const key = sealKey(options.token)
  if (!inApprovals('look at', path, () => checkSocket(path))) throw absent(path)
  const socket = await open(path, timeoutMs)
  const { promise: closed, resolve: end } = Promise.withResolvers<string>()
  let onAnswer: (params: unknown) => void = () => undefined
  const rpc = connectStreams(socket, socket, {
    framing: 'newline',
    limits: { maxFrameBytes: SOCKET_PROTOCOL.maxReplyBytes },
    onNotification: (method, params) => method === 'event' && onAnswer(params),
    onClose: ({ message }) => end(message),
  })
  try {
    const nonces = await greet(rpc, path, key, timeoutMs)
    return client({ rpc, key, nonces, closed }, (listener) => (onAnswer = listener))
  } catch (error) {
    rpc.close()
    socket.destroy()
    // It ended before it had said who it is: a server that was killed just now, or one that lets nobody in.
    throw error instanceof RpcError && error.code === 'CLOSED' ? absent(path, error) : asRefusal(error, path)
  }
}

/** Both sides show that they have the token, the server first; then the file shows whose process this is. */
async function greet(rpc: Connection, path: string, key: SealKey, timeoutMs: number): Promise<ConnectionNonces> {
  const own = newNonce()
  const welcome = (await rpc.request(
    'hello',
    { version: SOCKET_PROTOCOL.version, nonce: own },
    { timeoutMs },
  )) as Welcome
  if (isWelcome(welcome).length > 0) throw refused(path, 'what answers does not speak this protocol')
  const nonces = { client: own, server: welcome.nonce }
  if (!sameText(welcome.proof, serverProof(key, nonces))) {
    throw refused(path, 'the process that answers does not have the token; nothing was sent to it')
  }
  makeProof(dirname(path), welcome.file)
  return nonces
}

interface Proven {
  readonly rpc: Connection
  readonly key: SealKey
  readonly nonces: ConnectionNonces
  readonly closed: Promise<string>
}

function client(
  { rpc, key, nonces, closed }: Proven,
  listen: (onAnswer: (params: unknown) => void) => void,
): ApprovalsClient {
  const call = async (body: SocketCall): Promise<unknown> => {
    const sent = seal(key, 'request', nonces, { body: JSON.stringify(body), at: Date.now() })
    let answer: Sealed
    try {
      answer = (await rpc.request('call', { ...sent }, { timeoutMs: 30_000 })) as Sealed
    } catch (error) {
      throw asRefusal(error, 'the socket of approvals')
    }
    const isAnswer = isSealedShape(answer) && answer.nonce === sent.nonce
    if (!isAnswer || !isSealed(key, 'response', nonces, answer)) {
      rpc.close()
      throw refused('the socket of approvals', 'an answer came that was not sealed for this call')
    }
    const { result, error } = parseStrictJson(answer.body) as { result?: unknown; error?: RemoteError }
    if (error) throw new ApprovalsError(error.message, { code: error.code, remedy: error.remedy ?? 'See what waits.' })
    return result
  }
  const requestsOf = (result: unknown) => (result as { requests: readonly ApprovalRequest[] }).requests
  return {
    list: async () => requestsOf(await call({ method: 'list' })),
    answer: async (id, { decision, reason, limits }) =>
      (await call({
        method: 'answer',
        id,
        decision,
        ...(reason !== undefined && { reason }),
        ...(limits && { limits }),
      })) as Answered,
    show: async (id) => ((await call({ method: 'show', id })) as { surfaces: readonly string[] }).surfaces,
    async watch(listener) {
      let last = 0
      listen((params) => {
        const event = params as Sealed
        if (!isSealedShape(event) || !isSealed(key, 'event', nonces, event)) return
        const number = Number.parseInt(event.nonce, 16)
        // Neither again nor out of order.
        if (number <= last) return
        last = number
        listener(parseStrictJson(event.body) as SocketEvent)
      })
      return requestsOf(await call({ method: 'watch' }))
    },
    closed,
    close: () => rpc.close(),
  }
}

interface RemoteError {
  readonly code: ApprovalsErrorCode
  readonly message: string
  readonly remedy?: string
}

function open(path: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    const timer = setTimeout(() => socket.destroy(new Error('it does not answer')), timeoutMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      socket.on('error', () => undefined)
      resolve(socket)
    })
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(absent(path, error))
    })
  })
}

function asRefusal(error: unknown, path: string): ApprovalsError {
  if (error instanceof ApprovalsError) return error
  if (error instanceof RpcError) return refused(path, error.remote?.message ?? error.message, error)
  return refused(path, (error as Error).message, error)
}

const absent = (path: string, cause?: unknown) =>
  new ApprovalsError(`${path}: no process serves it`, {
    code: 'APPROVALS_SOCKET_ABSENT',
    remedy: 'Start `poundlock approvals watch` in a terminal, or `poundlock approvals serve`.',
    cause,
  })

const refused = (path: string, why: string, cause?: unknown) =>
  new ApprovalsError(`${path}: ${why}`, {
    code: 'APPROVALS_SOCKET_REFUSED',
    remedy: 'Both sides must be of the same user and read the same token.',
    cause,
  })
