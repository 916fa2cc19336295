import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { commandFiles, languageOf, possibleScripts } from '@poundlock/plan'
import type { Grant, PlannedCommand } from '@poundlock/policy'
import { grantCovers } from '@poundlock/policy/commands'

type GrantedFile = NonNullable<Grant['files']>[number]

/** Nothing larger is granted for its content. */
const MAX_BYTES = 64 * 1024 * 1024
const CODE = /\.(?:[cm]?[jt]sx?|pyw?|rb|p[lm]|php|lua|tcl|\w*sh)$/

/** A grant that follows more files than these is not bound to their content, and says so. */
const MAX_FOLLOWED = 64

/** The files that a grant for a command depends on. */
export interface GrantedFiles {
  readonly files: readonly GrantedFile[]
  /** What the grant covers without being bound to it, in words: `whatever make does when it runs`. */
  readonly open: readonly string[]
}

/**
 * The files that a grant for a command holds to, so that those who may write there cannot give it another meaning: the
 * script that an interpreter is given, the program where it lies in the folder of the grant, what the command reads by
 * convention there, such as `package.json`, and what these run in turn.
 *
 * @param cwd where the line starts, absolute
 * @returns `null` where one of them cannot be read, or it is not known which they are
 */
export function grantedFiles(command: PlannedCommand, folder: string, cwd: string): GrantedFiles | null {
  const files: GrantedFile[] = []
  const depends = dependencies(command, folder, cwd)
  if (depends === null) return null
  for (const path of depends.paths) {
    const hash = hashOf(path)
    if (hash === null) return null
    files.push({ path, hash })
  }
  return { files, open: depends.open }
}

/** Whether a grant holds for a command now: the files that it depends on are those that were granted. */
export function grantHolds(grant: Grant, command: PlannedCommand, cwd: string): boolean {
  if (!grantCovers(grant, command, cwd)) return false
  const { files = [] } = grant
  const depends = dependencies(command, grant.folder, cwd)
  if (depends === null) return false
  const known = new Set(files.map(({ path }) => path))
  return depends.paths.every((path) => known.has(path)) && files.every(({ path, hash }) => hashOf(path) === hash)
}

interface Dependencies {
  readonly paths: readonly string[]
  readonly open: readonly string[]
}

function dependencies(command: PlannedCommand, folder: string, cwd: string): Dependencies | null {
  const start = command.cwd === undefined ? cwd : command.cwd
  const scripts = namedScripts(command, start)
  if (scripts === null) return null
  const within = `${folder.replace(/\/$/, '')}/`
  const { builtin, resolved, real, tool, name } = command
  const paths = new Set(scripts)
  const isOwn = !builtin && resolved !== null && (resolved.startsWith(within) || real?.startsWith(within))
  if (isOwn) paths.add(resolved)
  if (start === null) return { paths: [...paths], open: [] }
  // An installed tool is bound as one file; the grant says that it also covers what the tool loads.
  const followed = isOwn && tool !== true && name?.includes('/') ? [...scripts, resolved] : scripts
  const found = commandFiles(command, followed, start, { home: '/', workspace: folder, path: [] })
  const inside = found.files.filter((path) => path.startsWith(within))
  if (inside.length > MAX_FOLLOWED) {
    return { paths: [...paths], open: [...found.open, `the contents of ${inside.length} files in ${folder}`] }
  }
  for (const path of inside) paths.add(path)
  return { paths: [...paths], open: found.open }
}

/** `null` for an interpreter of which it is not known which file it runs: `node .` */
function namedScripts({ name, argv, script, profile }: PlannedCommand, start: string | null): readonly string[] | null {
  if (script !== undefined) return [script]
  if (name === null) return []
  const files = possibleScripts(name, argv, start).filter(isFile)
  const found = files.filter((path, index) => index === 0 || CODE.test(path))
  const interprets = languageOf(name.slice(name.lastIndexOf('/') + 1)) !== null
  return interprets && profile?.known !== true && found.length === 0 ? null : found
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

function hashOf(path: string): string | null {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > MAX_BYTES) return null
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return null
  }
}
