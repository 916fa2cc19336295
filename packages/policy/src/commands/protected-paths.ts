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
