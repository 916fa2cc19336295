import { posix } from 'node:path'
import type { ToolContext } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { showPath } from '../show-path.ts'

/** Source: Linux `include/uapi/linux/limits.h`, PATH_MAX, with its NUL. */
const LONGEST_PATH_BYTES = 4095

/**
 * The absolute path of an input. `.` and `..` are resolved in the text, before any link is followed, as the policy
 * does.
 *
 * @throws FileToolError `FILE_PATH` for text that could name more than one file, or none
 */
export function readToolPath(text: string, { cwd, home }: Pick<ToolContext, 'cwd' | 'home'>): string {
  const problem = problemOf(text)
  if (problem !== null) {
    throw new FileToolError(`the path ${showPath(text)} ${problem[0]}`, { code: 'FILE_PATH', remedy: problem[1] })
  }
  const whole = text === '~' || text.startsWith('~/') ? home + text.slice(1) : text
  const path = posix.normalize(whole.startsWith('/') ? whole : `${cwd}/${whole}`).replace(/^\/+/, '/')
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

/** The same for the path of a file. */
export function readFilePath(text: string, context: Pick<ToolContext, 'cwd' | 'home'>): string {
  const path = readToolPath(text, context)
  if (/(?:^|\/)\.{0,2}$/.test(text) || text === '~' || path === '/') {
    throw new FileToolError(`the path ${showPath(text)} names a folder`, {
      code: 'FILE_FOLDER',
      remedy: 'Name a file in it.',
    })
  }
  return path
}

function problemOf(text: string): readonly [problem: string, remedy: string] | null {
  if (text.trim() === '') return ['is empty', 'Name a file.']
  if (text.includes('\0')) return ['has a NUL character', 'Leave it out: no file name can hold one.']
  if (!text.isWellFormed()) return ['is not well-formed text', 'Write the name as the folder lists it.']
  if (/^~[^/]/.test(text)) return ['names the home folder of another user', 'Write the whole path, or ./~… for a name.']
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text))
    return ['is an address', 'Write the path of a file; WebFetch takes addresses.']
  if (Buffer.byteLength(text) > LONGEST_PATH_BYTES) return ['is longer than the system takes', 'Use shorter names.']
  return null
}
