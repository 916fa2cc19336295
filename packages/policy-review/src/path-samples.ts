/** A name that no rule holds. */
export const FRESH = 'zz-unnamed'

/** What the patterns that are understood whole look like: no wildcard, or `/*` or `/**` at the end. */
const PLAIN_PATTERN = /^[^*?]+(?:\/\*\*?)?$/

/** Paths that no two of which fall on the same side of every pattern; and whether that is all there is to tell apart. */
export interface PathSamples {
  readonly paths: readonly string[]
  /** False when a pattern has wildcards inside, of which the samples are only some. */
  readonly isComplete: boolean
}

/**
 * Samples of absolute paths for patterns on them: each path that is named, each folder that is named, what lies in it,
 * and what lies deeper. Two paths that stand in the same relation to all of these get the same answer from every rule.
 */
export function samplePaths(patterns: readonly string[], base: { home: string; workspace: string }): PathSamples {
  const paths = new Set([`/${FRESH}`])
  let isComplete = true
  for (const pattern of [...patterns, base.workspace, base.home]) {
    const absolute = pattern.startsWith('~')
      ? base.home + pattern.slice(1)
      : pattern.startsWith('/')
        ? pattern
        : `${base.workspace}/${pattern}`
    if (!PLAIN_PATTERN.test(absolute)) isComplete = false
    const plain = absolute
      .replace(/\/\*\*?$/, '')
      .replaceAll('**', FRESH)
      .replaceAll('*', FRESH)
      .replaceAll('?', 'z')
    for (const path of [plain, `${plain}/${FRESH}`, `${plain}/${FRESH}/${FRESH}`, `${plain}${FRESH}`]) {
      paths.add(path.replaceAll(/\/{2,}/g, '/'))
    }
  }
  return { paths: [...paths], isComplete }
}
