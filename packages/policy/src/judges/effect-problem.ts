import { visibleText } from '@poundlock/spec/vocabulary'
import { foldName, holdsProtected, isWithin, normalisePath, protectedPlace } from '../commands/protected-paths.ts'
import { DONE } from '../files/file-access.ts'
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
  readonly allows?: (effect: PlannedEffect, workspace: string) => boolean
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
  return problem?.code === 'EFFECT_OUTSIDE' && scope.allows?.(effect, scope.context.workspace) === true ? null : problem
}

/** What speaks against an effect on one file, whose path is absolute and normalised; once more as it is compared. */
export function placeProblem(kind: FileEffect, path: string, folded: string, scope: Scope): EffectProblem | null {
  const problem = judgePlace(kind, path, folded, scope)
  return problem?.code === 'EFFECT_OUTSIDE' && scope.allows?.({ kind, path }, scope.context.workspace) === true
    ? null
    : problem
}

function findProblem({ kind, path, repository }: PlannedEffect, scope: Scope): EffectProblem | null {
  switch (kind) {
    case 'process':
      return { code: 'EFFECT_PROCESS', message: 'the line would act on processes that it did not start' }
    case 'privilege':
      return { code: 'EFFECT_PRIVILEGE', message: 'the line would take more privileges than it was given' }
    case 'file-read':
    case 'file-write':
    case 'file-delete': {
      if (kind === 'file-read' && scope.readScope === 'all') return null
      if (path === null) {
        return { code: 'EFFECT_UNKNOWN', message: `a file would be ${done(kind)} whose name is only known at run time` }
      }
      // What is not absolute lies nowhere that is known.
      return path.startsWith('/')
        ? judgeAbsolute(kind, normalisePath(path), scope, repository)
        : outside(kind, path, scope)
    }
    default:
      return null
  }
}

type FileEffect = 'file-read' | 'file-write' | 'file-delete'

/** How it is said what became of a file. */
const done = (kind: FileEffect) => DONE[kind.slice(5) as keyof typeof DONE]

function outside(kind: FileEffect, path: string, { context }: Scope): EffectProblem {
  const workspace = normalisePath(context.workspace)
  const message = `${visibleText(path)} would be ${done(kind)}, outside the workspace ${workspace}`
  return { code: 'EFFECT_OUTSIDE', message }
}

const judgeAbsolute = (kind: FileEffect, path: string, scope: Scope, repository?: boolean) =>
  judgePlace(kind, path, foldName(path), scope, repository)

function judgePlace(
  kind: FileEffect,
  path: string,
  folded: string,
  scope: Scope,
  repository = false,
): EffectProblem | null {
  if (kind === 'file-read' && scope.readScope === 'all') return null
  if (path.startsWith('/dev/') && HARMLESS_DEVICES.test(path)) return null
  const { context, protectedPaths } = scope
  const workspace = normalisePath(context.workspace)
  if (!context.workspace.startsWith('/') || !isWithin(path, workspace)) return outside(kind, path, scope)
  if (kind === 'file-read' || repository) return null
  const reason =
    protectedPlace(folded, workspace, protectedPaths) ??
    (kind === 'file-delete' ? holdsProtected(folded, workspace) : null)
  if (reason === null) return null
  const message = `${visibleText(path)} would be ${done(kind)}, which is protected: ${reason}`
  return { code: 'EFFECT_PROTECTED', message }
}
