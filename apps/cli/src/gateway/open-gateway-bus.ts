import { homedir } from 'node:os'
import { join } from 'node:path'
import type { NatsBusOptions } from '@poundlock/bus/nats'
import type { GatewaySettings } from '@poundlock/config'
import { GatewayHostError, type OpenBus } from '@poundlock/gateway'
import { readOwnText } from '@poundlock/state-files/node'
import { UsageError } from '../usage-error.ts'

type BusSettings = NonNullable<GatewaySettings['bus']>

/**
 * What opens the bus of the configuration, or of `--bus`, which names other servers; absent for a gateway alone.
 *
 * @throws UsageError, GatewayHostError `GATEWAY_CONFIG`, StateFileError
 */
export function gatewayBus(name: string, settings: BusSettings | undefined, flag: string | undefined): OpenBus | null {
  const servers = flag === undefined ? settings?.servers : readServers(flag)
  if (servers === undefined) return null
  const { prefix, replicas, allowOutdatedServer, tls } = settings ?? {}
  const credentials = credentialsOf(settings ?? {})
  const options: NatsBusOptions = {
    servers,
    name,
    ...(prefix !== undefined && { prefix }),
    ...(replicas !== undefined && { replicas }),
    ...(allowOutdatedServer !== undefined && { allowOutdatedServer }),
    ...(tls && { tls: tlsFiles(tls) }),
    ...(credentials && { credentials }),
  }
  return async ({ limits, onConnected }) => {
    // A gateway alone does not load what speaks to NATS.
    const { openNatsBus } = await import('@poundlock/bus/nats')
    return openNatsBus({
      ...options,
      limits,
      onStatus: ({ kind }) => {
        if (kind !== 'waiting') onConnected(kind === 'connected')
      },
    })
  }
}

/** `nats://host:port`, several with commas. Never a password: other users could read it. */
function readServers(text: string): readonly string[] {
  return text.split(',').map((part) => {
    const server = part.trim().replace(/^(?:nats|tls):\/\//, '')
    if (/^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/.test(server)) return server
    throw new UsageError('--bus expects nats://host:port, several separated by commas', {
      remedy: 'Credentials and TLS are settings of gateway.bus in poundlock.json.',
    })
  })
}

function credentialsOf({ seedFile, user, passwordFile }: Partial<BusSettings>): NatsBusOptions['credentials'] {
  if (seedFile !== undefined) return { nkeySeedFile: absolute(seedFile) }
  if (user === undefined && passwordFile === undefined) return undefined
  if (user === undefined || passwordFile === undefined) throw incomplete('user and passwordFile belong together')
  const path = absolute(passwordFile)
  const password = readOwnText(path, { ownership: 'private', maxBytes: 10_000, names: 'any' })?.trim()
  if (password) return { user, password }
  throw incomplete(`${path} has no password`)
}

const tlsFiles = ({ ca, cert, key }: NonNullable<BusSettings['tls']>): NonNullable<NatsBusOptions['tls']> => ({
  ...(ca !== undefined && { caFile: absolute(ca) }),
  ...(cert !== undefined && { certFile: absolute(cert) }),
  ...(key !== undefined && { keyFile: absolute(key) }),
})

const absolute = (path: string): string => (path.startsWith('~/') ? join(homedir(), path.slice(2)) : path)

const incomplete = (problem: string) =>
  new GatewayHostError(`gateway.bus: ${problem}`, {
    code: 'GATEWAY_CONFIG',
    remedy: 'Set seedFile, or user and passwordFile; each file has mode 0600.',
    details: { key: 'gateway.bus' },
  })
