import type { ConfigSource } from '@poundlock/config'
import { findBuiltInTool } from '@poundlock/spec'
import { searchContacts, type WebSearchOptions } from '@poundlock/tools'

/** How the web is searched: what the user, or before them the organisation, has set. A repository has no say in it. */
export function searchOptions(
  sources: readonly ConfigSource[],
  environment: Readonly<Record<string, string | undefined>>,
): WebSearchOptions | undefined {
  const search = sources
    .filter(({ kind }) => kind !== 'workspace')
    .toSorted((one, other) => Number(other.kind === 'organisation') - Number(one.kind === 'organisation'))
    .map(({ document }) => document.tools?.web?.search)
    .find((settings) => settings !== undefined)
  if (search === undefined) return undefined
  const { provider, endpoint, keyFrom } = search
  const key = keyFrom === undefined ? undefined : environment[keyFrom]
  return { provider, ...(endpoint !== undefined && { endpoint }), ...(key !== undefined && { key }) }
}

/**
 * The hosts that a tool contacts besides those of its input, from the configuration; empty where they are not known.
 */
export function configuredContacts(
  tool: string,
  sources: readonly ConfigSource[],
): { readonly contacts?: readonly string[] } {
  if (findBuiltInTool(tool)?.name !== 'WebSearch') return {}
  const options = searchOptions(sources, {})
  // Without one, `tools` need not be loaded.
  if (options === undefined) return {}
  const contacts = searchContacts(options)
  return contacts.length === 0 ? {} : { contacts }
}
