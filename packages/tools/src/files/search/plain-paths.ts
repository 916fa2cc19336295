/**
 * Plain paths: the file rules can answer for all of them at once (`ToolFiles.plainBelow`), since their names do not
 * fold to other names, are kept by every file system, and have no meaning in a shell. They can be written as globs, so
 * that ripgrep avoids all others itself.
 */

/** Names that are not plain: a character other than ASCII's visible ones and the blank, or one of `$`, `` ` ``, `\`. */
const ODD_GLOB = '{*[!] -#%-[^-_a-~]*,[ ]*,*[ .]}'

/** The same, for one name. */
const PLAIN_NAME = /^(?! )[\u0020-\u0023\u0025-\u005B\u005D-\u005F\u0061-\u007E]+(?<![ .])$/

/** Signs of an odd name in a list of names: a character, or a blank or dot at its beginning or end. */
const ODD_CHARACTER = /[^\0\u0020-\u0023\u0025-\u005B\u005D-\u005F\u0061-\u007E]/
const ODD_END = /(?:^|[\0/]) |[ .](?:[\0/]|$)/

/**
 * Tells whether all names of a relative path are plain, and none is reserved. A list comes folder by folder, so that the
 * folder of the path before is remembered.
 *
 * @param reserved in small letters
 */
export function compilePlainPaths(reserved: readonly string[]): (path: string) => boolean {
  const isPlain = (name: string) => PLAIN_NAME.test(name) && !reserved.includes(name.toLowerCase())
  let folder: string | null = null
  let isPlainFolder = false
  return (path) => {
    const end = path.lastIndexOf('/')
    if (end >= 0 && (folder === null || end !== folder.length || !path.startsWith(folder))) {
      folder = path.slice(0, end)
      isPlainFolder = folder.split('/').every(isPlain)
    }
    return (end < 0 || isPlainFolder) && isPlain(path.slice(end + 1))
  }
}

/**
 * Tells whether all of several paths are plain, with NUL between them: a tree has many, and hardly one that is not.
 *
 * @param reserved in small letters
 */
export function compileAllPlain(reserved: readonly string[]): (paths: string) => boolean {
  const names = reserved.map((name) => name.replaceAll(/[^a-z0-9]/g, String.raw`\$&`)).join('|')
  const isReserved = reserved.length === 0 ? null : new RegExp(`(?:^|[\\0/])(?:${names})(?=[\\0/]|$)`, 'i')
  return (paths) => !ODD_CHARACTER.test(paths) && !ODD_END.test(paths) && isReserved?.test(paths) !== true
}

/**
 * Options by which ripgrep skips files and folders without plain names; they come after other globs, so that they win.
 */
export function plainOnly(reserved: readonly string[]): readonly string[] {
  const names = reserved.map((name) => name.replaceAll(/[^a-z0-9.-]/g, String.raw`\$&`)).join(',')
  return [`--glob=!${ODD_GLOB}`, ...(names === '' ? [] : [`--iglob=!{${names}}`])]
}
