import { readlinkSync } from 'node:fs'
import { posix } from 'node:path'
import type { ToolContext, ToolFileAccess } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { showPath } from '../show-path.ts'
import { makeFolder, type MadeFolder } from './make-folder.ts'
import { findFile, openFile, type OpenFile } from './place.ts'

/** As many as Linux follows (path_resolution(7)). */
const MOST_LINKS = 40

/** A place in a folder that is held, where a file is or can be. */
export interface Target {
  /** As it was named, absolute. */
  readonly path: string
  readonly folder: OpenFile
  readonly name: string
  /** Where it lies, or will. */
  readonly real: string
  /** The existing file. */
  readonly file: OpenFile | null
  /** Takes back the folders that were made for it, as far as they are empty. */
  abandon(): void
  close(): void
}

/**
 * Holds an existing file that may be used so, by where it really lies.
 *
 * @param path absolute and normalised
 * @throws FileToolError, what the rules say, or what the system says
 */
export function openTarget(
  path: string,
  accesses: readonly ToolFileAccess[],
  context: ToolContext,
): Target & { readonly file: OpenFile } {
  const target = findTarget(path, accesses, context, (folder) => openFile(folder, 'follow'), [])
  if (target.file !== null) return { ...target, file: target.file }
  target.close()
  const message = `${showPath(path)} does not exist`
  throw new FileToolError(message, { code: 'FILE_NOT_FOUND', remedy: 'Look with glob_search for the right path.' })
}

/** The same for a file that may not be there yet: the folders on the way to it are made. */
export function openOrMakeTarget(path: string, accesses: readonly ToolFileAccess[], context: ToolContext): Target {
  const made: MadeFolder[] = []
  const openFolder = (folder: string, name: string) =>
    makeFolder(folder, made, (parent, rest) => demandAllowed(posix.join(parent, rest, name), accesses, context))
  try {
    return findTarget(path, accesses, context, openFolder, made)
  } catch (error) {
    for (const folder of made.toReversed()) {
      folder.remove()
      folder.close()
    }
    throw error
  }
}

/**
 * Follows the links at the end of a path, and asks the rules where each step lies and where the file does.
 *
 * @param openFolder holds the folder of a path, and makes it where that is wanted
 */
function findTarget(
  path: string,
  accesses: readonly ToolFileAccess[],
  context: ToolContext,
  openFolder: (path: string, name: string) => OpenFile,
  made: readonly MadeFolder[],
): Target {
  let current = path
  for (let links = 0; links <= MOST_LINKS; links++) {
    const name = posix.basename(current)
    if (name === '' || name === '.' || name === '..') throw folderError(path)
    const folder = openFolder(posix.dirname(current), name)
    let file: OpenFile | null = null
    try {
      if (folder.kind !== 'folder') throw notFolderError(path)
      const real = posix.join(folder.real, name)
      demandAllowed(real, accesses, context)
      file = findFile(folder.entry(name), 'hold-link')
      if (file?.kind === 'link') {
        const leadsTo = readlinkSync(folder.entry(name))
        current = leadsTo.startsWith('/') ? leadsTo : `${folder.real}/${leadsTo}`
      } else {
        if (file !== null) demandFile(file, path)
        // A file system that does not tell small letters from capitals knows the file by another name.
        if (file !== null && file.real !== real) demandAllowed(file.real, accesses, context)
        return targetOf({ path, folder, name, real, file, made })
      }
    } catch (error) {
      folder.close()
      file?.close()
      throw error
    }
    folder.close()
    file.close()
  }
  throw new FileToolError(`${showPath(path)} leads through symbolic links without an end`, {
    code: 'FILE_PATH',
    remedy: 'Name the file itself.',
  })
}

function targetOf({
  path,
  folder,
  name,
  real,
  file,
  made,
}: Pick<Target, 'path' | 'folder' | 'name' | 'real' | 'file'> & { readonly made: readonly MadeFolder[] }): Target {
  return {
    path,
    folder,
    name: file === null ? name : posix.basename(file.real),
    real: file?.real ?? real,
    file,
    abandon() {
      for (const one of made.toReversed()) one.remove()
    },
    close() {
      folder.close()
      file?.close()
      for (const one of made) one.close()
    },
  }
}

/** @throws what the rules say of a file that may not be used so */
export function demandAllowed(real: string, accesses: readonly ToolFileAccess[], { files }: ToolContext): void {
  for (const access of accesses) if (!files.allows(real, access)) throw files.refusal(real, access)
}

function demandFile(file: OpenFile, path: string): void {
  if (file.kind === 'folder') throw folderError(path)
  if (file.kind !== 'file') {
    const message = `${showPath(path)} is a device, a pipe or a socket`
    throw new FileToolError(message, { code: 'FILE_SPECIAL', remedy: 'Use exec if it has to be read or written.' })
  }
  if (file.isMadeUp()) {
    const message = `${showPath(path)} is made up by the system when it is read`
    throw new FileToolError(message, {
      code: 'FILE_SPECIAL',
      remedy: 'Use exec, such as cat, which sees what belongs to the command.',
    })
  }
}

function folderError(path: string): FileToolError {
  const message = `${showPath(path)} is a folder`
  return new FileToolError(message, {
    code: 'FILE_FOLDER',
    remedy: 'Name a file; glob_search lists what a folder holds.',
  })
}

function notFolderError(path: string): FileToolError {
  const message = `${showPath(path)} lies below something that is not a folder`
  return new FileToolError(message, { code: 'FILE_NOT_FOUND', remedy: 'Look with glob_search for the right path.' })
}
