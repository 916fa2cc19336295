import type { SystemCall } from '../system-calls/system-calls.ts'
import type { RefusedCalls } from './refused-calls.ts'

/** Also refused where a command has no namespaces of its own: calls that Landlock does not restrict. */
interface SharedHostCalls extends RefusedCalls {
  /** Only where the command may own files of the host; absent for always. */
  readonly from?: 'owner'
}

/** Source: landlock(7), "Current limitations": it judges neither metadata of files nor inter-process communication. */
export const SHARED_HOST_CALLS: readonly SharedHostCalls[] = [
  {
    reason: 'inter-process communication of the host, which no path leads to',
    error: 'ENOSYS',
    calls: [
      'shmget',
      'shmat',
      'shmctl',
      'semget',
      'semop',
      'semctl',
      'semtimedop',
      'msgget',
      'msgsnd',
      'msgrcv',
      'msgctl',
      'mq_open',
      'mq_unlink',
    ],
  },
  {
    reason: 'changes attributes of files outside',
    error: 'EOPNOTSUPP',
    calls: [
      'setxattr',
      'lsetxattr',
      'fsetxattr',
      'removexattr',
      'lremovexattr',
      'fremovexattr',
      'setxattrat',
      'removexattrat',
    ],
  },
  {
    reason: 'changes times of files outside; libc uses utimensat',
    error: 'ENOSYS',
    calls: ['utime', 'utimes', 'futimesat'],
  },
  {
    reason: 'changes modes and groups of files outside; by descriptor, of what may be opened, it can be done',
    error: 'EPERM',
    calls: ['chmod', 'fchmodat', 'fchmodat2', 'chown', 'lchown', 'fchown', 'fchownat'],
    from: 'owner',
  },
]

/**
 * Calls that act on a process of the same user, wherever it is, and which arguments must be zero to mean the caller.
 * Signals are not among them: those Landlock judges.
 */
export const OWN_ONLY_CALLS = [
  { call: 'setpriority', zero: [0, 1] },
  { call: 'prlimit64', zero: [0] },
  { call: 'sched_setaffinity', zero: [0] },
  { call: 'sched_setscheduler', zero: [0] },
  { call: 'sched_setparam', zero: [0] },
  { call: 'sched_setattr', zero: [0] },
  { call: 'ioprio_set', zero: [1] },
] as const satisfies readonly { readonly call: SystemCall; readonly zero: readonly number[] }[]

/**
 * The argument of `utimensat` that names a file; null where a descriptor does. By name, times are said to be set and
 * are not: copying and unpacking set them for folders at their end, and would fail for nothing that matters.
 */
export const PATH_OF_TIMES = 1
