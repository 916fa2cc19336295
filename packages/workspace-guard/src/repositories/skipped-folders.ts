/** Folders that package managers make and remove; they are not searched for repositories. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.pnpm-store',
])

/** True when a path leads through such a folder. */
export const leadsThroughSkipped = (path: string): boolean => path.split('/').some((part) => SKIPPED_FOLDERS.has(part))
