import { release } from 'node:os'

/** What tells one system from another. */
export interface SystemName {
  readonly platform: NodeJS.Platform
  /** As `os.release()`: the kernel's. */
  readonly release: string
}

export const thisSystem = (): SystemName => ({ platform: process.platform, release: release() })

/**
 * The version of the Windows Subsystem for Linux that this is, or `null`. Source: the kernels of WSL are called
 * `4.4.0-19041-Microsoft` (1) and `6.6.87.2-microsoft-standard-WSL2` (2).
 */
export function wslVersion({ platform, release: kernel }: SystemName): 1 | 2 | null {
  if (platform !== 'linux' || !/microsoft/i.test(kernel)) return null
  return /microsoft-standard|wsl2/i.test(kernel) ? 2 : 1
}

const IN_CONTAINERS =
  'commands run in containers of Docker or Podman. The tests of Poundlock ran on Linux; SECURITY.md says what that leaves open'

/** The system, and what it means for commands: the row of `doctor`. */
export function describeSystem(system: SystemName): string {
  switch (system.platform) {
    case 'linux':
      return describeLinux(system)
    case 'darwin':
      return `macOS: ${IN_CONTAINERS}`
    case 'win32':
      return 'Windows: no rule on files can be checked here. Run poundlock in WSL 2'
    default:
      return `${system.platform}: ${IN_CONTAINERS}`
  }
}

function describeLinux(system: SystemName): string {
  const version = wslVersion(system)
  if (version === null) return `Linux ${system.release}`
  return version === 1
    ? 'Linux in WSL 1, which has no namespaces. Mend: wsl --set-version <distribution> 2'
    : `Linux ${system.release} in WSL 2. Keep projects in a folder of Linux: on /mnt/c small letters and capitals are the same`
}
