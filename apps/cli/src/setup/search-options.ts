import type { ConfigSource } from '@poundlock/config'
import type { WebSearchOptions } from '@poundlock/tools'

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
