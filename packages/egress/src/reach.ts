import { lookup } from 'node:dns/promises'
import { connect, isIPv6, type Socket } from 'node:net'
import { coversTarget, type EgressRule, type EgressTarget, isLocalName, writeTarget } from '@poundlock/spec'
import type { AskForRule, EgressRefusal } from './ask-egress.ts'
import { checkAddress } from './check-address.ts'

/** Looks a name up: all its addresses, in the order to try. */
export type ResolveHost = (name: string) => Promise<readonly string[]>

/** A target that may not be reached, or could not be. */
export interface Unreached {
  /** `refused`: by the rules; `failed`: by the network. */
  readonly kind: 'refused' | 'failed'
  /** A sentence with the reason, and the setting that would allow the target. */
  readonly message: string
}

export interface ReachOptions {
  readonly rules: readonly EgressRule[]
  /** Whether the command is known to send, so that rules for fetching alone cover nothing. Default: false. */
  readonly sends?: boolean
  /** Asks about a target that no rule covers: the rule that covers it from now on, or why there is none. */
  readonly ask?: AskForRule
  readonly resolve: ResolveHost
  readonly connectMilliseconds: number
}

const FETCHED: EgressRefusal = {
  allowed: false,
  reason: 'a preset names it for commands that fetch, and this one sends',
}

/** Names of this machine are never resolved. Source: RFC 6761, 6.3. */
const LOOPBACK = ['127.0.0.1', '::1']

/** The resolver of this machine. */
export const systemResolver: ResolveHost = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address)

/**
 * Connects to a target that the rules cover. Its name is resolved once, every address is checked, and the connection
 * goes to one of these addresses: a later change of the name has no effect. One forbidden address refuses the whole
 * name, since an honest name has no such mixture.
 */
export async function reach(target: EgressTarget, options: ReachOptions): Promise<Socket | Unreached> {
  const covering = options.rules.filter((one) => coversTarget(one, target))
  const rule =
    covering.find(({ onlyFetches }) => onlyFetches !== true || options.sends !== true) ?? (await options.ask?.(target))
  if (rule === undefined) {
    return { kind: 'refused', message: describeUncovered(target, covering.length > 0 ? FETCHED : undefined) }
  }
  if ('allowed' in rule) return { kind: 'refused', message: describeUncovered(target, rule) }
  let addresses: readonly string[]
  try {
    addresses = target.isAddress
      ? [target.host]
      : isLocalName(target.host)
        ? LOOPBACK
        : await options.resolve(target.host)
  } catch (error) {
    return { kind: 'failed', message: `The name ${target.host} could not be looked up: ${(error as Error).message}.` }
  }
  const named = rule.allowPrivate
    ? rule
    : (options.rules.find((one) => one.allowPrivate && coversTarget(one, target)) ?? rule)
  for (const address of addresses) {
    const refusal = checkAddress(address, target, named, options.rules)
    if (refusal !== null) return { kind: 'refused', message: describeRefusedAddress(target, refusal) }
  }
  if (addresses.length === 0) return { kind: 'failed', message: `The name ${target.host} has no address.` }
  return connectTo(addresses, target, options.connectMilliseconds)
}

function connectTo(
  addresses: readonly string[],
  target: EgressTarget,
  milliseconds: number,
): Promise<Socket | Unreached> {
  const { promise, resolve } = Promise.withResolvers<Socket | Unreached>()
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const socket = connect({
    host: target.host,
    port: target.port,
    allowHalfOpen: true,
    noDelay: true,
    autoSelectFamily: true,
    // The answer is known already: nothing is asked again.
    lookup: (_name, { all }, answer) => {
      if (all === true) answer(null, found)
      else answer(null, found[0]!.address, found[0]!.family)
    },
  })
  const fail = (why: string): void => {
    socket.destroy()
    resolve({ kind: 'failed', message: `${writeTarget(target)} could not be reached: ${why}.` })
  }
  const late = setTimeout(() => fail('it did not answer in time'), milliseconds)
  socket.once('connect', () => resolve(socket))
  // From here on the caller handles errors of the socket as well.
  socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
  void promise.then(() => clearTimeout(late))
  return promise
}

/** The setting that would allow a target, and what a person said about it. */
function describeUncovered(target: EgressTarget, answer?: EgressRefusal): string {
  const written = writeTarget(target)
  const usual = target.port === 80 || target.port === 443
  const rule = JSON.stringify(usual ? written.slice(0, written.lastIndexOf(':')) : written)
  if (answer?.remedy !== undefined) return `Connection to ${written} refused: ${answer.reason}. ${answer.remedy}`
  const why = answer === undefined ? '' : `, and ${answer.reason}`
  return `Connection to ${written} refused: no rule of sandbox.egress covers it${why}. Add ${rule} to sandbox.egress to allow it.`
}

function describeRefusedAddress(
  target: EgressTarget,
  { address, purpose, opens }: { readonly address: string; readonly purpose: string; readonly opens: string },
): string {
  const start = `Connection to ${writeTarget(target)} refused: its address ${address} is not of the public internet (${purpose}).`
  if (opens === 'never') return `${start} No rule allows such addresses.`
  const named = `Add ${JSON.stringify(writeTarget({ host: address, port: target.port }))} to sandbox.egress to allow exactly it`
  if (opens === 'named' || target.isAddress) return `${start} ${named}.`
  return `${start} ${named}, or write the rule as { "host": ${JSON.stringify(writeTarget(target))}, "allowPrivate": true }.`
}
