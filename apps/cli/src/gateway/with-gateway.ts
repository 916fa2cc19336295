import { connectLocal, connectPaired, PairedGateways, type PairedGateway } from '@poundlock/gateway'
import { stateFolder } from '@poundlock/local-host'
import type { Role } from '@poundlock/protocol'
import { PoundlockError, visibleText } from '@poundlock/spec'
import { UsageError } from '../usage-error.ts'
import { CHOSEN, namedGateway, type GatewayChoice } from './choose-gateway.ts'

declare const POUNDLOCK_VERSION: string

/** A gateway, as the device of this user sees it. */
export type ConnectedGateway = Awaited<ReturnType<typeof connectLocal>>

/** The roles that a command can use, the best one first. */
export type Roles = readonly [Role, ...Role[]]

/**
 * Does something with the gateway that is named, or else with the one that runs on this machine.
 *
 * @throws GatewayHostError `GATEWAY_ABSENT`, `GATEWAY_UNPAIRED`; ClientError; UsageError for what the gateway refuses
 */
export async function withGateway<Result>(
  action: (gateway: ConnectedGateway) => Promise<Result>,
  choice: GatewayChoice = {},
  roles: Roles = ['operator'],
): Promise<Result> {
  const named = namedGateway(choice)
  const gateway = named === null ? await connectHere() : await connectNamed(named, roles)
  try {
    return await action(gateway)
  } catch (error) {
    throw PoundlockError.isInstance(error) && REFUSALS.has(error.code) ? refusal(error) : error
  } finally {
    gateway.close()
  }
}

const connectHere = () => connectLocal({ stateFolder: stateFolder(), version: POUNDLOCK_VERSION })

/** Connects to a paired gateway. @param named a name, an address, the beginning of an id, or `CHOSEN` */
function connectNamed(named: string, roles: Roles): Promise<ConnectedGateway> {
  const store = new PairedGateways(stateFolder())
  const paired = bestOf(store.find(named === CHOSEN ? (store.chosen() ?? '') : named), roles)
  return connectPaired(store, paired, {
    version: POUNDLOCK_VERSION,
    onProblem: (error) => {
      process.stderr.write(`poundlock: ${visibleText(error instanceof Error ? error.message : String(error))}\n`)
    },
  })
}

function bestOf(pairings: readonly PairedGateway[], roles: Roles): PairedGateway {
  for (const role of roles) {
    const paired = pairings.find((one) => one.role === role)
    if (paired) return paired
  }
  const [known] = pairings
  throw new UsageError(
    `this user is paired with ${visibleText(known!.gateway.name)} as ${pairings.map(({ role }) => role).join(', ')}`,
    { remedy: `It takes the role ${roles.join(' or ')}: poundlock gateway connect ADDRESS --role ${roles[0]}` },
  )
}

/** Answers about what was asked for: it is for the one who asked to change it. */
const REFUSALS: ReadonlySet<string> = new Set([
  'INVALID_PARAMS',
  'FORBIDDEN',
  'NOT_FOUND',
  'AMBIGUOUS',
  'CONFLICT',
  'SETTLED',
  'BUSY',
])

/** The command that lists what a parameter names; without a parameter, it is a request for approval. */
const LISTS: Readonly<Record<string, string>> = {
  '': 'approvals pending',
  node: 'nodes list',
  nodes: 'nodes list',
  selection: 'nodes list',
  device: 'devices list',
  request: 'devices list',
  session: 'sessions list',
}

const REMEDIES: Readonly<Record<string, string>> = {
  FORBIDDEN: 'Use a device with this scope: poundlock gateway list shows those of yours.',
  BUSY: 'Try again in a moment.',
}

function refusal(error: PoundlockError): UsageError {
  const { candidates = [] } = error.details as {
    candidates?: readonly { readonly id: string; readonly name: string }[]
  }
  const named = candidates.map(({ id, name }) => `${name} (${id.slice(0, 12)})`).join(', ')
  return new UsageError(error.message, { remedy: named === '' ? remedyOf(error) : `It could be ${named}.` })
}

function remedyOf({ code, path = '' }: PoundlockError & { readonly path?: string }): string {
  const list = code === 'NOT_FOUND' ? LISTS[path.replace('/params/', '')] : undefined
  return list === undefined ? (REMEDIES[code] ?? 'Nothing was changed.') : `See poundlock ${list}.`
}
