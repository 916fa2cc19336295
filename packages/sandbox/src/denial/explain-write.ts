import { isWithin } from '@poundlock/spec'
import type { SandboxPolicy } from '../policy.ts'
import type { DiskState } from './disk-state.ts'

const quote = (text: string): string => JSON.stringify(text)

/** Why a write is refused, and what would allow it. */
export function explainWrite(path: string | null, policy: SandboxPolicy, disk: DiskState): string {
  const { workspace } = policy
  const inWorkspace = path === null || isWithin(path, workspace)
  for (const root of [workspace, ...policy.writePaths]) {
    const own = path === null ? undefined : policy.protectedPaths.find((name) => isWithin(path, `${root}/${name}`))
    if (own === undefined) continue
    const where = root === workspace ? 'the workspace' : quote(root)
    return `Write to ${quote(path!)} refused: ${quote(own)} is protected in ${where}, so that a command cannot change what runs later.`
  }
  if (inWorkspace && disk === 'read-only') {
    return `The workspace ${quote(workspace)} lies on a file system that is read-only on this machine: no command can write there.`
  }
  if (path === null) return explainUnnamed(policy)
  if (inWorkspace && !isWritable(policy)) {
    return `Write to ${quote(path)} refused: commands may read the workspace, and not write it.`
  }
  return (
    `Write to ${quote(path)} refused: outside the workspace ${quote(workspace)}. ` +
    'Write inside it; where exactly this may be changed, name it in sandbox.writePaths.'
  )
}

function explainUnnamed(policy: SandboxPolicy): string {
  const { workspace, writePaths, fileMode } = policy
  if (fileMode === 'off') return 'The target is protected, or on a read-only file system of this machine.'
  const writable = isWritable(policy) && !writePaths.includes(workspace) ? [workspace, ...writePaths] : writePaths
  if (writable.length === 0) return `Commands may read the workspace ${quote(workspace)}, and not write it.`
  if (writable.length === 1 && writable[0] === workspace) {
    return `Only the workspace ${quote(workspace)} can be written to.`
  }
  return `Only these can be written to: ${writable.map(quote).join(', ')}.`
}

function isWritable({ fileMode, workspace, writePaths }: SandboxPolicy): boolean {
  return fileMode !== 'allow-list' || writePaths.some((path) => isWithin(workspace, path))
}
