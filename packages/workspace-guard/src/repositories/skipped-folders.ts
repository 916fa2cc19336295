/** Folders that package managers make and remove; they are not searched for repositories. */
export const skippedFolders: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.pnpm-store',
])

/** True when a path leads through such a folder. */
export const leadsThroughSkipped = (path: string): boolean => path.split('/').some((part) => skippedFolders.has(part))
