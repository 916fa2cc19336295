import { connectLocal } from '@poundlock/gateway'
import { stateFolder } from '@poundlock/local-host'
import { PoundlockError } from '@poundlock/spec'
import { UsageError } from '../usage-error.ts'

declare const POUNDLOCK_VERSION: string

/** The running gateway, as the user that it runs as sees it. */
export type LocalGateway = Awaited<ReturnType<typeof connectLocal>>

/**
 * Does something with the gateway that runs on this machine.
 *
 * @throws GatewayHostError `GATEWAY_ABSENT`; UsageError for what the gateway refuses
 */
export async function withGateway<Result>(action: (gateway: LocalGateway) => Promise<Result>): Promise<Result> {
  const gateway = await connectLocal({ stateFolder: stateFolder(), version: POUNDLOCK_VERSION })
  try {
    return await action(gateway)
  } catch (error) {
    throw PoundlockError.isInstance(error) && REFUSALS.has(error.code) ? refusal(error) : error
  } finally {
    gateway.close()
  }
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

function refusal({ message, details }: PoundlockError): UsageError {
  const { candidates } = details as { candidates?: readonly { readonly id: string; readonly name: string }[] }
  const named = candidates?.map(({ id, name }) => `${name} (${id.slice(0, 12)})`).join(', ')
  return new UsageError(message, named === undefined ? 'See poundlock devices list.' : `It could be ${named}.`)
}
