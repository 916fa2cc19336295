import type { LoadedConfig } from '@poundlock/config/node'

/** Whether what commands print is recorded: any file can want it, also that of a repository, and none can undo it. */
export const recordsAll = ({ sources }: Pick<LoadedConfig, 'sources'>, agent: string): boolean =>
  sources.some(({ document: { tools, agents } }) => {
    const own = (agents?.list ?? []).filter(({ id }) => id === agent).map((entry) => entry.tools)
    return [...own, agents?.defaults?.tools, tools].some((settings) => settings?.exec?.record === true)
  })
