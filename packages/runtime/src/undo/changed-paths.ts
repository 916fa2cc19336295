import {
  type CommandPlan,
  deletedRoot,
  type PlannedCommand,
  type PlannedEffect,
  type PolicyDecision,
  type PolicyRequest,
} from '@poundlock/policy'
import { takenPaths } from '@poundlock/policy/commands'
import { isWithin } from '@poundlock/spec'

/** Paths of the workspace that a call changes at most. Absolute, each with what lies below it. */
export interface ChangedPaths {
  readonly all: readonly string[]
  /** Those of them that are deleted as a whole, if it does what it says. */
  readonly deleted: readonly string[]
}

/** Which paths of the workspace a call changes: none where that is proven, `null` where it is not known. */
export function changedPaths(request: PolicyRequest): ChangedPaths | null {
  const { plan, files = [], requiredPermission, context } = request
  const inWorkspace = (path: string) => isWithin(path, context.workspace)
  if (plan === undefined) {
    // Tools without a command line change the files that they name.
    if (requiredPermission === 'read-only') return NONE
    const changed = files.filter(({ access }) => access !== 'read')
    if (changed.some(({ real }) => real === null)) return null
    return { all: changed.map(({ real, path }) => real ?? path).filter(inWorkspace), deleted: [] }
  }
  const paths = pathsOfLine(plan)
  if (paths === null) return null
  const all = [...paths.keys()]
  // A path above the workspace has all of it below.
  if (all.some((path) => isWithin(context.workspace, path))) return null
  return { all: all.filter(inWorkspace), deleted: all.filter((path) => inWorkspace(path) && paths.get(path)) }
}

const NONE: ChangedPaths = { all: [], deleted: [] }

/** Each path, and whether all of it is deleted. */
type PathsOfLine = Map<string, boolean>

function pathsOfLine(plan: CommandPlan): PathsOfLine | null {
  if (plan.refusal !== null || !plan.complete) return null
  const paths: PathsOfLine = new Map()
  for (const command of plan.commands) {
    if (command.passive === true) continue
    if (!isOfSystem(command) || command.profile?.known !== true) return null
    if (changesRepository(command)) return null
    for (const effect of command.profile.effects) if (!note(effect, paths)) return null
  }
  for (const effect of plan.effects) if (!note(effect, paths)) return null
  return paths
}

/** Notes what an effect changes; false where that is not known. */
function note({ kind, path, pattern, repository }: PlannedEffect, paths: PathsOfLine): boolean {
  if (kind === 'file-read' || kind === 'environment') return true
  if (kind !== 'file-write' && kind !== 'file-delete') return kind === 'network'
  if (path === null || repository === true) return false
  if (path.startsWith('/dev/') && pattern === undefined) return true
  const outer = kind === 'file-delete' ? deletedRoot(path) : path
  paths.set(outer, kind === 'file-delete' && outer === path && paths.get(path) !== false)
  return true
}

/** What may be taken away only since undo brings it back. */
export function provenDeletions({ decision, commands }: PolicyDecision, request: PolicyRequest): readonly string[] {
  if (decision !== 'allow') return []
  const spans = new Set(commands.flatMap(({ proven, span }) => (proven === 'delete' ? [span.join()] : [])))
  const deleting = request.plan?.commands.filter(({ span }) => spans.has(span.join())) ?? []
  return takenPaths(deleting, request.context.workspace)
}

/** Git changes more of a repository than its arguments name: the index, references, logs. */
const changesRepository = ({ name, profile }: PlannedCommand): boolean =>
  name?.replace(/.*\//, '') === 'git' && profile?.effects.some(({ kind }) => kind !== 'file-read') === true

/** Programs that only the owner of the system can replace, and builtins of the shell. */
const isOfSystem = ({ builtin, resolved, real, tool }: PlannedCommand): boolean =>
  builtin || (tool !== true && resolved !== null && [resolved, real ?? resolved].every((path) => SYSTEM.test(path)))

const SYSTEM = /^\/(?:usr\/(?:local\/)?)?s?bin\/|^\/(?:usr\/lib|opt\/homebrew|nix\/store)\//
