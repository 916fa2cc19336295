import type { SandboxLimits } from '@poundlock/sandbox'
import type { Program } from '../loader/program.ts'

/** Resources of prlimit(2), the same on x64 and arm64. Source: `include/uapi/asm-generic/resource.h`. */
const resources: Readonly<Record<keyof SandboxLimits, number>> = {
  cpuSeconds: 0,
  fileBytes: 1,
  memoryBytes: 2,
  processes: 6,
  openFiles: 7,
}
const coreBytes = 4

/**
 * Adds calls that set the limits of the command. They come after its user namespace was made, so that processes are
 * counted in that namespace and not with all others of the user.
 */
export function limitResources(program: Program, limits: SandboxLimits): void {
  const limit = (resource: number, value: number, does: string): void => {
    program.call('prlimit64', [0, resource, program.words([value, value]), 0], { does })
  }
  limit(coreBytes, 0, 'limit core files')
  for (const [name, resource] of Object.entries(resources)) {
    const value = limits[name as keyof SandboxLimits]
    if (value !== undefined) limit(resource, value, `limit ${name}`)
  }
}
