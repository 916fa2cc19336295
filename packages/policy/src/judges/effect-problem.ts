import { visibleText } from '@poundlock/spec/vocabulary'
import { isWithin, normalisePath, protectedPlace } from '../commands/protected-paths.ts'
import type { ReasonCode } from '../reason-codes.ts'
import type { PlannedEffect, RequestContext } from '../request.ts'

/** What a line may touch outside a sandbox. */
export interface Scope {
  readonly context: RequestContext
  /** `workspace`: files outside it are not read without asking. */
  readonly readScope: 'workspace' | 'all'
  /** Relative to the workspace, besides the built-in ones. */
  readonly protectedPaths: readonly string[]
  /** Whether allow rules let an effect outside the workspace through. */
  readonly allows?: (effect: PlannedEffect) => boolean
}

export interface EffectProblem {
  readonly code: ReasonCode
  /** What would happen, as the end of a sentence: `/etc/x would be written, outside the workspace /w`. */
  readonly message: string
}

/** Files that are no secret and no file of anybody's: null(4), random(4), fd(4). */
const HARMLESS_DEVICES = /^\/dev\/(?:null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd(?:\/\d+)?)$/

/** What speaks against an effect on files, privileges or processes; `null` when nothing does. */
export function effectProblem(effect: PlannedEffect, scope: Scope): EffectProblem | null {
  const problem = findProblem(effect, scope)
  return problem?.code === 'EFFECT_OUTSIDE' && scope.allows?.(effect) === true ? null : problem
}

function findProblem({ kind, path, repository }: PlannedEffect, scope: Scope): EffectProblem | null {
  switch (kind) {
    case 'process':
      return { code: 'EFFECT_PROCESS', message: 'the line would act on processes that it did not start' }
    case 'privilege':
      return { code: 'EFFECT_PRIVILEGE', message: 'the line would take more privileges than it was given' }
    case 'file-read':
      return readProblem(path, scope)
    case 'file-write':
    case 'file-delete':
      return changeProblem(kind === 'file-delete' ? 'deleted' : 'written', path, repository === true, scope)
    default:
      return null
  }
}

function readProblem(place: string | null, { context, readScope }: Scope): EffectProblem | null {
  if (readScope === 'all') return null
  if (place === null) {
    return { code: 'EFFECT_UNKNOWN', message: 'a file would be read whose name is only known at run time' }
  }
  const path = normalisePath(place)
  const workspace = normalisePath(context.workspace)
  if (place.startsWith('/') && (isWithin(path, workspace) || HARMLESS_DEVICES.test(path))) return null
  return { code: 'EFFECT_OUTSIDE', message: `${visibleText(path)} would be read, outside the workspace ${workspace}` }
}

function changeProblem(verb: string, place: string | null, repository: boolean, scope: Scope): EffectProblem | null {
  const { context, protectedPaths } = scope
  if (place === null) {
    return { code: 'EFFECT_UNKNOWN', message: `a file would be ${verb} whose name is only known at run time` }
  }
  const path = normalisePath(place)
  const workspace = normalisePath(context.workspace)
  if (HARMLESS_DEVICES.test(path)) return null
  const shown = visibleText(path)
  if (!place.startsWith('/') || !context.workspace.startsWith('/') || !isWithin(path, workspace)) {
    return { code: 'EFFECT_OUTSIDE', message: `${shown} would be ${verb}, outside the workspace ${workspace}` }
  }
  const reason = repository ? null : protectedPlace(path, workspace, protectedPaths)
  return reason === null
    ? null
    : { code: 'EFFECT_PROTECTED', message: `${shown} would be ${verb}, which is protected: ${reason}` }
}
