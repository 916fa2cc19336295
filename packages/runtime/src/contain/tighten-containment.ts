import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FileMode, SandboxPolicy } from '@poundlock/sandbox'
import { isWithin } from '@poundlock/spec'
import type { ExecInput } from '@poundlock/spec/tools'

/** The sandbox settings of a call. */
export type SandboxSwitches = Pick<ExecInput, 'isolateNetwork' | 'filesystemMode' | 'allowedMounts'>

/** From the loosest to the strictest. */
const FILE_MODES: readonly FileMode[] = ['off', 'workspace-only', 'allow-list']

/**
 * The sandbox policy of a call: as configured, or stricter. A looser setting is refused with the reason, since the call
 * comes from a model.
 *
 * @param cwd absolute; the base of relative paths
 */
export function tightenContainment(
  policy: SandboxPolicy,
  { isolateNetwork, filesystemMode, allowedMounts }: SandboxSwitches,
  cwd: string,
): { readonly policy: SandboxPolicy } | { readonly problem: string } {
  if (isolateNetwork === false && policy.network !== 'on') {
    return loosens(`isolateNetwork: false`, `the network is ${policy.network} here`)
  }
  // As it is: also the very same object, by which sandboxes that were built ahead are known.
  if (isolateNetwork !== true && filesystemMode === undefined && allowedMounts === undefined) return { policy }
  const mode = filesystemMode ?? policy.fileMode
  if (FILE_MODES.indexOf(mode) < FILE_MODES.indexOf(policy.fileMode)) {
    return loosens(`filesystemMode: ${mode}`, `it is ${policy.fileMode} here`)
  }
  if (allowedMounts !== undefined && mode !== 'allow-list') {
    return { problem: 'exec: allowedMounts is only for filesystemMode allow-list; leave it out' }
  }
  const { egress: _, ...rest } = policy
  const offline: SandboxPolicy = isolateNetwork === true ? { ...rest, network: 'off' } : policy
  if (mode !== 'allow-list' || (allowedMounts === undefined && policy.fileMode === 'allow-list')) {
    return { policy: { ...offline, fileMode: mode } }
  }
  return withMounts({ ...offline, fileMode: mode }, policy, allowedMounts ?? [], cwd)
}

/** Only what the call names, and that only as far as it could be reached anyway. */
function withMounts(
  wanted: SandboxPolicy,
  configured: SandboxPolicy,
  mounts: readonly string[],
  cwd: string,
): { readonly policy: SandboxPolicy } | { readonly problem: string } {
  const wasWhole = configured.fileMode === 'workspace-only' ? [configured.workspace] : []
  // Without isolation everything could be reached; a call that names something asks for that alone.
  const isOpen = configured.fileMode === 'off'
  const writePaths: string[] = []
  const readPaths: string[] = []
  for (const mount of mounts) {
    const path = resolve(cwd, mount)
    const lies = (folder: string) => isWithin(path, folder)
    const isWritable = isOpen || [...wasWhole, ...configured.writePaths].some(lies)
    if (!isWritable && !configured.readPaths.some(lies)) {
      return loosens(`allowedMounts: ${mount}`, 'it lies outside of what the sandbox shows')
    }
    if (realPath(path) !== path) {
      return {
        problem: `exec: allowedMounts: ${mount} does not exist, or a link leads somewhere else; name what is there`,
      }
    }
    // A path inside a protected one is not added: protection is only known for the whole folder.
    if (isWritable && !touchesProtected(path, configured)) writePaths.push(path)
    else readPaths.push(path)
  }
  return { policy: { ...wanted, readPaths, writePaths } }
}

function touchesProtected(path: string, { workspace, writePaths, protectedPaths }: SandboxPolicy): boolean {
  return [workspace, ...writePaths].some(
    (root) =>
      path !== root &&
      protectedPaths.some((name) => isWithin(path, resolve(root, name)) || isWithin(resolve(root, name), path)),
  )
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

const loosens = (setting: string, why: string) => ({
  problem: `exec: ${setting} would loosen the sandbox (${why}), and a call can only tighten it; leave it out`,
})
