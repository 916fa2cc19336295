/** True for a path in which something is a wildcard: `*`, `**`, `?`. */
export const hasWildcards = (path: string): boolean => /[*?]/.test(path)
