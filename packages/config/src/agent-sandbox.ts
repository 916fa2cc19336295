import type { ConfigSource } from './config-source.ts'
import type { ConfigDocument } from './schema.ts'

type Sandbox = NonNullable<ConfigDocument['sandbox']>

/** A part of a file that speaks of the sandbox, and where it stands. */
interface Level {
  readonly pointer: string
  readonly sandbox: Sandbox
}

/** Lists to which each level adds; of everything else the more specific level holds. */
const ADDED_LISTS = ['readPaths', 'writePaths', 'hiddenPaths', 'protectedPaths'] as const

/**
 * A source as one agent sees it: `sandbox` holds what the file says of every agent, overlaid with `agents.defaults.sandbox`
 * and then with the agent's own entry, where one is named. Lists of paths and binds add up. The origin of a value is the level that set it.
 */
export function sourceForAgent<Source extends ConfigSource>(from: Source, agent?: string): Source {
  const levels = levelsFor(from.document, agent)
  if (levels.every(({ pointer }) => pointer === '/sandbox')) return from
  const { source } = from
  return {
    ...from,
    document: { ...from.document, sandbox: levels.map(({ sandbox }) => sandbox).reduce(overlay, {}) },
    source: {
      ...source,
      locate: (pointer) => {
        const path = pointer.split('/').slice(2)
        if (!pointer.startsWith('/sandbox/')) return source.locate(pointer)
        const setting = levels.filter(({ sandbox }) => isSet(sandbox, path))
        const adds = ADDED_LISTS.some((key) => key === path[0]) || path.join('/') === 'docker/binds'
        const named = adds ? setting : setting.slice(-1)
        return named.map((level) => source.locate([level.pointer, ...path].join('/'))).join(', ')
      },
    },
  }
}

function levelsFor({ sandbox, agents }: ConfigDocument, agent?: string): readonly Level[] {
  const entries = agents?.list ?? []
  return [
    { pointer: '/sandbox', sandbox },
    { pointer: '/agents/defaults/sandbox', sandbox: agents?.defaults?.sandbox },
    ...entries.flatMap((entry, index) =>
      entry.id === agent ? [{ pointer: `/agents/list/${index}/sandbox`, sandbox: entry.sandbox }] : [],
    ),
  ].filter((level): level is Level => level.sandbox !== undefined)
}

function overlay(general: Sandbox, specific: Sandbox): Sandbox {
  const result: Sandbox = { ...general, ...specific }
  for (const key of ADDED_LISTS) {
    if (general[key] && specific[key]) result[key] = [...general[key], ...specific[key]]
  }
  if (general.limits && specific.limits) result.limits = { ...general.limits, ...specific.limits }
  if (general.docker && specific.docker) {
    const binds = [...(general.docker.binds ?? []), ...(specific.docker.binds ?? [])]
    result.docker = { ...general.docker, ...specific.docker, ...(binds.length > 0 && { binds }) }
  }
  return result
}

function isSet(sandbox: Sandbox, path: readonly string[]): boolean {
  let value: unknown = sandbox
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    value = (value as Record<string, unknown>)[key]
  }
  return value !== undefined
}
