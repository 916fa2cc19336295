import type { Architecture } from '../system-calls/system-calls.ts'

export interface Machine {
  /** As `process.platform`. */
  readonly platform: string
  /** As `process.arch`. */
  readonly architecture: string
}

/** Why this kind of machine has no such sandbox; empty when it has. */
export function machineReasons({ platform, architecture }: Machine): readonly string[] {
  if (platform !== 'linux') {
    return [`The sandbox "unshare" needs Linux, and this is ${platform}. Choose the docker backend.`]
  }
  if (!isArchitecture(architecture)) {
    return [
      `The sandbox "unshare" knows the processors x64 and arm64, and this is ${architecture}. Choose the docker backend.`,
    ]
  }
  return []
}

export function isArchitecture(name: string): name is Architecture {
  return name === 'x64' || name === 'arm64'
}
