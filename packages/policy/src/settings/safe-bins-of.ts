import { DEFAULT_SAFE_BINS } from '../commands/safe-bins.ts'
import type { PolicyLayer } from '../layer.ts'

/** The latest list of the layers that may loosen, without what another layer leaves out. */
export function safeBinsOf(layers: readonly PolicyLayer[]): readonly string[] {
  const lists = layers.flatMap(({ exec, mayLoosen }) => (exec?.safeBins ? [{ list: exec.safeBins, mayLoosen }] : []))
  const own = lists.findLast(({ mayLoosen }) => mayLoosen)?.list ?? DEFAULT_SAFE_BINS
  const others = lists.filter(({ mayLoosen }) => !mayLoosen)
  return own.filter((name) => others.every(({ list }) => list.includes(name)))
}
