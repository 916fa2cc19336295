/**
 * Places in a workspace where a file is code or settings that something else will run or obey: a write there is a write
 * to the agent's own gate. Relative to the workspace; a folder stands for all below it.
 */
export const PROTECTED_PATHS: readonly { readonly path: string; readonly reason: string }[] = [
  { path: '.git/hooks', reason: 'git runs what lies there' },
  { path: '.git/config', reason: 'git runs programs that it names' },
  { path: '.git/info/attributes', reason: 'git runs filters that it names' },
  { path: '.gitmodules', reason: 'git runs update commands that it names' },
  { path: '.poundlock', reason: 'the policy itself' },
  { path: '.claude', reason: 'settings and hooks of an agent' },
  { path: '.codex', reason: 'settings of an agent' },
  { path: '.gemini', reason: 'settings of an agent' },
  { path: '.cursor', reason: 'settings of an agent' },
  { path: '.mcp.json', reason: 'servers that an agent starts' },
  { path: '.vscode', reason: 'tasks that an editor runs' },
  { path: '.idea', reason: 'tasks that an editor runs' },
  { path: '.envrc', reason: 'direnv runs it' },
  { path: '.npmrc', reason: 'npm runs programs that it names' },
  { path: '.github/workflows', reason: 'code that CI runs' },
  { path: '.gitlab-ci.yml', reason: 'code that CI runs' },
  { path: '.husky', reason: 'git runs what lies there' },
]

/** Folds `.` and `..` away; absolute in, absolute out. */
export function normalisePath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** True when `path` is `folder` or below it. Both absolute and normalised. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`)
}

/**
 * Why a file in the workspace is protected, or `null`. The built-in places count at any depth, since a workspace holds
 * repositories and packages of its own, and all of `.git` does: no redirection has to write there.
 *
 * @param extra further places, relative to the workspace
 */
export function protectedPlace(path: string, workspace: string, extra: readonly string[]): string | null {
  const folded = foldName(path)
  const named = extra.find((place) => isWithin(folded, foldName(normalisePath(`${workspace}/${place}`))))
  if (named !== undefined) return 'the policy names it'
  const below = `${folded.slice(foldName(workspace === '/' ? '' : workspace).length)}/`
  const found = PROTECTED_PATHS.find((place) => below.includes(`/${place.path}/`))
  return found?.reason ?? (below.includes('/.git/') ? 'the internals of git' : null)
}

/**
 * One spelling for names that some file system takes for the same: case is folded (APFS, NTFS), characters that HFS+
 * ignores are left out (CVE-2014-9390), and so are the blanks and dots that NTFS drops at the end of a name.
 */
export function foldName(path: string): string {
  return path
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .split('/')
    .map((name) => {
      let end = name.length
      while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--
      return name.slice(0, end)
    })
    .join('/')
}
