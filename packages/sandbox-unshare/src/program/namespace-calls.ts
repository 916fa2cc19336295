import type { Slot, Program } from '../loader/program.ts'
import { writeText } from './file-calls.ts'
import { dropCapabilities } from './privilege-calls.ts'

/** Flags of unshare(2), by the names that a status uses. Source: Linux `include/uapi/linux/sched.h`. */
const NAMESPACE_FLAGS = {
  user: 0x1000_0000,
  mount: 0x0002_0000,
  pid: 0x2000_0000,
  ipc: 0x0800_0000,
  uts: 0x0400_0000,
  cgroup: 0x0200_0000,
  net: 0x4000_0000,
} as const

export type Namespace = keyof typeof NAMESPACE_FLAGS

/** `SIGCHLD`: a plain fork. */
export const FORK_FLAGS = 17
/** `__WALL`: children of every kind. */
export const EVERY_CHILD = 0x4000_0000
/** `MS_REC`, `MS_PRIVATE`. */
const PRIVATELY = 0x4000 | 0x4_0000

/** Adds calls that make the namespaces. In the new user namespace the user has number 0, until the command gets its own. */
export function makeNamespaces(
  program: Program,
  names: readonly Namespace[],
  user: { readonly uid: number; readonly gid: number },
): void {
  const flags = names.reduce((sum, name) => sum | NAMESPACE_FLAGS[name], 0)
  program.call('unshare', [flags], { does: `make namespaces (${names.join(', ')})` })
  writeText(program, '/proc/self/setgroups', 'deny', { does: 'fix the groups' })
  writeText(program, '/proc/self/uid_map', `0 ${String(user.uid)} 1`, { does: 'map the user' })
  writeText(program, '/proc/self/gid_map', `0 ${String(user.gid)} 1`, { does: 'map the group' })
  program.call('mount', ['none', '/', 0, PRIVATELY, 0], { does: 'keep mounts to the sandbox' })
}

/** Adds calls after which mounts are seen by this process and its children only; it takes root. */
export function makeOwnMounts(program: Program, does: string): void {
  program.call('unshare', [NAMESPACE_FLAGS.mount], { does })
  program.call('mount', ['none', '/', 0, PRIVATELY, 0], { does })
}

/** Adds a fork. The parent goes on with the next step and later waits at `wait`; the child goes on at `child`. */
export function fork(program: Program, child: Slot, wait: Slot): void {
  program.call('clone', [FORK_FLAGS, 0, 0, 0, 0], {
    does: 'fork',
    store: { matchOf: wait },
    when: { result: 0, goTo: child },
  })
}

/** Adds a wait for the forked child, which also reaps other children. */
export function waitFor(program: Program, wait: Slot, statusAddress: number): void {
  const ended = program.slot()
  program.reach(wait)
  program.call('wait4', [-1, statusAddress, EVERY_CHILD, 0], {
    does: 'wait for the command',
    when: { result: 0, goTo: ended },
    goTo: wait,
  })
  program.reach(ended)
}

/** Adds the end of a process that only waited. */
export function end(program: Program): void {
  program.call('exit_group', [0], { does: 'end' })
}

/** Adds calls by which a waiting process gives up its streams and privileges. */
export function becomeWaiter(program: Program, descriptors: readonly (readonly [first: number, last: number])[]): void {
  dropCapabilities(program)
  for (const [first, last] of descriptors) {
    program.call('close_range', [first, last, 0], { does: 'leave the streams to the command' })
  }
}
