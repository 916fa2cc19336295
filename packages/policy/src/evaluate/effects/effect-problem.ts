import { isWithin, visibleText } from '@poundlock/spec'
import type { PlannedEffect } from '../../model/command-plan.ts'
import type { ReasonEffect } from '../../model/decision.ts'
import { DONE } from '../../model/file-access.ts'
import { foldName, normalisePath, shownFiles } from '../../model/paths.ts'
import type { ReasonCode } from '../../model/reason-codes.ts'
import type { RequestContext } from '../../model/request.ts'
import { mayBeShortName } from '../../model/windows-names.ts'
import { gitReason, holdsProtected, protectionReason } from '../../rules/paths/protected-paths.ts'

/** What a line may touch outside a sandbox. */
export interface LineScope {
  readonly context: RequestContext
  /** `workspace`: files outside it are not read without asking. */
  readonly readScope: 'workspace' | 'all'
  /** Relative to the workspace, besides the built-in ones. */
  readonly protectedPaths: readonly string[]
  /** Of the allow rules that cover an effect outside the workspace, the file or folder that each names; folded. */
  readonly allowedPlaces?: (effect: PlannedEffect, workspace: string) => readonly string[]
}

export interface EffectProblem {
  readonly code: ReasonCode
  /** What would happen, as the end of a sentence: `/etc/x would be written, outside the workspace /w`. */
  readonly message: string
  readonly effect: ReasonEffect
  /** For what is protected: why it is. */
  readonly why?: string
}

/**
 * Device files without secrets: null(4), random(4), fd(4). Opening them is free. Removing or replacing them, or
 * changing their mode, is not, since it affects the whole machine.
 */
const FREE_TO_READ = /^\/dev\/(?:null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd(?:\/\d+)?)$/
/** What was opened for reading, such as standard input, can be opened for writing by these names: proc_pid_fd(5). */
const FREE_TO_WRITE = /^\/dev\/(?:null|zero|full|random|urandom|tty|stdout|stderr|fd\/[12])$/

/** Whether all that is done is to open a device of which nothing is lost. */
export function onlyOpensDevice({ kind, path, opens }: PlannedEffect): boolean {
  if (path === null || !path.startsWith('/dev/')) return false
  return kind === 'file-read'
    ? FREE_TO_READ.test(path)
    : kind === 'file-write' && opens === true && FREE_TO_WRITE.test(path)
}

/** What speaks against an effect on files, privileges or processes; `null` when nothing does. */
export const effectProblem = (effect: PlannedEffect, scope: LineScope): EffectProblem | null =>
  withAllowedPlaces(findProblem(effect, scope), effect, scope)

/** What speaks against an effect on one file, whose path is absolute and normalised; once more as it is compared. */
export const pathProblemOf = (kind: FileEffect, path: string, folded: string, scope: LineScope): EffectProblem | null =>
  withAllowedPlaces(evaluatePath(kind, path, folded, scope), { kind, path }, scope)

/**
 * A rule on a folder outside the workspace lets through what lies in it, but what is protected in a workspace is protected
 * there, too. Names that the rule itself has are meant. What git keeps is not: git runs what lies there.
 */
function withAllowedPlaces(
  problem: EffectProblem | null,
  effect: PlannedEffect,
  { allowedPlaces, context }: LineScope,
): EffectProblem | null {
  if (problem?.code !== 'EFFECT_OUTSIDE') return problem
  const places = allowedPlaces?.(effect, context.workspace) ?? []
  if (places.length === 0) return problem
  const { kind, path, repository } = effect
  if (kind === 'file-read' || repository || path === null) return null
  const folded = foldName(normalisePath(path))
  const reasons = places.map((place) => reasonBelow(kind, folded, place))
  const reason = reasons.includes(null) ? gitReason(folded) : reasons[0]!
  return reason === null ? null : protectedProblem(kind as FileEffect, path, reason)
}

function reasonBelow(kind: PlannedEffect['kind'], folded: string, place: string): string | null {
  if (folded === place) return null
  return protectionReason(folded, place, []) ?? (kind === 'file-delete' ? holdsProtected(folded, '/') : null)
}

function protectedProblem(kind: FileEffect, path: string, reason: string): EffectProblem {
  const message = `${shown(path)} would be ${done(kind)}, but it is protected: ${reason}`
  return { ...problemOf('EFFECT_PROTECTED', message, { kind, path }), why: reason }
}

function findProblem(effect: PlannedEffect, scope: LineScope): EffectProblem | null {
  const { kind, path } = effect
  switch (kind) {
    case 'process':
      return problemOf('EFFECT_PROCESS', 'the line would act on processes that it did not start', { kind, path })
    case 'privilege':
      return problemOf('EFFECT_PRIVILEGE', 'the line would take more privileges than it was given', { kind, path })
    case 'file-read':
    case 'file-write':
    case 'file-delete': {
      if (kind === 'file-read' && scope.readScope === 'all') return null
      if (path === null) {
        const message = `a file whose name is only known at run time would be ${done(kind)}`
        return problemOf('EFFECT_UNKNOWN', message, { kind, path })
      }
      // What is not absolute lies nowhere that is known.
      return path.startsWith('/')
        ? evaluateAbsolute(kind, normalisePath(path), scope, effect)
        : outside(kind, path, scope)
    }
    default:
      return null
  }
}

type FileEffect = 'file-read' | 'file-write' | 'file-delete'

/** The past participle of each access, for messages. */
const done = (kind: FileEffect) => DONE[kind.slice(5) as keyof typeof DONE]

const shown = (path: string) => visibleText(shownFiles({ path })!)

const problemOf = (code: ReasonCode, message: string, effect: ReasonEffect): EffectProblem => ({
  code,
  message,
  effect,
})

function outside(kind: FileEffect, path: string, { context }: LineScope): EffectProblem {
  const workspace = normalisePath(context.workspace)
  const message = `${shown(path)} would be ${done(kind)}, outside the workspace ${workspace}`
  return problemOf('EFFECT_OUTSIDE', message, { kind, path })
}

const evaluateAbsolute = (kind: FileEffect, path: string, scope: LineScope, how: Manner) =>
  evaluatePath(kind, path, foldName(path), scope, how)

/** How a file is touched, where it makes a difference. */
type Manner = Pick<PlannedEffect, 'repository' | 'opens' | 'history'>

function evaluatePath(
  kind: FileEffect,
  path: string,
  folded: string,
  scope: LineScope,
  { repository, opens, history }: Manner = {},
): EffectProblem | null {
  if (kind === 'file-read' && scope.readScope === 'all') return null
  if (onlyOpensDevice(opens ? { kind, path, opens } : { kind, path })) return null
  const { context, protectedPaths } = scope
  const workspace = normalisePath(context.workspace)
  if (mayBeShortName(path)) {
    const message = `${visibleText(path)} would be ${done(kind)}, and may be the short name that Windows gives to another file`
    return problemOf('EFFECT_UNKNOWN', message, { kind, path })
  }
  if (!context.workspace.startsWith('/') || !isWithin(path, workspace)) {
    const isBeside = kind === 'file-read' && context.readable?.some((folder) => isWithin(path, normalisePath(folder)))
    return isBeside === true ? null : outside(kind, path, scope)
  }
  if (kind === 'file-read' || repository) return null
  const reason =
    protectionReason(folded, workspace, protectedPaths) ??
    (kind === 'file-delete' ? holdsProtected(folded, workspace) : null) ??
    (history === true ? 'it holds the history of a repository' : null)
  return reason === null ? null : protectedProblem(kind, path, reason)
}
