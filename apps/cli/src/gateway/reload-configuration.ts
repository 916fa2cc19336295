import { isDeepStrictEqual } from 'node:util'
import { loadConfig } from '@poundlock/config/node'
import type { Gateway, Reloaded, WorkArea } from '@poundlock/gateway'
import type { ApprovalSettings } from '@poundlock/local-host'
import type { PreparedChannels } from '../approvals/configured-channels.ts'
import { configuredGateway, type ConfiguredGateway } from './gateway-settings.ts'

/** A running gateway, and the configuration that it works by. */
export interface Reloading {
  readonly stateFolder: string
  /** Instead of the user's `poundlock.json`. */
  readonly file: string | undefined
  readonly workspaces: readonly string[]
  /** What holds now; its `settings` and `approvals` are those that the gateway was started with. */
  current: ConfiguredGateway
  /** The chats that are open; `null` without any. */
  chats: PreparedChannels | null
  /** Both are set once the gateway listens. */
  gateway: Gateway | null
  work: WorkArea | null
}

/** Settings of `approvals` that are read once; the chats are opened anew, and the others are read with each request. */
const READ_ONCE = new Set(['timeout'])

/**
 * The chats that requests are forwarded to, as for `poundlock approvals serve`; `null` where none are configured.
 *
 * @throws UsageError, StateError when a secret is missing
 */
export async function chatsOf(settings: ApprovalSettings): Promise<PreparedChannels | null> {
  const { exec, channels } = settings
  if (exec?.enabled !== true || channels === undefined) return null
  return (await import('../approvals/configured-channels.ts')).prepareChannels(settings)
}

/**
 * Reads every file by which calls are decided. New calls are decided by what they say now. Connections stay, and calls
 * that run go on with what they began with.
 *
 * @throws ConfigError, GatewayHostError, StateFileError, UsageError, ChannelsError; nothing has changed then
 */
export async function reloadConfiguration(reloading: Reloading): Promise<Reloaded> {
  const { stateFolder, file, workspaces, current, gateway, work } = reloading
  const next = configuredGateway(stateFolder, file)
  for (const workspace of workspaces) {
    loadConfig({ workspace, stateDirectory: stateFolder, ...(file !== undefined && { file }) })
  }
  const chats = await chatsOf(next.approvals)
  const hasOtherChats = !isDeepStrictEqual(chats?.identity, reloading.chats?.identity)
  const before = current.tcp?.tls
  const certificate = next.tcp?.tls
  const renewal = before && certificate && !isDeepStrictEqual(before, certificate) ? certificate : null
  if (renewal) gateway?.renewCertificate(renewal)
  try {
    if (hasOtherChats) await work?.exchangeChats(async (...parts) => chats?.open(...parts) ?? null)
  } catch (error) {
    if (renewal) gateway?.renewCertificate(before!)
    throw error
  }
  reloading.chats = chats
  work?.reload()
  reloading.current = {
    ...current,
    drainMs: next.drainMs,
    ...(renewal && current.tcp && { tcp: { ...current.tcp, tls: renewal } }),
  }
  const isLive = (key: string) => key === 'drainSeconds' || (key === 'tls' && before && certificate)
  const settings = changedKeys(current.settings, next.settings).filter((key) => !isLive(key))
  const approvals = changedKeys(current.approvals, next.approvals).filter((key) => READ_ONCE.has(key))
  return {
    applied: [
      'policy',
      ...(next.drainMs === current.drainMs ? [] : ['gateway.drainSeconds']),
      ...(renewal ? ['gateway.tls'] : []),
      ...(hasOtherChats ? ['approvals.channels'] : []),
    ],
    restart: [...settings.map((key) => `gateway.${key}`), ...approvals.map((key) => `approvals.${key}`)],
  }
}

function changedKeys(before: object, now: object): readonly string[] {
  const old = new Map<string, unknown>(Object.entries(before))
  const current = new Map<string, unknown>(Object.entries(now))
  const keys = new Set([...old.keys(), ...current.keys()])
  return [...keys].filter((key) => !isDeepStrictEqual(old.get(key), current.get(key)))
}
