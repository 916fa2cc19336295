/** Parts of an expression that match no line feed, and look at none: characters, classes of such, groups, repetitions. */
const WITHIN_LINES =
  /^(?:\(\?i\))?(?:[^\\[().^$?*+{\n]|\\(?:[dwSbBtrfv]|[^\w\s])|\[(?:[^\\[\]^&~\-\n]|[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|\\[dwtr])+\]|\((?!\?)|\(\?:|\)|[?*+]|\{\d+(?:,\d*)?\})*$/u

/**
 * Whether a pattern could match a line feed, or look at one. Where it could not, ripgrep goes line by line though
 * `--multiline` is set: it counts lines then, and reads a file in parts. Source: crate `grep-regex`, `non_matching_bytes`.
 *
 * @returns true also where that is not certain
 */
export function takesLineFeed(pattern: string): boolean {
  if (!WITHIN_LINES.test(pattern)) return true
  try {
    new RegExp(pattern.replace(/^\(\?i\)/, ''), 'u')
    return false
  } catch {
    return true
  }
}
