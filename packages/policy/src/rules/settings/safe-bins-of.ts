import type { PolicyLayer } from '../../model/layer.ts'
import { DEFAULT_SAFE_BINS, type SafeBins } from '../programs/safe-bins.ts'

/** The latest list of the layers that may loosen, without what another layer leaves out, and their profiles. */
export function safeBinsOf(layers: readonly PolicyLayer[]): SafeBins {
  const lists = layers.flatMap(({ exec, mayLoosen }) => (exec?.safeBins ? [{ list: exec.safeBins, mayLoosen }] : []))
  const own = lists.findLast(({ mayLoosen }) => mayLoosen)?.list ?? DEFAULT_SAFE_BINS
  const others = lists.filter(({ mayLoosen }) => !mayLoosen)
  const profiles = layers.flatMap(({ exec, mayLoosen }) =>
    mayLoosen ? Object.entries(exec?.safeBinProfiles ?? {}) : [],
  )
  return {
    names: own.filter((name) => others.every(({ list }) => list.includes(name))),
    profiles: new Map(profiles),
  }
}
