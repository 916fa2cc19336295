import type { Program } from '../loader/program.ts'
import { errno } from '../system-calls/errno.ts'
import { currentFolder } from './file-calls.ts'

/** Flags of mount(2). Source: Linux `include/uapi/linux/mount.h`. */
const mountFlag = { noSetId: 2, noDevices: 4, noExecute: 8, bind: 4096, recursive: 16384 } as const

/** Attributes of mount_setattr(2): they are added to those a mount has, which mount(2) could not do. */
const attributeBits = { readOnly: 1, noSetId: 2, noDevices: 4, noExecute: 8 } as const
export type MountAttribute = keyof typeof attributeBits

/** `AT_RECURSIVE`: with every mount below. */
const recursively = 0x8000

export interface MountOptions {
  readonly does: string
  /** Goes on when there is nothing at the path. */
  readonly optional?: boolean
}

const tolerance = (options: MountOptions): { tolerate?: number } =>
  options.optional === true ? { tolerate: errno('ENOENT') } : {}

/** A new file system without the right to gain privileges through it. */
export function mountNew(
  program: Program,
  type: 'tmpfs' | 'proc' | 'devpts',
  target: string,
  data: string,
  does: string,
): void {
  const flags = mountFlag.noSetId | (type === 'tmpfs' || type === 'proc' ? mountFlag.noDevices : 0)
  const execute = type === 'tmpfs' ? 0 : mountFlag.noExecute
  program.call('mount', [type, target, type, flags | execute, data === '' ? 0 : data], { does })
}

/** A folder whose writes go to another one. Its attributes are kept in those that a user may set. */
export function mountOverlay(
  program: Program,
  layers: { readonly lower: string; readonly upper: string; readonly work: string },
  target: string,
  does: string,
): void {
  const { lower, upper, work } = layers
  const data = `lowerdir=${lower},upperdir=${upper},workdir=${work},userxattr`
  program.call('mount', ['overlay', target, 'overlay', mountFlag.noSetId | mountFlag.noDevices, data], { does })
}

/** Shows a file or folder, with every mount below it, at another place. */
export function bind(program: Program, source: string, target: string, options: MountOptions): void {
  program.call('mount', [source, target, 0, mountFlag.bind | mountFlag.recursive, 0], {
    does: options.does,
    ...tolerance(options),
  })
}

/** Adds attributes to a mount, and to all below it unless `alone`. */
export function restrict(
  program: Program,
  target: string,
  attributes: readonly MountAttribute[],
  options: MountOptions & { readonly alone?: boolean },
): void {
  const bits = attributes.reduce((sum, name) => sum | attributeBits[name], 0)
  const description = program.words([bits, 0, 0, 0])
  const flags = options.alone === true ? 0 : recursively
  program.call('mount_setattr', [currentFolder, target, flags, description, 32], {
    does: options.does,
    ...tolerance(options),
  })
}
