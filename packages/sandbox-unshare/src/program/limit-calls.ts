import type { SandboxLimits } from '@poundlock/sandbox'
import type { Program } from '../loader/program.ts'

/** Resources of prlimit(2), the same on x64 and arm64. Source: `include/uapi/asm-generic/resource.h`. */
const RESOURCES: Readonly<Record<keyof SandboxLimits, number>> = {
  cpuSeconds: 0,
  fileBytes: 1,
  memoryBytes: 2,
  processes: 6,
  openFiles: 7,
}
const CORE_BYTES = 4
/**
 * Fewer bytes than any core file has, so that none is written, and the one number at which the kernel does not start the
 * program that the machine has for crashes either: that runs outside, as root, with what crashed as its input. With 0 it would.
 * Source: core(5), `fs/coredump.c`.
 */
const NO_CORE = 1

/**
 * Adds calls that set the limits of the command. They come after its user namespace was made, so that processes are
 * counted in that namespace and not with all others of the user.
 */
export function limitResources(program: Program, limits: SandboxLimits): void {
  const limit = (resource: number, value: number, does: string): void => {
    program.call('prlimit64', [0, resource, program.words([value, value]), 0], { does })
  }
  // The limit stays where the hard limit is 0, and inside of our own sandbox, which has set it and forbids changes.
  const none = program.words([NO_CORE, NO_CORE])
  program.call('prlimit64', [0, CORE_BYTES, none, 0], { does: 'limit core files', tolerate: 'any' })
  for (const [name, resource] of Object.entries(RESOURCES)) {
    const value = limits[name as keyof SandboxLimits]
    if (value !== undefined) limit(resource, value, `limit ${name}`)
  }
}
