import type { PolicyLayer } from '../../model/layer.ts'

/** `workspace` unless a layer that may loosen says otherwise and none that may not objects. */
export function readScopeOf(layers: readonly PolicyLayer[]): 'workspace' | 'all' {
  const scopes = layers.flatMap(({ files, mayLoosen }) =>
    files?.readScope ? [{ scope: files.readScope, mayLoosen }] : [],
  )
  if (scopes.some(({ scope, mayLoosen }) => !mayLoosen && scope === 'workspace')) return 'workspace'
  return scopes.findLast(({ mayLoosen }) => mayLoosen)?.scope ?? 'workspace'
}
