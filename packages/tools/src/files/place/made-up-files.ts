/**
 * Types of file systems whose files are generated when they are read: that can block (`/proc/kmsg`), have effects, or
 * reveal data of this process (`/proc/self/environ`). Source: Linux `include/uapi/linux/magic.h`.
 */
export const MADE_UP: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x63677270, // cgroup 2
  0x27e0eb, // cgroup
  0x73636673, // securityfs
  0xf97cff8c, // selinux
  0xcafe4a11, // bpf
  0x1cd1, // devpts
  0x62656570, // configfs
  0x65735543, // fusectl
  0x19800202, // mqueue
  0x6165676c, // pstore
  0xde5e81e4, // efivarfs
  0x42494e4d, // binfmt_misc
  0x6e736673, // nsfs
])
