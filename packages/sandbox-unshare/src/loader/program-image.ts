/**
 * Where the loader keeps the program that it reads, and how that program is laid out. The loader is a few
 * instructions that walk a list of system calls; what is called, in which order, with what, is data made here.
 *
 * The image starts with a header of 40 bytes: its length; the address of the first step; then the record that the
 * loader sends when a step fails (its kind, the address of the step, the negative errno). Steps and their data follow.
 *
 * A program may end in taking the next one: that is read whole before any of it is performed, so half a program does
 * nothing.
 */
export const IMAGE = {
  /** A fixed address, so that pointers inside the image are constants. */
  address: 0x2000_0000,
  /** The largest image; Linux itself refuses arguments and environment above 6 MiB. */
  maximumBytes: 8 * 1024 * 1024,
  headerBytes: 40,
  lengthOffset: 0,
  entryOffset: 8,
  failureOffset: 16,
  failureStepOffset: 24,
  failureErrnoOffset: 32,
  recordBytes: 24,
  /** The descriptor that the image is read from and records are written to. */
  channel: 3,
  /** The exit code of a loader whose program failed. */
  failureExitCode: 125,
} as const

/** Offsets in one step; every field has 8 bytes. */
export const STEP_LAYOUT = {
  /** A system call, or `nextProgram`. */
  number: 0,
  arguments: 8,
  /** Address to which the result is written; 0 for none. */
  store: 56,
  /** The errno that does not end the program; -1 for any, 0 for none. */
  tolerate: 64,
  match: 72,
  /** Address of the next step when the result equals `match`. */
  onMatch: 80,
  onElse: 88,
  /** Address of a cell that holds the first argument; 0 for none. */
  firstFrom: 96,
  bytes: 104,
  /** Instead of a system call: the next program is read in place of this one, from the channel, and performed. */
  nextProgram: -1,
} as const

/** What the loader and its programs tell: a kind and two numbers. */
export const RECORD_KIND = {
  /** A step failed: its address and the negative errno. */
  failed: 0x46,
  /** A program that follows another, in a loader of its own, has begun. */
  entered: 0x49,
  /** A program has ended, and the loader reads the next. */
  request: 0x41,
  /** All is set up and the command is next: its process id where the host knows it by that, else 0. */
  ready: 0x52,
  /** The command could not be executed: the negative errno. */
  unstarted: 0x55,
  /** The command ended: its wait status. */
  ended: 0x45,
} as const
