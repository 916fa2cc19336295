import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { ownershipProblem } from '@poundlock/state-files/node'
import { ConfigError } from '../config-error.ts'
import type { ConfigSource } from '../config-source.ts'
import { MAX_CONFIG_LENGTH, parseConfig } from '../document/parse-config.ts'

/**
 * Reads a configuration file, or returns `null` when there is none.
 *
 * A user's or an organisation's file that others can write or own is refused, and so is one in such a folder.
 *
 * @param options.vouchedFor skips that, for a file which the user has named
 * @throws ConfigError `CONFIG_UNREADABLE`, `CONFIG_INVALID`
 */
export function readConfigFile(
  file: string,
  kind: ConfigSource['kind'],
  options: {
    readonly vouchedFor?: boolean
    /** Whether the user has trusted a file with this content. */
    readonly isTrusted?: (bytes: Uint8Array) => boolean
  } = {},
): ConfigSource | null {
  let descriptor: number
  try {
    // Not blocking: a pipe in the place of the file would be waited for.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      // Without this, a policy that lies on a disk which is not mounted would be no policy.
      const dangling = [file, dirname(file)].find(isLinkToNothing)
      if (code === 'ENOENT' && dangling !== undefined) {
        throw ConfigError.unreadable(dangling, 'is a link to nothing', 'Correct or remove the link.', error)
      }
      return null
    }
    throw ConfigError.unreadable(
      file,
      `cannot be opened (${code})`,
      'Check its permissions and those of its folder.',
      error,
    )
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) throw ConfigError.unreadable(file, 'is not a regular file', 'Put a file there, or nothing.')
    if (kind !== 'workspace' && !options.vouchedFor) {
      refuseForeign(file, stat)
      refuseForeign(dirname(file), statSync(dirname(file)))
    }
    if (stat.size > MAX_CONFIG_LENGTH) {
      throw ConfigError.unreadable(file, `has ${stat.size} bytes`, `Keep it below ${MAX_CONFIG_LENGTH} bytes.`)
    }
    const bytes = readFileSync(descriptor)
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch (error) {
      throw ConfigError.unreadable(file, 'is not UTF-8', 'Save it as UTF-8.', error)
    }
    return { kind, ...parseConfig(text, file), ...(options.isTrusted?.(bytes) === true && { trusted: true }) }
  } finally {
    closeSync(descriptor)
  }
}

function isLinkToNothing(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() && statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

function refuseForeign(path: string, stats: Stats): void {
  const kind = stats.isDirectory() ? 'folder' : 'file'
  const problem = ownershipProblem(path, stats, kind, 'obeyed', { privateGroup: process.getgid?.() })
  if (problem !== null) throw ConfigError.unreadable(path, problem.problem, problem.remedy)
}
