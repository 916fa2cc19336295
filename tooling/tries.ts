/**
 * How often something random is tried, or how many of many cases: all of them in a thorough run, as CI makes them
 * (`POUNDLOCK_THOROUGH=1`), and a fifth of them where somebody waits for the answer.
 *
 * @param thorough how many in a thorough run
 */
export const tries = (thorough: number): number =>
  process.env['POUNDLOCK_THOROUGH'] === '1' ? thorough : Math.max(1, Math.ceil(thorough / 5))

/** The share of cases that belongs to this run: all of them in a thorough one, else every fifth, evenly spread. */
export const someOf = <T>(cases: readonly T[]): readonly T[] =>
  process.env['POUNDLOCK_THOROUGH'] === '1' ? cases : cases.filter((_, index) => index % 5 === 0)
