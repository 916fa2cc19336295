/**
 * Errors that setting up a sandbox or starting its command can meet.
 *
 * Source: Linux `include/uapi/asm-generic/errno-base.h` and `errno.h`, the same on x64 and arm64.
 */
const ERRNOS = {
  EPERM: [1, 'Operation not permitted'],
  ENOENT: [2, 'No such file or directory'],
  ESRCH: [3, 'No such process'],
  EIO: [5, 'Input/output error'],
  E2BIG: [7, 'Argument list too long'],
  ENOEXEC: [8, 'Exec format error'],
  EBADF: [9, 'Bad file descriptor'],
  ECHILD: [10, 'No child processes'],
  EAGAIN: [11, 'Resource temporarily unavailable'],
  ENOMEM: [12, 'Cannot allocate memory'],
  EACCES: [13, 'Permission denied'],
  EBUSY: [16, 'Device or resource busy'],
  EEXIST: [17, 'File exists'],
  ENODEV: [19, 'No such device'],
  ENOTDIR: [20, 'Not a directory'],
  EISDIR: [21, 'Is a directory'],
  EINVAL: [22, 'Invalid argument'],
  ENFILE: [23, 'Too many open files in system'],
  EMFILE: [24, 'Too many open files'],
  ETXTBSY: [26, 'Text file busy'],
  ENOSPC: [28, 'No space left on device'],
  EROFS: [30, 'Read-only file system'],
  ENAMETOOLONG: [36, 'File name too long'],
  ENOSYS: [38, 'Function not implemented'],
  ELOOP: [40, 'Too many levels of symbolic links'],
  EOPNOTSUPP: [95, 'Operation not supported'],
  ENETUNREACH: [101, 'Network is unreachable'],
  ECONNREFUSED: [111, 'Connection refused'],
  EAFNOSUPPORT: [97, 'Address family not supported by protocol'],
  EPROTONOSUPPORT: [93, 'Protocol not supported'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrnoName = keyof typeof ERRNOS

export function errno(name: ErrnoName): number {
  return ERRNOS[name][0]
}

/** `ENOENT (No such file or directory)`, or the bare number of an error that is not in the table. */
export function describeErrno(value: number): string {
  for (const [name, [number, text]] of Object.entries(ERRNOS)) if (number === value) return `${name} (${text})`
  return `error ${String(value)}`
}
