import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, resolve } from 'node:path'
import type { McpServerSettings } from '@poundlock/config'

/** Folders of a project in which clients keep their files. */
const IN_PROJECTS: ReadonlySet<string> = new Set(['.cursor', '.vscode', '.gemini', '.zed', '.codex', '.windsurf'])

/** The project that a client's file is of; `null` for a file of the user's own. */
export function projectOfFile(file: string, home = homedir()): string | null {
  if (basename(file) === '.mcp.json') return dirname(file)
  const folder = dirname(file)
  if (!IN_PROJECTS.has(basename(folder))) return null
  const project = dirname(folder)
  return project === home ? null : project
}

/** A program or folder that is named from where it is started, and not looked for in the search path. */
const isRelative = (path: string) => path !== '' && !isAbsolute(path) && !/^(?:~|\$\{)/.test(path) && /[/\\]/.test(path)

/** Programs whose arguments name packages and images. */
const TAKES_PACKAGES = /^(?:npx|bunx|uvx|pipx|npm|pnpm|yarn|docker|podman)(?:\.(?:cmd|exe))?$/

/** Whether an argument is a file with a program in it, named from where the server starts. */
function namesScript(command: string, args: readonly unknown[]): boolean {
  if (TAKES_PACKAGES.test(basename(command))) return false
  const script = args.findIndex(
    (one) =>
      typeof one === 'string' &&
      /^(?:\.{0,2}[/\\])?[\w.@-]+(?:[/\\][\w.@-]+)*\.(?:[cm]?[jt]s|py|rb|sh|jar)$/.test(one) &&
      !isAbsolute(one),
  )
  // As in `uv --directory /where/it/is run server.py`.
  return script >= 0 && !args.slice(0, script).some((one) => typeof one === 'string' && isAbsolute(one))
}

/**
 * Makes the paths of a project's server absolute: servers of the user's file start in any open workspace, where a
 * relative path would run another repository's file.
 *
 * @returns the settings, or why they cannot be imported
 */
export function atHome(
  settings: McpServerSettings,
  project: string | null,
  notes: string[],
): McpServerSettings | string {
  const { command, cwd, args = [] } = settings
  if (typeof command !== 'string' || !Array.isArray(args)) return settings
  const folder = typeof cwd === 'string' && cwd !== '' && cwd !== '.' ? cwd : undefined
  if (folder !== undefined && !isRelative(`${folder}/`)) return settings
  const isFromFolder = folder !== undefined || isRelative(command) || namesScript(command, args)
  if (!isFromFolder) return settings
  if (project === null) {
    return 'what it runs is named from a folder that the file does not say: name it from the root, or set "cwd"'
  }
  const placed = folder === undefined ? project : resolve(project, folder)
  notes.push(`its relative paths are resolved in ${placed}, whichever folder is open`)
  return { ...settings, ...(isRelative(command) && { command: resolve(placed, command) }), cwd: placed }
}
