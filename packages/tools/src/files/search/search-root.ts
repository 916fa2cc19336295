import type { ToolContext } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { demandAllowed } from '../place/open-file.ts'
import { findFile, openFile, type OpenFile } from '../place/place.ts'
import { readToolPath } from '../place/read-tool-path.ts'
import { showPath } from '../show-path.ts'

/** The folder or the file that is searched, held. */
export interface SearchRoot {
  readonly file: OpenFile
  readonly isFile: boolean
  /** How a path below it is written in an answer: as the call named the root. */
  shown(path: string): string
}

/** @param named as the call names it; `undefined` for the working directory */
export function openSearchRoot(named: string | undefined, context: ToolContext): SearchRoot {
  const path = readToolPath(named ?? '.', context)
  const file = openFile(path, 'follow')
  try {
    if (file.kind === 'other' || file.isMadeUp()) throw specialError(named ?? path)
    demandAllowed(file.real, ['read'], context)
  } catch (error) {
    file.close()
    throw error
  }
  const prefix = named === undefined || /^(?:\.\/*)*$/.test(named) ? '' : named.replace(/\/+$/, '')
  return {
    file,
    isFile: file.kind === 'file',
    shown: (below) =>
      below === '' ? (named ?? '.') : named?.startsWith('/') || prefix !== '' ? `${prefix}/${below}` : below,
  }
}

/** Where a path below the root lies, when nothing on the way is a link. */
export const realBelow = (root: SearchRoot, path: string): string =>
  path === '' ? root.file.real : `${root.file.real === '/' ? '' : root.file.real}/${path}`

/**
 * Holds a file that a search met; `null` when it is no longer there, no longer a file, lies behind a link, or may not be
 * read.
 */
export function holdFound(root: SearchRoot, path: string, context: ToolContext): OpenFile | null {
  let file: OpenFile | null = null
  try {
    file = path === '' ? openFile(root.file.real, 'hold-link') : findFile(root.file.entry(path), 'hold-link')
    if (file === null) return null
    const isSameFolder =
      file.kind === 'file' &&
      file.real === realBelow(root, path) &&
      context.files.allows(file.real, 'read') &&
      !file.isMadeUp()
    if (isSameFolder) return file
  } catch {
    // The file was moved while it was searched: it is left out.
  }
  file?.close()
  return null
}

function specialError(named: string): FileToolError {
  const message = `${showPath(named)} is no folder and no regular file`
  return new FileToolError(message, {
    code: 'FILE_SPECIAL',
    remedy: 'Search a folder or a file; use exec for what the system makes up.',
  })
}
