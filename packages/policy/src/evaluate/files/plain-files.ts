import { isWithin, PROTECTED_PATHS } from '@poundlock/spec'
import { type FileAccess, pathProblem } from '../../model/file-access.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import type { PolicyRequest, RequestContext } from '../../model/request.ts'
import type { FileRules } from '../../rules/files/file-rules.ts'
import { GATE_FILE_NAMES, type GateFiles } from '../../rules/files/gate-files.ts'
import { MANIFEST_NAMES, manifestReason } from '../../rules/files/tool-manifests.ts'

/** So many folders that calls are made in are remembered. */
const MAX_FOLDERS = 16

/** A folder that calls are made in, and whether a plain path below it can be no other file. */
interface FolderContext {
  readonly workspace: string
  readonly home: string
  readonly prefix: string
  readonly isPlain: boolean
}

/**
 * Tells at once of most calls that nothing speaks against the files that they name: plain paths below the folder that the
 * call is made in, which is in the workspace, where no folder lies that counts. `false` says nothing: then each file is
 * evaluated.
 */
export function compilePlainFiles(
  rules: FileRules,
  gates: GateFiles,
  protectedPaths: readonly string[],
): (files: readonly FileAccess[], context: PolicyRequest['context']) => boolean {
  const contexts = new Map<string, FolderContext>()
  const contextOf = (context: RequestContext): FolderContext => {
    const { cwd, workspace, home } = context
    const known = contexts.get(cwd)
    if (known !== undefined && known.workspace === workspace && known.home === home) return known
    const folded = foldName(cwd)
    const counts = protectedPaths.map((place) => foldName(normalisePath(`${workspace}/${place}`)))
    const isPlain =
      workspace.startsWith('/') &&
      workspace !== '/' &&
      normalisePath(workspace) === workspace &&
      (cwd === workspace || (cwd.startsWith(`${workspace}/`) && isPlainBelow(cwd, workspace.length + 1))) &&
      pathProblem(cwd) === null &&
      manifestReason(`${folded}/x`) === null &&
      [...gates.placesOf(home), ...counts].every((place) => !isWithin(place, folded) && !isWithin(folded, place))
    const made = { workspace, home, prefix: `${cwd}/`, isPlain }
    if (contexts.size >= MAX_FOLDERS) contexts.clear()
    contexts.set(cwd, made)
    return made
  }
  return (files, context) => {
    const { isPlain, prefix, workspace } = contextOf(context)
    if (!isPlain) return false
    for (const { path, real, access } of files) {
      const isWhole = path.startsWith('/')
      if (isWhole && !path.startsWith(prefix)) return false
      if (!isPlainBelow(path, isWhole ? prefix.length : 0)) return false
      const kind = access === 'read' ? 'read' : 'write'
      const isRuled = rules.hasRulesOn(kind)
      if (isRuled && forbids(rules, isWhole ? path : prefix + path, kind, workspace)) return false
      if (real === undefined) continue
      if (real === null || !real.startsWith(prefix) || !isPlainBelow(real, prefix.length)) return false
      if (isRuled && forbids(rules, real, kind, workspace)) return false
    }
    return true
  }
}

function forbids(rules: FileRules, path: string, kind: 'read' | 'write', workspace: string): boolean {
  const action = rules.find(path, kind, workspace)?.action
  return action !== undefined && action !== 'allow'
}

/** Names that make a file count wherever it lies; those that begin with a dot are never plain. */
const NAMED: ReadonlySet<string> = new Set([
  ...PROTECTED_PATHS.map(({ path }) => path.toLowerCase().replace(/\/.*/, '')),
  ...MANIFEST_NAMES,
  ...GATE_FILE_NAMES,
])

/** By the first character of a name, the lengths that names among them have, one bit each: most names are none. */
const LENGTHS = new Int32Array(128)
for (const name of NAMED) {
  for (const first of [name, name.toUpperCase()]) LENGTHS[first.charCodeAt(0)]! |= 1 << name.length
}

/** What plain names are made of: nothing that folds to anything but its small letter, or that a program reads otherwise. */
const IS_PLAIN = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w.-]/.test(String.fromCharCode(code))))
const [SLASH, DOT, DASH] = [47, 46, 45]

const EDITOR_WORKSPACE = '.code-workspace'

const isEditorWorkspace = (path: string, begin: number, end: number): boolean =>
  end - begin >= EDITOR_WORKSPACE.length &&
  path.slice(end - EDITOR_WORKSPACE.length, end).toLowerCase() === EDITOR_WORKSPACE

/** Whether the names of a path from a place on are plain: none empty, none that begins or ends with a dot, none that counts. */
function isPlainBelow(path: string, from: number): boolean {
  let begin = from
  const end = path.length
  for (let at = from; at <= end; at++) {
    const code = at < end ? path.charCodeAt(at) : SLASH
    if (code === SLASH) {
      if (at === begin || path.charCodeAt(at - 1) === DOT) return false
      if (isEditorWorkspace(path, begin, at)) return false
      const mayCount = (LENGTHS[path.charCodeAt(begin)]! >> (at - begin)) & 1
      if (mayCount === 1 && NAMED.has(path.slice(begin, at).toLowerCase())) return false
      begin = at + 1
    } else if (code > 127 || IS_PLAIN[code] === 0) return false
    else if (at === begin && (code === DOT || code === DASH)) return false
  }
  return true
}
