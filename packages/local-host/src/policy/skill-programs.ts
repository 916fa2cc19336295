import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from '@poundlock/spec'
import { entriesIn, isObeyed, isObeyedPlace, realPathOrNull } from '@poundlock/state-files/node'

const MAX_DEPTH = 6
const MAX_PROGRAMS = 2000

/**
 * The programs of installed skills, as absolute paths. Programs are left out that users other than this one and root
 * can change, and all programs in the workspace, where the agent can write.
 *
 * @param folder the folder of skills: `skills` in the state folder
 */
export function skillPrograms(folder: string, workspace: string): readonly string[] {
  const root = realPathOrNull(folder)
  const agents = realPathOrNull(workspace) ?? workspace
  if (root === null || isWithin(root, agents) || isWithin(agents, root) || !isObeyedPlace(root)) return []
  const programs: string[] = []
  const visit = (current: string, depth: number): void => {
    if (depth > MAX_DEPTH || !isObeyed(current, { sticky: false })) return
    for (const entry of entriesIn(current)) {
      const path = join(current, entry.name)
      // Links are left out, since their targets are not checked, and so are names that a rule cannot contain.
      if (programs.length >= MAX_PROGRAMS || !/^[\w.+-]+$/.test(entry.name)) continue
      if (entry.isDirectory()) visit(path, depth + 1)
      else if (entry.isFile() && isProgram(path)) programs.push(path)
    }
  }
  visit(root, 0)
  return programs
}

/** By another name, in the workspace, a file with two could be changed. */
function isProgram(path: string): boolean {
  const { mode, nlink } = statSync(path)
  return (mode & 0o111) !== 0 && nlink === 1 && isObeyed(path)
}
