import type { ConfigSource } from './config-source.ts'
import type { ConfigDocument } from './schema.ts'

/** What the configuration says about the gateway. */
export type GatewaySettings = NonNullable<ConfigDocument['gateway']>

/** What the files say of the gateway, and where. */
export interface ResolvedGateway {
  /** What is not set is left out. */
  readonly settings: GatewaySettings
  /** Which file sets a key, and its JSON Pointer there; `null` where none does. */
  readonly sourceOf: (key: keyof GatewaySettings) => { readonly source: ConfigSource; readonly pointer: string } | null
}

/**
 * Combines what the organisation and the user say of the gateway: what the organisation sets stands. A repository has no
 * say.
 */
export function resolveGateway(sources: readonly ConfigSource[]): ResolvedGateway {
  const settings: Record<string, unknown> = {}
  const from = new Map<string, ConfigSource>()
  for (const kind of ['organisation', 'user'] as const) {
    for (const source of sources.filter((one) => one.kind === kind)) {
      for (const [key, value] of Object.entries(source.document.gateway ?? {})) {
        if (key === 'limits') settings[key] = { ...(value as object), ...(settings[key] as object | undefined) }
        else if (!from.has(key)) settings[key] = value
        if (!from.has(key)) from.set(key, source)
      }
    }
  }
  return {
    settings,
    sourceOf(key) {
      const source = from.get(key)
      return source === undefined ? null : { source, pointer: `/gateway/${key}` }
    },
  }
}
