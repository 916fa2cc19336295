const isThorough = process.env['POUNDLOCK_THOROUGH'] === '1'

/**
 * How often something random is tried, or how many of many cases: all of them in a thorough run, as CI makes them
 * (`POUNDLOCK_THOROUGH=1`), and a fifth of them where somebody waits for the answer.
 *
 * @param thorough how many in a thorough run
 */
export const tries = (thorough: number): number => (isThorough ? thorough : Math.max(1, Math.ceil(thorough / 5)))

/**
 * The share of cases that belongs to this run: all of them in a thorough one, else every fifth, evenly spread.
 *
 * @param first where to begin, for tables that are tried in several ways: so each way has other rows
 */
export const someOf = <T>(cases: readonly T[], first = 0): readonly T[] =>
  isThorough ? cases : cases.filter((_, index) => index % 5 === first % Math.min(5, cases.length))

/** The same, and the first case of each class, so that no class has none. */
export function someOfEach<T>(cases: readonly T[], classOf: (one: T) => unknown): readonly T[] {
  const seen = new Set<unknown>()
  return cases.filter((one, index) => {
    const own = classOf(one)
    const isFirst = !seen.has(own)
    seen.add(own)
    return isThorough || isFirst || index % 5 === 0
  })
}
