import type { Cell, Program } from '../loader/program.ts'
import { errno } from '../system-calls/errno.ts'
import { CURRENT_FOLDER, holdExactly, OPEN_FLAG } from './file-calls.ts'

/** Flags of mount(2). Source: Linux `include/uapi/linux/mount.h`. */
const MOUNT_FLAG = { noSetId: 2, noDevices: 4, noExecute: 8, bind: 4096, recursive: 16384 } as const

/** Attributes of mount_setattr(2): they are added to those a mount has, which mount(2) could not do. */
const ATTRIBUTE_BITS = { readOnly: 1, noSetId: 2, noDevices: 4, noExecute: 8 } as const
export type MountAttribute = keyof typeof ATTRIBUTE_BITS

/** `AT_RECURSIVE`: with every mount below. */
const RECURSIVELY = 0x8000
/** `AT_EMPTY_PATH`: what the descriptor holds itself. */
const ITSELF = 0x1000
/** `OPEN_TREE_CLONE` */
const CLONE_TREE = 1
/** `MOVE_MOUNT_F_EMPTY_PATH`, `MOVE_MOUNT_T_EMPTY_PATH` */
const BETWEEN_DESCRIPTORS = 0x04 | 0x40
/** Holds the place of a mount while it is made: only the first argument of a call can be known as late as that. */
const TARGET_DESCRIPTOR = 21

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
  const flags = MOUNT_FLAG.noSetId | (type === 'tmpfs' || type === 'proc' ? MOUNT_FLAG.noDevices : 0)
  const execute = type === 'tmpfs' ? 0 : MOUNT_FLAG.noExecute
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
  program.call('mount', ['overlay', target, 'overlay', MOUNT_FLAG.noSetId | MOUNT_FLAG.noDevices, data], { does })
}

/** Shows a file or folder, with every mount below it, at another place. */
export function bind(program: Program, source: string, target: string, options: MountOptions): void {
  program.call('mount', [source, target, 0, MOUNT_FLAG.bind | MOUNT_FLAG.recursive, 0], {
    does: options.does,
    ...tolerance(options),
  })
}

/**
 * Shows a file or folder, with every mount below it, at another place or over itself, with these attributes.
 *
 * Another contained command may be changing the folders of either path. So each is first opened as a descriptor, with
 * no link on its way, and the descriptor is mounted: a link that is put there a moment later has no effect.
 */
export function bindExactly(
  program: Program,
  source: string,
  target: string,
  attributes: readonly MountAttribute[],
  does: string,
): void {
  const from = holdExactly(program, source, does)
  const targetHandle = source === target ? from : holdExactly(program, target, does)
  bindDescriptor(program, from, targetHandle, attributes, does)
}

/** The same for descriptors that are open already; both are closed. */
export function bindDescriptor(
  program: Program,
  from: Cell,
  targetHandle: Cell,
  attributes: readonly MountAttribute[],
  does: string,
): void {
  const tree = program.cell()
  program.call('open_tree', [0, '', CLONE_TREE | OPEN_FLAG.closeOnExec | RECURSIVELY | ITSELF], {
    does,
    firstFrom: from,
    store: tree,
  })
  if (attributes.length > 0) {
    const flags = RECURSIVELY | ITSELF
    program.call('mount_setattr', [0, '', flags, describe(program, attributes), ATTRIBUTE_BYTES], {
      does,
      firstFrom: tree,
    })
  }
  program.call('dup3', [0, TARGET_DESCRIPTOR, OPEN_FLAG.closeOnExec], { does, firstFrom: targetHandle })
  program.call('move_mount', [0, '', TARGET_DESCRIPTOR, '', BETWEEN_DESCRIPTORS], { does, firstFrom: tree })
  for (const handle of new Set([from, targetHandle, tree])) program.call('close', [0], { does, firstFrom: handle })
}

/** Adds attributes to a mount, and to all below it unless `alone`. */
export function restrict(
  program: Program,
  target: string,
  attributes: readonly MountAttribute[],
  options: MountOptions & { readonly alone?: boolean },
): void {
  const flags = options.alone === true ? 0 : RECURSIVELY
  program.call('mount_setattr', [CURRENT_FOLDER, target, flags, describe(program, attributes), ATTRIBUTE_BYTES], {
    does: options.does,
    ...tolerance(options),
  })
}

const ATTRIBUTE_BYTES = 32

/** The address of a `struct mount_attr` that adds these. */
function describe(program: Program, attributes: readonly MountAttribute[]): number {
  return program.words([attributes.reduce((sum, name) => sum | ATTRIBUTE_BITS[name], 0), 0, 0, 0])
}
