import type { CommandPlan, PlannedCommand, PlannedEffect, PolicyRequest } from '@poundlock/policy'
import { isWithin } from '@poundlock/spec'

/**
 * Which paths of the workspace a call changes at most: `[]` where it is proven to change none, `null` where that is not
 * known. Absolute, each with what lies below it.
 */
export function changedPaths(request: PolicyRequest): readonly string[] | null {
  const { plan, files = [], requiredPermission, context } = request
  const inWorkspace = (path: string) => isWithin(path, context.workspace)
  if (plan === undefined) {
    // Tools without a command line change the files that they name.
    if (requiredPermission === 'read-only') return []
    const changed = files.filter(({ access }) => access !== 'read')
    return changed.some(({ real }) => real === null)
      ? null
      : changed.map(({ real, path }) => real ?? path).filter(inWorkspace)
  }
  const paths = pathsOfLine(plan)
  if (paths === null) return null
  // A path above the workspace has all of it below.
  if (paths.some((path) => isWithin(context.workspace, path))) return null
  return paths.filter(inWorkspace)
}

function pathsOfLine(plan: CommandPlan): readonly string[] | null {
  if (plan.refusal !== null || !plan.complete) return null
  const paths = new Set<string>()
  for (const command of plan.commands) {
    if (command.passive === true) continue
    if (!isOfSystem(command) || command.profile?.known !== true) return null
    if (changesRepository(command)) return null
    for (const effect of command.profile.effects) if (!note(effect, paths)) return null
  }
  for (const effect of plan.effects) if (!note(effect, paths)) return null
  return [...paths]
}

/** Notes what an effect changes; false where that is not known. */
function note({ kind, path, pattern, repository }: PlannedEffect, paths: Set<string>): boolean {
  if (kind === 'file-read' || kind === 'environment') return true
  if (kind !== 'file-write' && kind !== 'file-delete') return kind === 'network'
  if (path === null || repository === true) return false
  if (path.startsWith('/dev/') && pattern === undefined) return true
  paths.add(path)
  return true
}

/** Git changes more of a repository than its arguments name: the index, references, logs. */
const changesRepository = ({ name, profile }: PlannedCommand): boolean =>
  name?.replace(/.*\//, '') === 'git' && profile?.effects.some(({ kind }) => kind !== 'file-read') === true

/** Programs that only the owner of the system can replace, and builtins of the shell. */
const isOfSystem = ({ builtin, resolved, real, tool }: PlannedCommand): boolean =>
  builtin || (tool !== true && resolved !== null && [resolved, real ?? resolved].every((path) => SYSTEM.test(path)))

const SYSTEM = /^\/(?:usr\/(?:local\/)?)?s?bin\/|^\/(?:usr\/lib|opt\/homebrew|nix\/store)\//
