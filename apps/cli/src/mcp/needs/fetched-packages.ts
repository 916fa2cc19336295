import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, parseStrictJson } from '@poundlock/spec'
import { namesIn } from '@poundlock/state-files/node'

/** A larger lock file is known by its size. */
const LARGEST_FILE = 8 * 1024 * 1024

/**
 * The packages that npx or uvx fetched for a server into its home folder, each with its release. Of npx only those for
 * what the command line names, with all that they depend on and the digest of each.
 *
 * @param home the home folder of the server, which it may write
 */
export function fetchedPackages(home: string, args: readonly string[]): readonly string[] {
  const named = new Set(args.map((argument) => argument.replace(/^--package=/, '')))
  const npx = join(home, '.npm/_npx')
  const fromNpm = namesIn(npx).flatMap((name) => {
    const asked = memberOf(contentOf(join(npx, name, 'package.json')), '_npx', 'packages')
    if (!Array.isArray(asked) || !asked.some((one) => named.has(one))) return []
    const locked = memberOf(contentOf(join(npx, name, 'node_modules/.package-lock.json')), 'packages')
    if (!isObject(locked)) return [`${name}: no lock file`]
    return Object.entries(locked).map(
      ([path, entry]) => `${path} ${String(memberOf(entry, 'version'))} ${String(memberOf(entry, 'integrity'))}`,
    )
  })
  const uv = join(home, '.cache/uv/archive-v0')
  const fromUv = namesIn(uv).flatMap((name) => namesIn(join(uv, name)).filter((entry) => entry.endsWith('.dist-info')))
  return [...new Set([...fromNpm, ...fromUv])].toSorted()
}

const memberOf = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((found, key) => (isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined), value)

/** Opening a pipe in the place of the file would wait. */
function contentOf(file: string): unknown {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(descriptor)
      if (!stats.isFile() || stats.size > LARGEST_FILE) return stats.size
      return parseStrictJson(readFileSync(descriptor, 'utf8'))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
}
