/**
 * A path relative to a workspace, one character a byte: names may hold any byte but NUL and a slash, and text that is
 * not UTF-8 must come back as it was. The workspace itself is the empty path.
 */
export type BytePath = string

/** The bytes of a path, as the system has them. */
export const bytesOf = (path: BytePath): Buffer => Buffer.from(path, 'latin1')
/** The path that bytes of the system are. */
export const pathOfBytes = (bytes: Uint8Array): BytePath => Buffer.from(bytes).toString('latin1')
/** The path that a text in UTF-8 is. */
export const pathOfText = (text: string): BytePath => Buffer.from(text, 'utf8').toString('latin1')

/** A path as text; bytes that are no UTF-8 become U+FFFD. */
export const textOfPath = (path: BytePath): string => bytesOf(path).toString('utf8')

/** The folder that holds it; `null` of the workspace itself. */
export function parentOf(path: BytePath): BytePath | null {
  if (path === '') return null
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}

/** The last part of a path. */
export const nameOf = (path: BytePath): BytePath => path.slice(path.lastIndexOf('/') + 1)
/** The path of an entry of a folder. */
export const joined = (folder: BytePath, name: BytePath): BytePath => (folder === '' ? name : `${folder}/${name}`)

/** True for `outer` itself and everything below it. */
export const isBelow = (path: BytePath, outer: BytePath): boolean =>
  outer === '' || path === outer || path.startsWith(`${outer}/`)

/** The folders above a path, outermost first, the workspace itself included. */
export function foldersAbove(path: BytePath): readonly BytePath[] {
  const folders: BytePath[] = []
  for (let folder = parentOf(path); folder !== null; folder = parentOf(folder)) folders.push(folder)
  return folders.toReversed()
}
