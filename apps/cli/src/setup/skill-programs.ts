import { realpathSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const MAX_DEPTH = 6
const MAX_PROGRAMS = 2000

/**
 * The programs of the skills that the user has installed, as absolute paths. Left out is what anybody but the user and
 * root could have put or changed there, and everything where the agent can write: in the workspace.
 *
 * @param folder where skills lie: `skills` in the state folder
 */
export function skillPrograms(folder: string, workspace: string): readonly string[] {
  const root = realPath(folder)
  const agents = realPath(workspace) ?? workspace
  if (root === null || within(root, agents) || within(agents, root) || !isOwnUpward(root)) return []
  const programs: string[] = []
  const visit = (place: string, depth: number): void => {
    if (depth > MAX_DEPTH || !isOwn(place)) return
    for (const entry of entriesOf(place)) {
      const path = join(place, entry.name)
      // A link leads to what was not looked at, and a rule can only name plain names.
      if (programs.length >= MAX_PROGRAMS || !/^[\w.+-]+$/.test(entry.name)) continue
      if (entry.isDirectory()) visit(path, depth + 1)
      else if (entry.isFile() && isProgram(path)) programs.push(path)
    }
  }
  visit(root, 0)
  return programs
}

/** What cannot be listed holds nothing that is trusted. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** By another name, in the workspace, a file with two could be changed. */
function isProgram(path: string): boolean {
  const { mode, nlink } = statSync(path)
  return (mode & 0o111) !== 0 && nlink === 1 && isOwn(path)
}

/** Only the user and root can change it. */
function isOwn(path: string): boolean {
  const { uid, mode } = statSync(path)
  return (uid === 0 || uid === process.getuid?.()) && (mode & 0o022) === 0
}

/** Nobody else can put another folder in its place. */
function isOwnUpward(path: string): boolean {
  if (!isOwn(path)) return false
  for (let place = dirname(path); ; place = dirname(place)) {
    const { uid, mode } = statSync(place)
    const sticky = (mode & 0o1000) !== 0
    if ((uid !== 0 && uid !== process.getuid?.()) || ((mode & 0o022) !== 0 && !sticky)) return false
    if (place === dirname(place)) return true
  }
}

const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
