import { type BigIntStats, constants, fstatSync, lstatSync } from 'node:fs'

/** `O_PATH`: a descriptor that only names a place. Source: Linux `include/uapi/asm-generic/fcntl.h`. */
const PATH_ONLY = 0o10000000

/** Whether an open file can be named by its descriptor (`/proc/self/fd`), so that its path can be replaced meanwhile. */
export const namesDescriptors = (): boolean => process.platform === 'linux'

/** The flags that open an entry only to name it. Elsewhere than on Linux the entry has to be readable. */
export const nameOnly = (): number => (namesDescriptors() ? PATH_ONLY : constants.O_RDONLY | constants.O_NONBLOCK)

/**
 * A path that leads to an open file or folder. On Linux the path holds whatever happens to the folders above. Elsewhere
 * it is the path that was opened, checked at this moment: between the check and its use it can be replaced.
 *
 * @throws where another file is at the path by now
 */
export function pathOfOpen(descriptor: number, path: string): string {
  if (namesDescriptors()) return `/proc/self/fd/${String(descriptor)}`
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (found !== undefined && isSame(found, fstatSync(descriptor, { bigint: true }))) return path
  throw Object.assign(new Error(`${path} was replaced while it was open`), { code: 'ESTALE', path })
}

const isSame = (one: BigIntStats, other: BigIntStats): boolean => one.ino === other.ino && one.dev === other.dev
