const FORGE = 'https://github.com/poundlock/poundlock'

/** The address of a file or folder of the repository, for pages that are read elsewhere. */
export const addressOf = (path: string, kind: 'blob' | 'tree' = 'blob'): string => `${FORGE}/${kind}/main/${path}`

/**
 * What the manifest of a published package says about where it comes from.
 *
 * @param folder relative to the root of the workspace, such as `packages/policy`
 */
export const originOf = (folder: string) => ({
  homepage: `${addressOf(folder, 'tree')}#readme`,
  bugs: { url: `${FORGE}/issues` },
  license: 'MIT',
  author: 'Poundlock contributors',
  repository: { type: 'git', url: `git+${FORGE}.git`, directory: folder },
})
