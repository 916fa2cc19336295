import { readFileSync } from 'node:fs'

/**
 * The limit of core files, in bytes: fewer than any has, so that none is written, and the one number at which the kernel does not
 * start the program that the machine has for crashes either, outside of the container. 0 where none may be had, which an engine
 * without privileges could not raise. Source: core(5), `fs/coredump.c`.
 *
 * @param limits the text of `/proc/self/limits`; what this machine says unless given
 */
export function coreLimit(limits: string = readLimits()): 0 | 1 {
  return /^Max core file size +\S+ +0 /m.test(limits) ? 0 : 1
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1')
  } catch {
    return ''
  }
}
