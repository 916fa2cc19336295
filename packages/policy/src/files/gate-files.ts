import { foldName, isWithin, normalisePath } from '../commands/protected-paths.ts'

/** Names of files that say what is allowed, wherever they lie. */
const GATE_FILES: ReadonlySet<string> = new Set(['exec-approvals.json', 'exec-approvals.sock'])

/** Folders below the home folder, and of the system, that hold what decides. */
const STATE_FOLDERS: readonly string[] = ['~/.poundlock', '~/.openclaw', '/etc/poundlock']

/**
 * True for a file that decides about calls: the policy, the approvals, the record. No call may write one, nor read one,
 * since the approvals hold a secret; only output that was kept for the agent can be read.
 */
export function isGateFile(
  path: string,
  access: 'read' | 'write' | 'delete',
  { home, stateDirectory }: { readonly home: string; readonly stateDirectory: string | undefined },
): boolean {
  const folded = foldName(normalisePath(path))
  if (GATE_FILES.has(folded.slice(folded.lastIndexOf('/') + 1))) return true
  const folders = [...STATE_FOLDERS, ...(stateDirectory === undefined ? [] : [stateDirectory])]
  return folders.some((folder) => {
    const place = foldName(normalisePath(folder.startsWith('~/') ? home + folder.slice(1) : folder))
    if (!isWithin(folded, place)) return false
    return access !== 'read' || !isWithin(folded, `${place}/output`)
  })
}
