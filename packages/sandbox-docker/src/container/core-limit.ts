import { textOrNull } from '@poundlock/state-files/node'

/**
 * The limit of core files, in bytes. 1 is smaller than any core file, so none is written, and it is the one number at
 * which the kernel does not start the machine's crash handler outside of the container either. 0 where the hard limit
 * is 0, which an engine without privileges could not raise. Source: core(5), `fs/coredump.c`.
 *
 * @param limits the text of `/proc/self/limits`
 */
export function coreLimit(limits = textOrNull('/proc/self/limits') ?? ''): 0 | 1 {
  return /^Max core file size +\S+ +0 /m.test(limits) ? 0 : 1
}
