import type { ApprovalDecision, ApprovalRequest, GrantReach, SocketEvent } from '@poundlock/approvals'
import type { Answered } from '@poundlock/approvals/node'
import { connectApprovals, openDesk, openRequestStore, serveApprovals, type Surface } from '@poundlock/approvals/node'
import { loadConfig } from '@poundlock/config/node'
import { approvalSettings, approvalsPaths, makeStateFolder } from '@poundlock/local-host'
import { PoundlockError, visibleText } from '@poundlock/spec'
import { accountName } from '../output/ask-terminal.ts'
import { prepareChannels } from './configured-channels.ts'

/** What waits, as one that prompts sees it: served by this process, or by another. */
export interface Prompting {
  /** True where this process serves the socket and the chats. */
  readonly serves: boolean
  readonly socket: string
  /** Where answers of chats arrive by HTTP; `null` where none do. */
  readonly port: number | null
  /** The name of the gateway where they wait; absent on this machine. */
  readonly gateway?: string
  readonly waiting: readonly ApprovalRequest[]
  answer(id: string, given: { decision: ApprovalDecision; reason?: string; limits?: GrantReach }): Promise<Answered>
  /** Settles when it has ended, with the reason. */
  readonly closed: Promise<string>
  close(): Promise<void>
}

/** A prompting client in this process, in addition to the configured surfaces. */
interface Prompter {
  /** For the record, where this process serves: `watch`. */
  readonly name: string
  readonly onEvent: (event: SocketEvent) => void
}

/**
 * Serves waiting requests to prompting clients, and shows them in the configured chats; `null` where another process
 * does already.
 *
 * @throws ApprovalsError, ChannelsError, ConfigError, UsageError
 */
export async function serveDesk(state: string, prompter?: Prompter): Promise<Prompting | null> {
  makeStateFolder(state)
  const place = approvalsPaths(state)
  const token = place.token({ make: true })!
  // Before a port is taken and messages are fetched that another process waits for.
  if (await isServed(place.socket, token)) return null
  // Files of a repository have no say in approvals, so none is read here.
  const settings = approvalSettings(loadConfig({ workspace: state, stateDirectory: state }).sources)
  const store = openRequestStore(place.requests)
  const channels = await prepareChannels(settings).open(store, complain)
  const self: readonly Surface[] = prompter ? [{ name: prompter.name, show: async () => true }] : []
  const surfaces = [...(channels ? [channels] : []), ...self]
  const desk = openDesk(store, { surfaces, onProblem: complain })
  const closeDesk = async () => {
    await desk.close()
    await channels?.close()
  }
  const account = accountName()
  let served
  try {
    served = await serveApprovals(desk, { path: place.socket, token, account })
  } catch (error) {
    await closeDesk()
    if (PoundlockError.isInstance(error) && error.code === 'APPROVALS_SOCKET_BUSY') return null
    throw error
  }
  const { promise: closed, resolve: end } = Promise.withResolvers<string>()
  if (prompter) desk.onEvent(prompter.onEvent)
  return {
    serves: true,
    socket: place.socket,
    port: channels?.port ?? null,
    waiting: desk.pending(),
    answer: async (id, given) => desk.answer(id, { ...given, by: account, surface: prompter?.name ?? 'serve' }),
    closed,
    async close() {
      await served.close()
      await closeDesk()
      end('closed')
    },
  }
}

/**
 * Prompts as a client of the process that serves. @throws ApprovalsError `APPROVALS_SOCKET_ABSENT` when no process
 * serves
 */
export async function joinDesk(state: string, prompter: Prompter): Promise<Prompting> {
  const place = approvalsPaths(state)
  const client = await connectApprovals({ path: place.socket, token: place.token({ make: true })! })
  return {
    serves: false,
    socket: place.socket,
    port: null,
    waiting: await client.watch(prompter.onEvent),
    answer: (id, given) => client.answer(id, given),
    closed: client.closed,
    close: async () => client.close(),
  }
}

async function isServed(path: string, token: string): Promise<boolean> {
  try {
    const client = await connectApprovals({ path, token })
    client.close()
    return true
  } catch (error) {
    if (PoundlockError.isInstance(error) && error.code === 'APPROVALS_SOCKET_ABSENT') return false
    throw error
  }
}

/** Reports the error of one surface; the others go on. */
function complain(surface: string, error: unknown): void {
  process.stderr.write(
    `poundlock: ${surface}: ${visibleText(error instanceof Error ? error.message : String(error))}\n`,
  )
}
