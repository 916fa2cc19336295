import { hostname, userInfo } from 'node:os'
import {
  isSetupCode,
  PairedGateways,
  pairWithGateway,
  readGatewayAddress,
  type GatewayAddress,
  type PairedGateway,
} from '@poundlock/gateway'
import { makeStateFolder, stateFolder } from '@poundlock/local-host'
import { visibleText } from '@poundlock/spec'
import { THIS_MACHINE } from '../gateway/choose-gateway.ts'
import { chosenScopes, type RoleName } from '../gateway/scope-choice.ts'
import { readBoundedText } from '../input/bounded-text.ts'
import { questionAtTerminal } from '../output/ask-terminal.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

declare const POUNDLOCK_VERSION: string

export interface ConnectFlags {
  readonly role: RoleName
  readonly scope?: readonly string[]
  readonly name?: string
  /** Asks to be paired, and waits until somebody approves it. */
  readonly ask?: boolean
  readonly certificate?: string
  readonly json?: boolean
}

const MAX_CODE_BYTES = 4096

/** `poundlock gateway connect`: pairs this user with a gateway, as a device of one role. */
export async function connectToGateway(given: string | undefined, flags: ConnectFlags): Promise<void> {
  const state = stateFolder()
  makeStateFolder(state)
  const store = new PairedGateways(state)
  const stop = stopSignal()
  const address = await addressOf(given, flags, stop)
  const { role, name = deviceName() } = flags
  const paired = await pairWithGateway(store, {
    ...address,
    role,
    // A setup code grants what it was made for; who asks says what they want.
    scopes: chosenScopes(role, address.code === undefined ? flags.scope : ['all']),
    name,
    version: POUNDLOCK_VERSION,
    signal: stop,
    onPairing: waiting(flags),
    ...(flags.certificate !== undefined && { certificate: certificateOf(flags.certificate) }),
  })
  if (flags.json) return printJson({ paired: shown(paired) })
  const { bold, dim } = paint()
  await printLine(`paired with ${bold(visibleText(paired.gateway.name))} as ${role}: ${visibleText(name)}`)
  await printLine(dim(`gateway ${paired.gateway.id}; may ${paired.scopes.join(', ') || 'nothing'}`))
  const next =
    role === 'node'
      ? 'Start it: poundlock node run'
      : `Use it: --gateway ${visibleText(paired.gateway.name)}, or poundlock gateway use NAME for all`
  await printLine(dim(next))
}

/** `poundlock gateway list`: the gateways that this user is paired with. */
export async function listGateways({ json }: { readonly json?: boolean }): Promise<void> {
  const store = new PairedGateways(stateFolder())
  const gateways = store.list().map((paired) => ({ ...shown(paired), chosen: paired.gateway.id === store.chosen() }))
  if (json) return printJson({ gateways })
  const { bold, dim } = paint()
  for (const { gateway, role, address, chosen, scopes } of gateways) {
    const used = chosen ? '  used by all commands' : ''
    await printLine(`${bold(visibleText(gateway.name))}  as ${role}  ${visibleText(address)}${used}`)
    await printLine(dim(`    ${gateway.id.slice(0, 16)}  ${scopes.join(', ') || 'no scope'}`))
  }
  if (gateways.length === 0) await printLine('paired with no gateway; see poundlock gateway connect')
}

/** `poundlock gateway use`: commands go through this gateway where none is named. */
export async function chooseGateway(reference: string, { json }: { readonly json?: boolean }): Promise<void> {
  const store = new PairedGateways(stateFolder())
  const gateway = reference === THIS_MACHINE ? null : store.find(reference)[0]!.gateway
  store.choose(gateway?.id ?? null)
  if (json) return printJson({ gateway })
  await printLine(gateway === null ? 'commands use this machine' : `commands go through ${visibleText(gateway.name)}`)
}

/** `poundlock gateway forget`: removes the key and the token of this user. */
export async function forgetGateway(reference: string, { json }: { readonly json?: boolean }): Promise<void> {
  const store = new PairedGateways(stateFolder())
  const pairings = store.find(reference)
  store.forget(pairings)
  if (json) return printJson({ forgotten: pairings.map((paired) => shown(paired)) })
  await printLine(
    `forgot ${visibleText(pairings[0]!.gateway.name)}; the gateway accepts the device until it is revoked there`,
  )
}

/** The address, with the setup code that is typed or piped: as an argument, other users could read it. */
async function addressOf(given: string | undefined, { ask }: ConnectFlags, stop: AbortSignal): Promise<GatewayAddress> {
  const named = given === undefined ? undefined : readGatewayAddress(given)
  if (named?.code !== undefined) {
    throw new UsageError('a setup link is a secret, and arguments can be read by other users', {
      remedy: 'Leave it out, and give it when it is asked for, or on standard input.',
    })
  }
  if (ask) {
    if (named !== undefined) return named
    throw new UsageError('no address of a gateway is given', {
      remedy: 'For example: poundlock gateway connect --ask wss://HOST',
    })
  }
  const text = await secretInput(stop)
  if (!isSetupCode(text)) return { ...readGatewayAddress(text), ...named }
  if (named !== undefined) return { ...named, code: text }
  throw new UsageError('a setup code alone does not say where the gateway is', {
    remedy: 'Give its address, or the setup link.',
  })
}

async function secretInput(stop: AbortSignal): Promise<string> {
  const typed = process.stdin.isTTY
    ? await questionAtTerminal('Setup code or link of poundlock gateway pair: ', stop)
    : await readBoundedText('-', MAX_CODE_BYTES)
  const text = (typed ?? '').trim()
  if (text !== '') return text
  throw new UsageError('no setup code is given', {
    remedy: 'Make one with poundlock gateway pair at the gateway; or ask to be let in: --ask.',
  })
}

/** Says once that somebody has to approve the device. */
function waiting({ json }: ConnectFlags): (details: Readonly<Record<string, unknown>>) => void {
  let isPrinted = false
  return ({ request }) => {
    if (isPrinted) return
    isPrinted = true
    const id = typeof request === 'string' ? request : ''
    if (json) return void printJson({ event: 'waiting', request: id })
    const text = `waits to be approved: poundlock devices approve ${visibleText(id.slice(0, 8))} at the gateway`
    process.stderr.write(`poundlock: ${text}\n`)
  }
}

function certificateOf(text: string): string {
  const digits = text.replaceAll(':', '').toLowerCase()
  if (/^[0-9a-f]{64}$/.test(digits)) return digits
  throw new UsageError('--certificate is no SHA-256', {
    remedy: 'Give 64 hexadecimal digits: openssl x509 -fingerprint -sha256.',
  })
}

/** Without the secrets. */
const shown = ({ gateway, address, role, scopes }: PairedGateway) => ({ gateway, address, role, scopes })

const deviceName = (): string =>
  `${userInfo().username}@${hostname()}`.replaceAll(/\p{C}/gu, '').slice(0, 64) || 'terminal'

function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort())
  return stop.signal
}
