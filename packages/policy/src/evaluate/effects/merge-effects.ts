import type { PlannedEffects } from './evaluate-effect-rules.ts'

const NOTHING: PlannedEffects = { effects: [], known: true, runsCode: null }

/** What several lines do together. */
export function mergeEffects(all: readonly PlannedEffects[]): PlannedEffects {
  const [first = NOTHING, ...others] = all
  return others.reduce(
    (one, other) => ({
      ...one,
      ...other,
      effects: [...one.effects, ...other.effects],
      known: one.known && other.known,
      runsCode: one.runsCode ?? other.runsCode,
      runsUnseen: one.runsUnseen ?? other.runsUnseen ?? null,
    }),
    first,
  )
}

/** Of a line that is not read. */
export const NOT_KNOWN: PlannedEffects = { ...NOTHING, known: false }
