import { isWithin } from '@poundlock/spec'
import { spend } from '../../model/budget.ts'
import type { CommandPlan, PlannedCommand, PlannedEffect } from '../../model/command-plan.ts'
import type { ProvenLevel } from '../../model/layer.ts'
import { deletedRoot, foldName, normalisePath } from '../../model/paths.ts'
import { folderOf } from '../../rules/files/file-rules.ts'
import { plainRegion, regionsMeet } from '../../rules/paths/patterns-meet.ts'
import { holdsSecret, isSecretFile } from '../../rules/paths/secret-files.ts'
import { takesFromRepository } from '../../rules/programs/git-variants.ts'
import { isHarmlessVariant } from '../../rules/programs/harmless-variants.ts'
import { isSystemProgram } from '../../rules/programs/safe-bins.ts'
import { showsSecretVariable } from '../../rules/programs/secret-variables.ts'
import { type LineScope, effectProblem, onlyOpensDevice } from '../effects/effect-problem.ts'
import { namesAreFound } from './profile-problem.ts'
import { touchedRegion } from './touched-region.ts'

/** To look through a folder, beside what lies there; and what is counted for one that holds too much. */
const LOOK_STEPS = 1000
const MOST_THERE = 50_000

/** What a command does at most, where that needs no rule. */
export type ProvenWork = 'read' | 'write' | 'delete'

/**
 * What a command is proven to do at most, so that it needs no rule: a program of the system whose arguments are fully
 * known, and which only reads files in scope that hold no secrets (`read`), also writes single files of the workspace
 * which are neither protected nor secret (`write`), or deletes such files, or data of a repository, that undo brings back
 * (`delete`). `null` when that is not proven, or more than the level.
 */
export function provenWork(
  command: PlannedCommand,
  plan: CommandPlan,
  scope: LineScope,
  level: ProvenLevel,
): ProvenWork | null {
  const { profile } = command
  if (level === 'off' || profile?.known !== true || !isSystemProgram(command)) return null
  if (lineTouchesSecret(plan, scope) || showsSecretVariable(command, plan)) return null
  const effects = profile.effects.filter((effect) => !onlyOpensDevice(effect))
  const own = plan.effects.filter((effect) => !onlyOpensDevice(effect) && effect.kind !== 'environment')
  const writes = [...effects, ...own].some(({ kind }) => kind !== 'file-read')
  if (writes && level === 'read') return null
  const takes = takesFromRepository(command)
  if (takes ? !isKept(profile.repository, scope) : !isHarmlessVariant(command, writes)) return null
  if (printsObjects(command) && namesSecret(command, (path) => holdsSecret(path, scope.context, undefined))) return null
  const isRead = (effect: PlannedEffect) => effect.kind === 'file-read' && readsNoSecret(effect, command, plan, scope)
  const reads = effects.filter(({ kind }) => kind === 'file-read')
  const isRecoverable = (effect: PlannedEffect) => effect.kind === 'file-delete' && comesBack(effect, plan, scope)
  const isWrite = (effect: PlannedEffect) => effect.kind === 'file-write' && isSingleWrite(effect, reads, plan, scope)
  const deletes = effects.some(({ kind }) => kind === 'file-delete')
  const isTaken = (effect: PlannedEffect) =>
    effect.repository === true && effect.kind.startsWith('file-') && effectProblem(effect, scope) === null
  const isChange = takes ? isTaken : deletes && DELETES.test(command.name ?? '') ? isRecoverable : isWrite
  if (!effects.every((effect) => isRead(effect) || isChange(effect))) return null
  if (!own.every(({ kind, path }) => kind === 'file-read' || (kind === 'file-write' && isOpenlyWritten(path, scope))))
    return null
  return takes || deletes ? 'delete' : writes ? 'write' : 'read'
}

/** What others delete they decide by more than their arguments, or they write something too. */
const DELETES = /(?:^|\/)(?:rm|rmdir|unlink|find)$/

/** Whether the line itself reads or writes a file of secrets: `cat < .env`, `echo "$(<.env)"`, `echo > .env`. */
export const lineTouchesSecret = ({ effects, holdsPassword }: CommandPlan, { context }: LineScope): boolean =>
  effects.some(
    (effect) =>
      (effect.kind === 'file-read' || effect.kind === 'file-write') &&
      !onlyOpensDevice(effect) &&
      (effect.path === null || holdsSecret(normalisePath(effect.path), context, holdsPassword)),
  )

/**
 * A file in scope whose content may be shown: no secret, nor a folder or pattern with one among its files. Names alone
 * are no secret, and the keys that a dependency brings for its tests are published with it.
 */
function readsNoSecret(effect: PlannedEffect, command: PlannedCommand, plan: CommandPlan, scope: LineScope): boolean {
  if (effect.path === null) return findsNoSecret(command, plan, scope)
  if (effectProblem(effect, scope) !== null) return false
  if (effect.lists || effect.repository) return true
  const isSecret = (path: string) => holdsSecret(path, scope.context, plan.holdsPassword)
  const path = normalisePath(effect.path)
  if (isSecret(path)) return false
  if (effect.recursive && showsOnlyTracked(command)) return !namesSecret(command, isSecret)
  const region = touchedRegion({ ...effect, path })
  if (plan.below === undefined) return region === null
  const folder = folderOf(path)
  const isMeant = (folded: string) =>
    region === null ||
    !isWithin(folded, foldName(folder)) ||
    regionsMeet(plainRegion(folded, false), { ...region, below: true })
  return (
    listed(plan.below, folder)?.every((file) => {
      const folded = foldName(file)
      return folded.includes('/node_modules/') || !isSecret(file) || !isMeant(folded)
    }) === true
  )
}

/** The content of files whose names commands of the line find: what lies below the folders that they look through. */
function findsNoSecret(command: PlannedCommand, plan: CommandPlan, scope: LineScope): boolean {
  if (!namesAreFound(command, plan)) return false
  const finders = plan.commands.filter(({ profile }) => profile?.names === 'finds')
  return finders.every((finder) => {
    const listed = finder.profile?.effects ?? []
    return listed.every((effect) => {
      if (effect.kind !== 'file-read' || effect.path === null) return false
      const { lists: _, repository: _names, ...read } = effect
      return readsNoSecret({ ...read, recursive: true }, finder, plan, scope)
    })
  })
}

/** Whether a word names a file of secrets, also in a commit: `HEAD:.env`. */
const namesSecret = ({ argv }: PlannedCommand, isSecret: (path: string) => boolean): boolean =>
  argv.some((word) => word?.split(':').some((part) => part !== '' && isSecret(`/${part}`)) === true)

/** What prints files of the history by their names. git-cat-file(1), git-archive(1) */
const printsObjects = ({ name, profile }: PlannedCommand): boolean =>
  /(?:^|\/)git$/.test(name ?? '') && /^(?:cat-file|archive)$/.test(profile?.words?.[1] ?? '')

/** What git shows is in its history; what it is told to leave out of that may hold anything. git(1) */
function showsOnlyTracked({ name, profile }: PlannedCommand): boolean {
  const [program, subcommand] = profile?.words ?? []
  return (
    name?.replace(/.*\//, '') === 'git' &&
    program !== null &&
    /^(?:show|diff|log|blame|annotate|grep|whatchanged|stash|range-diff|shortlog|cherry)$/.test(subcommand ?? '') &&
    profile?.options?.some((option) =>
      /^--(?:(?:include-|only-)?untracked|no-index|no-exclude-standard)$/.test(option),
    ) !== true
  )
}

/**
 * One file, or files of known names in a folder: what programs copy there, they copy from single files. A folder with
 * all in it could bring along what is protected, and a link there could lead out.
 */
function isSingleWrite(
  effect: PlannedEffect,
  reads: readonly PlannedEffect[],
  { below }: CommandPlan,
  scope: LineScope,
): boolean {
  const { path } = effect
  if (path === null || effect.pattern !== undefined || effect.history) return false
  if (effect.repository) return effectProblem(effect, scope) === null
  if (!isOpenlyWritten(path, scope)) return false
  if (!effect.recursive) return true
  if (below === undefined) return false
  const target = normalisePath(path)
  const workspace = normalisePath(scope.context.workspace)
  // It is a file, or nothing is there yet; else what comes there keeps its name.
  const there = listed(below, target)
  if (there === null || !there.every((file) => isWithin(file, workspace))) return false
  const sources = reads.filter((read) => read.path !== effect.path)
  if (there.length > 0 && sources.length === 0) return false
  return sources.every((source) => {
    if (source.path === null || source.pattern !== undefined || listed(below, source.path)?.length !== 0) return false
    const name = source.path.slice(source.path.lastIndexOf('/') + 1)
    return isOpenlyWritten(`${target === '/' ? '' : target}/${name}`, scope)
  })
}

/**
 * Within the workspace, neither protected nor secret, with nothing below that is, and nothing there leads elsewhere. Undo
 * has to keep all of it.
 */
function comesBack(effect: PlannedEffect, { below }: CommandPlan, scope: LineScope): boolean {
  const { recoverable = [], workspace } = scope.context
  if (effect.path === null || effect.history || effect.repository || below === undefined) return false
  const root = deletedRoot(normalisePath(effect.path))
  if (!recoverable.includes(root) || root === normalisePath(workspace)) return false
  const isOpen = (path: string) => isOpenlyChanged('file-delete', path, scope)
  if (effectProblem(effect, scope) !== null || !isOpen(root)) return false
  return listed(below, root)?.every((path) => isWithin(path, root) && isOpen(path)) === true
}

/** Whether undo keeps what the repository of a command holds. */
const isKept = (repository: string | undefined, { context }: LineScope): boolean =>
  repository !== undefined && context.recoverable?.includes(repository) === true

const isOpenlyWritten = (path: string | null, scope: LineScope): boolean =>
  path !== null && isOpenlyChanged('file-write', path, scope)

/** In the workspace, neither protected nor secret. */
function isOpenlyChanged(kind: 'file-write' | 'file-delete', path: string, scope: LineScope): boolean {
  const { home, workspace } = scope.context
  return effectProblem({ kind, path }, scope) === null && !isSecretFile(foldName(normalisePath(path)), home, workspace)
}

function listed(below: NonNullable<CommandPlan['below']>, folder: string): readonly string[] | null {
  const there = below(folder)
  spend(LOOK_STEPS + 20 * (there?.length ?? MOST_THERE))
  return there
}
