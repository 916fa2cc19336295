import { SECRET_PLACES } from '@poundlock/spec'

/** A path that commands never see, and why. */
export interface HiddenPath {
  /** Absolute. */
  readonly path: string
  /** What lies there, for people. */
  readonly reason: string
}

/** Folders and files of secrets, hidden even when a wider path is visible: for example when the workspace is the home. */
export function defaultHiddenPaths(home: string): readonly HiddenPath[] {
  return SECRET_PLACES.map(({ path, reason }) => ({ path: path.startsWith('/') ? path : `${home}/${path}`, reason }))
}
