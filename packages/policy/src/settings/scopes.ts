import { DEFAULT_SAFE_BINS } from '../commands/safe-bins.ts'
import type { PolicyLayer } from '../layer.ts'

/** `workspace` unless a layer that may loosen says otherwise and none that may not objects. */
export function readScopeOf(layers: readonly PolicyLayer[]): 'workspace' | 'all' {
  const scopes = layers.flatMap(({ files, mayLoosen }) =>
    files?.readScope ? [{ scope: files.readScope, mayLoosen }] : [],
  )
  if (scopes.some(({ scope, mayLoosen }) => !mayLoosen && scope === 'workspace')) return 'workspace'
  return scopes.findLast(({ mayLoosen }) => mayLoosen)?.scope ?? 'workspace'
}

/** The latest list of the layers that may loosen, without what another layer leaves out. */
export function safeBinsOf(layers: readonly PolicyLayer[]): readonly string[] {
  const lists = layers.flatMap(({ exec, mayLoosen }) => (exec?.safeBins ? [{ list: exec.safeBins, mayLoosen }] : []))
  const own = lists.findLast(({ mayLoosen }) => mayLoosen)?.list ?? DEFAULT_SAFE_BINS
  const others = lists.filter(({ mayLoosen }) => !mayLoosen)
  return own.filter((name) => others.every(({ list }) => list.includes(name)))
}
