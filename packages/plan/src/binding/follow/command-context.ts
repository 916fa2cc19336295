/** Where a command starts, and by what it was found. */
export interface CommandPlaces {
  /** Absolute: where it may work. */
  readonly places: readonly string[]
  /** Those of them that words name. */
  readonly given: readonly string[]
  /** Whether it runs code, or may. */
  readonly runs: boolean
  readonly depth: number
}
