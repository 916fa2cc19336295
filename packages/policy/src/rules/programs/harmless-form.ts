/** Of a program whose effects alone do not tell harm from use: which of its forms need no rule. */
export type IsHarmless = (words: readonly (string | null)[], options: readonly string[]) => boolean

/** With no other options than those that fit. */
export const onlyWith =
  (allowed: RegExp): IsHarmless =>
  (_words, options) =>
    options.every((option) => allowed.test(option))

/** With none of these options. */
export const without =
  (...refused: readonly string[]): IsHarmless =>
  (_words, options) =>
    !options.some((option) => refused.includes(option))
