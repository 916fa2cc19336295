import { arch, availableParallelism, cpus, platform } from 'node:os'

/** What a reader must know of the machine to compare a result with another. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly system: string
  readonly node: string
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    system: `${platform()} ${arch()}`,
    node: process.version,
  }
}
