import { arch } from 'node:process'
import {
  checkPolicy,
  gatherSystemFacts,
  type ProbeReport,
  type SandboxBackend,
  SandboxError,
  type SandboxStatus,
} from '@poundlock/sandbox'
import { openLoader } from '../loader/loader-file.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { locateTool, trustedToolFolders } from '../tools/locate-tool.ts'
import { namespacesFor } from './unshare-arguments.ts'
import { UnshareSandbox } from './unshare-sandbox.ts'

const defaultScratchBytes = 1024 ** 3

export interface UnshareBackendOptions {
  /** An own folder, made with mode 0700: the loader and the answers of probes. */
  readonly cacheDirectory: string
  /** An own folder, made with mode 0700: what was taken out of workspaces. It is hidden from every command. */
  readonly stateDirectory: string
  /** Where unshare(1) is looked for; absolute. The caller's PATH is never asked. */
  readonly toolFolders?: readonly string[]
  /** Size limit of the private HOME, TMPDIR and /dev/shm, each. 1 GiB unless set. */
  readonly scratchBytes?: number
}

/** Contains commands with Linux namespaces, mounts and a system call filter, without privileges and without a daemon. */
export function createUnshareBackend(options: UnshareBackendOptions): SandboxBackend {
  const folders = options.toolFolders ?? trustedToolFolders
  const scratchBytes = options.scratchBytes ?? defaultScratchBytes
  const name = 'unshare'
  const status = async (policy: Parameters<SandboxBackend['status']>[0]): Promise<SandboxStatus> => ({
    backend: name,
    enabled: true,
    active: true,
    filesystem: policy.fileMode,
    network: policy.network,
    namespaces: namespacesFor(policy),
    defences: { seccomp: 'active', 'no-new-privileges': 'active', capabilities: 'active' },
    container: { inside: false, markers: [] },
    fallbackReasons: [],
  })
  return {
    name,
    status,
    async probe(): Promise<ProbeReport> {
      const tool = locateTool('unshare', folders)
      const reasons = 'reason' in tool ? [tool.reason] : []
      return { backend: name, contained: reasons.length === 0, checks: [], reasons, milliseconds: 0 }
    },
    async open(given) {
      const policy = checkPolicy({
        ...given,
        hiddenPaths: [...given.hiddenPaths, options.stateDirectory, options.cacheDirectory],
      })
      const tool = locateTool('unshare', folders)
      if ('reason' in tool) {
        throw new SandboxError(`This machine cannot contain commands: ${tool.reason}`, {
          code: 'SANDBOX_UNAVAILABLE',
          details: { reasons: [tool.reason] },
        })
      }
      const architecture = arch as Architecture
      return new UnshareSandbox({
        architecture,
        policy,
        status: await status(policy),
        system: gatherSystemFacts(),
        scratchBytes,
        unshare: tool.path,
        loader: openLoader(options.cacheDirectory, architecture),
      })
    },
  }
}
