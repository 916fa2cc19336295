import { isValues, type Values } from '../client-request.ts'
import { META, STATELESS_REVISION } from '../stateless.ts'

/** How a method passes: `listed` and `forwarded` unchanged, `decided` through the gate. */
interface PassedMethod {
  readonly how: 'listed' | 'decided' | 'forwarded' | 'listens'
  /** Revisions without a handshake do not have all of them, nor the others. */
  readonly in: 'both' | 'handshake' | 'stateless'
}

/**
 * The requests of clients to the server. Source: Model Context Protocol, 2025-11-25 and 2026-07-28, Server Features.
 */
export const PASSED_METHODS: Readonly<Record<string, PassedMethod>> = {
  'server/discover': { how: 'forwarded', in: 'stateless' },
  'tools/list': { how: 'listed', in: 'both' },
  'tools/call': { how: 'decided', in: 'both' },
  'resources/list': { how: 'forwarded', in: 'both' },
  'resources/templates/list': { how: 'forwarded', in: 'both' },
  'resources/read': { how: 'decided', in: 'both' },
  'resources/subscribe': { how: 'decided', in: 'handshake' },
  'resources/unsubscribe': { how: 'forwarded', in: 'handshake' },
  'prompts/list': { how: 'forwarded', in: 'both' },
  'prompts/get': { how: 'decided', in: 'both' },
  'completion/complete': { how: 'decided', in: 'both' },
  'logging/setLevel': { how: 'forwarded', in: 'handshake' },
  'subscriptions/listen': { how: 'listens', in: 'stateless' },
}

/** What the server may tell clients. */
export const PASSED_NOTICES: ReadonlySet<string> = new Set([
  'notifications/message',
  'notifications/progress',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/elicitation/complete',
  'notifications/subscriptions/acknowledged',
])

/** Without a handshake; with it, the server reports its own revisions. */
export const PASSED_REVISIONS: readonly string[] = [STATELESS_REVISION]

/** The notifications of clients to the server; the connection handles cancellation. */
export const CLIENT_NOTICES: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/roots/list_changed',
])

const SERVER_CAPABILITIES = ['tools', 'resources', 'prompts', 'logging', 'completions']

/** The capabilities of a server that pass. */
export const passedServerCapabilities = (value: unknown): Values => pick(value, SERVER_CAPABILITIES)

/** The capabilities of a client that the server may use. */
export function passedClientCapabilities(
  value: unknown,
  allowed: { readonly sampling: boolean; readonly elicitation: boolean },
): Values {
  const { sampling, ...rest } = pick(value, ['roots', ...Object.keys(allowed).filter((key) => allowed[key as never])])
  // Without its further options: tools for the model, and the context of others.
  return { ...rest, ...(sampling !== undefined && { sampling: {} }) }
}

/** Parameters of a request without a handshake, in which the client says no more than the server may use. */
export function passedParams(params: Values, allowed: Parameters<typeof passedClientCapabilities>[1]): Values {
  const { task: _noTasks, ...passed } = params
  const meta = passed['_meta']
  if (!isValues(meta) || meta[META.clientCapabilities] === undefined) return passed
  const capabilities = passedClientCapabilities(meta[META.clientCapabilities], allowed)
  return { ...passed, _meta: { ...meta, [META.clientCapabilities]: capabilities } }
}

const pick = (value: unknown, keys: readonly string[]): Values =>
  isValues(value) ? Object.fromEntries(keys.flatMap((key) => (isValues(value[key]) ? [[key, value[key]]] : []))) : {}
