import { isWithin } from '../paths/path-relations.ts'
import type { SandboxPolicy } from '../policy.ts'

const quote = (text: string): string => JSON.stringify(text)

/** Why a write there is refused, and what would allow it. */
export function explainWrite(path: string | null, policy: SandboxPolicy): string {
  const { workspace } = policy
  if (path === null) return `Only the workspace ${quote(workspace)} can be written to.`
  for (const root of [workspace, ...policy.writePaths]) {
    const own = policy.protectedPaths.find((relative) => isWithin(path, `${root}/${relative}`))
    if (own === undefined) continue
    const where = root === workspace ? 'the workspace' : quote(root)
    return `Write to ${quote(path)} refused: ${quote(own)} is protected in ${where}, so that a command cannot change what runs later.`
  }
  return (
    `Write to ${quote(path)} refused: outside the workspace ${quote(workspace)}. ` +
    'Write inside it, or add the folder to the write paths of the sandbox.'
  )
}
