import type { ToolContext } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { demandAllowed } from '../place/open-file.ts'
import { findPlace, openPlace, type Place } from '../place/place.ts'
import { readToolPath } from '../place/read-tool-path.ts'
import { showPath } from '../show-path.ts'

/** The folder or the file that is searched, held. */
export interface SearchRoot {
  readonly place: Place
  readonly isFile: boolean
  /** How a path below it is written in an answer: as the call named the root. */
  shown(path: string): string
}

/** @param named as the call names it; `undefined` for the working directory */
export function openSearchRoot(named: string | undefined, context: ToolContext): SearchRoot {
  const path = readToolPath(named ?? '.', context)
  const place = openPlace(path, 'follow')
  try {
    if (place.kind === 'other' || place.isMadeUp()) throw specialError(named ?? path)
    demandAllowed(place.real, ['read'], context)
  } catch (error) {
    place.close()
    throw error
  }
  const prefix = named === undefined || /^(?:\.\/*)*$/.test(named) ? '' : named.replace(/\/+$/, '')
  return {
    place,
    isFile: place.kind === 'file',
    shown: (below) =>
      below === '' ? (named ?? '.') : named?.startsWith('/') || prefix !== '' ? `${prefix}/${below}` : below,
  }
}

/** Where a path below the root lies, when nothing on the way is a link. */
export const realBelow = (root: SearchRoot, path: string): string =>
  path === '' ? root.place.real : `${root.place.real === '/' ? '' : root.place.real}/${path}`

/**
 * Holds a file that a search met; `null` when it is no longer there, no longer a file, lies behind a link, or may not be
 * read.
 */
export function holdFound(root: SearchRoot, path: string, context: ToolContext): Place | null {
  let place: Place | null = null
  try {
    place = path === '' ? openPlace(root.place.real, 'hold-link') : findPlace(root.place.entry(path), 'hold-link')
    if (place === null) return null
    const isMeant =
      place.kind === 'file' &&
      place.real === realBelow(root, path) &&
      context.files.allows(place.real, 'read') &&
      !place.isMadeUp()
    if (isMeant) return place
  } catch {
    // Whoever moves things about while they are searched finds less.
  }
  place?.close()
  return null
}

function specialError(named: string): FileToolError {
  const message = `${showPath(named)} is no folder and no regular file`
  return new FileToolError('FILE_SPECIAL', message, 'Search a folder or a file; use exec for what the system makes up.')
}
