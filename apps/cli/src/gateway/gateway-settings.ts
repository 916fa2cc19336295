import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { ConfigError, resolveGateway, type GatewaySettings, type ResolvedGateway } from '@poundlock/config'
import { loadConfig } from '@poundlock/config/node'
import {
  checkTcpSettings,
  GatewayHostError,
  pushSettings,
  traceSettings,
  type GatewayOptions,
  type PushSettings,
  type TcpSettings,
  type TraceSettings,
} from '@poundlock/gateway'
import { approvalSettings, type ApprovalSettings } from '@poundlock/local-host'
import { readOwnText } from '@poundlock/state-files/node'

declare const POUNDLOCK_VERSION: string

const PORT = 4748
const MAX_PEM_BYTES = 1024 * 1024

const DRAIN_SECONDS = 300

export interface ConfiguredGateway extends Pick<GatewayOptions, 'name' | 'tcp' | 'metrics' | 'bounds' | 'admission'> {
  /** Milliseconds that running calls have to end when the gateway stops. */
  readonly drainMs: number
  /** Where spans go; `null` for nowhere. */
  readonly traces: TraceSettings | null
  /** How browsers are told of what waits; `null` for not at all. */
  readonly push: PushSettings | null
  /** As the files have it, to find what was changed. */
  readonly settings: GatewaySettings
  readonly approvals: ApprovalSettings
}

/**
 * What the configuration says of the gateway. A setting with which it cannot start is an error of its file, with line
 * and column.
 *
 * @throws ConfigError, GatewayHostError, StateFileError
 */
export function configuredGateway(stateFolder: string, file: string | undefined): ConfiguredGateway {
  const { sources } = loadConfig({
    // No workspace: a repository has no say about the gateway.
    workspace: stateFolder,
    stateDirectory: stateFolder,
    ...(file !== undefined && { file }),
  })
  const resolved = resolveGateway(sources)
  const { settings } = resolved
  const tcp = atItsPlace(resolved, () => tcpSettings(settings))
  const { limits = {} } = settings
  return {
    name: settings.name ?? defaultName(),
    tcp,
    settings,
    approvals: approvalSettings(sources),
    traces: atItsPlace(resolved, () => traceSettings(tracesOf(settings), process.env, POUNDLOCK_VERSION)),
    push: pushSettings({ ...settings.push }),
    drainMs: (settings.drainSeconds ?? DRAIN_SECONDS) * 1000,
    ...(settings.metrics !== undefined && { metrics: settings.metrics }),
    bounds: {
      ...(limits.requestsAtOnce !== undefined && { maxRequestsAtOnce: limits.requestsAtOnce }),
      ...(limits.requestsPerSecond !== undefined && { requestsPerSecond: limits.requestsPerSecond }),
      ...(limits.unreadBytes !== undefined && { maxUnreadBytes: limits.unreadBytes }),
    },
    admission: {
      ...(limits.sockets !== undefined && { maxSockets: limits.sockets }),
      ...(limits.unauthenticated !== undefined && { maxUnauthenticated: limits.unauthenticated }),
      ...(limits.unauthenticatedPerAddress !== undefined && {
        maxUnauthenticatedPerAddress: limits.unauthenticatedPerAddress,
      }),
    },
  }
}

/** Without members that are not there. */
const tracesOf = ({ traces = {} }: GatewaySettings) => ({ ...traces })

function tcpSettings(settings: GatewaySettings): TcpSettings | null {
  const { bind = 'loopback', port = PORT, hosts = [], origins = [], tls, trustedProxies = [] } = settings
  if (bind === 'none') return null
  const address = bind === 'loopback' ? '127.0.0.1' : bind
  const tcp = { address, port, hosts, origins, trustedProxies, ...(tls && { tls: readTls(tls) }) }
  checkTcpSettings(tcp)
  return tcp
}

function readTls({ cert, key }: { readonly cert: string; readonly key: string }): NonNullable<TcpSettings['tls']> {
  return { cert: pem(cert, 'own'), key: pem(key, 'private') }
}

function pem(file: string, ownership: 'own' | 'private'): string {
  const path = file.startsWith('~/') ? join(homedir(), file.slice(2)) : file
  const text = readOwnText(path, { ownership, maxBytes: MAX_PEM_BYTES, names: 'any' })
  if (text !== null) return text
  throw new GatewayHostError(`gateway.tls: ${path} does not exist`, {
    code: 'GATEWAY_CONFIG',
    remedy: 'Name files with a certificate chain and its key, both PEM.',
    details: { key: 'gateway.tls' },
  })
}

/** An error about a setting names where it stands. */
function atItsPlace<Value>(resolved: ResolvedGateway, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof GatewayHostError) || error.code !== 'GATEWAY_CONFIG') throw error
    const key = String(error.details['key']).replace('gateway.', '') as keyof GatewaySettings
    const set = resolved.sourceOf(key) ?? resolved.sourceOf('bind')
    if (set === null) throw error
    const { source, pointer } = set
    const issue = { ...source.source.position(pointer), pointer, message: error.message }
    throw new ConfigError(`${source.source.file}:${issue.line}:${issue.column}: ${error.message}`, {
      code: 'CONFIG_INVALID',
      details: { file: source.source.file, issues: [issue] },
      ...(error.remedy !== undefined && { remedy: error.remedy }),
    })
  }
}

/** The name of the machine, as far as it can be shown. */
const defaultName = (): string =>
  hostname()
    .replaceAll(/[^\w.-]/g, '-')
    .slice(0, 64) || 'gateway'
