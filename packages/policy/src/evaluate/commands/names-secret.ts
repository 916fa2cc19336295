import { isWithin } from '@poundlock/spec'
import type { CommandPlan, PlannedCommand, PlannedEffect } from '../../model/command-plan.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import type { PolicyRequest } from '../../model/request.ts'
import { holdsSecret, isSecretFile } from '../../rules/paths/secret-files.ts'
import { type LineScope, effectProblem, onlyOpensDevice } from '../effects/effect-problem.ts'

/** Where a call starts, and what a name stands for there. */
type Place = Pick<PolicyRequest['context'], 'home' | 'workspace' | 'cwd'>

/**
 * Whether a call reads, changes or names a file of secrets: by its name, its folder, or its place below the home folder.
 * Of a program of which nothing is known, each word counts as a file, and so it does of what prints files of a commit
 * (`git show HEAD:.env`). Code of the workspace may read every file there anyway: what it is given does not count.
 *
 * @param tracked whether other names of files that git tracks count, too: `git diff .env`
 */
export function namesSecret({ plan, files = [], context }: PolicyRequest, tracked = false): boolean {
  const { cwd } = context
  const isSecret = (path: string) => holdsSecret(normalisePath(path), context, plan?.holdsPassword)
  if (files.some(({ path, real }) => isSecret(absolute(path, cwd)) || (real != null && isSecret(real)))) return true
  if (plan === undefined) return false
  return (
    plan.effects.some(secretIn(plan, context)) ||
    plan.commands.some((command) => commandNamesSecret(command, plan, context, tracked))
  )
}

/** The same of one command. */
export function commandNamesSecret(
  command: PlannedCommand,
  plan: CommandPlan,
  context: Place,
  tracked: boolean,
): boolean {
  if (command.profile?.effects.some(({ kind, origin }) => kind === 'execute' && origin === 'workspace')) return false
  const isSecret = (path: string) => holdsSecret(normalisePath(path), context, plan.holdsPassword)
  if (tracked && isGit(command) && pathsOf(command, context.cwd).some(isSecret)) return true
  return secretsOf(command, plan, context).length > 0
}

/**
 * The files of secrets that a command reads, changes or names, as paths. Where it starts in a folder of secrets and is
 * not known, that folder.
 */
export function secretsOf(command: PlannedCommand, plan: CommandPlan, context: Place): readonly string[] {
  const { profile, passive } = command
  const isSecret = (path: string) => holdsSecret(normalisePath(path), context, plan.holdsPassword)
  const touched = (profile?.effects ?? []).filter(secretIn(plan, context)).map(({ path }) => path!)
  if (profile?.known !== true && passive !== true) {
    const start = command.cwd ?? context.cwd
    return [...touched, ...pathsOf(command, context.cwd).filter(isSecret), ...(isSecret(`${start}/x`) ? [start] : [])]
  }
  return printsObjects(command) ? [...touched, ...pathsOf(command, context.cwd).filter(isSecret)] : touched
}

const secretIn = (plan: CommandPlan, context: Place) => {
  const isSecret = (path: string) => holdsSecret(normalisePath(path), context, plan.holdsPassword)
  return ({ kind, path, lists, recursive }: PlannedEffect): boolean => {
    if (!kind.startsWith('file-') || path === null || lists === true || DEVICE.test(path)) return false
    if (isSecret(path)) return true
    const below = recursive === true && isWithin(normalisePath(path), context.workspace) ? plan.below?.(path) : null
    return below?.some((file) => !foldName(file).includes('/node_modules/') && isSecret(file)) === true
  }
}

const isGit = ({ name }: PlannedCommand): boolean => /(?:^|\/)git$/.test(name ?? '')

/** What prints files of the history by their names. git-show(1), git-cat-file(1), git-archive(1) */
const printsObjects = (command: PlannedCommand): boolean =>
  isGit(command) && /^(?:show|cat-file|archive)$/.test(command.profile?.words?.[1] ?? '')

/**
 * Whether the line itself gives a command a file of secrets, or writes one: `mytool < .env`. No rule for a command says
 * that; one for the very file does. What the line may not touch anyway does not count.
 */
export const handsSecret = ({ effects, holdsPassword }: CommandPlan, scope: LineScope): boolean =>
  effects.some((effect) => {
    const { kind, path } = effect
    if ((kind !== 'file-read' && kind !== 'file-write') || path === null || onlyOpensDevice(effect)) return false
    if (!holdsSecret(normalisePath(path), scope.context, holdsPassword) || effectProblem(effect, scope) !== null)
      return false
    return kind === 'file-write' || !namesFile(path, scope)
  })

/** Whether a rule on files allows to read exactly this file outside the workspace. */
export const namesFile = (path: string, { context, allowedPlaces }: LineScope): boolean =>
  allowedPlaces?.({ kind: 'file-read', path }, context.workspace).includes(foldName(normalisePath(path))) === true

/** Whether a file or folder holds, or may hold, secrets: by its name, its folder, or its place below the home folder. */
export const isSecretPath = (
  path: string,
  { home, workspace }: Pick<PolicyRequest['context'], 'home' | 'workspace'>,
): boolean => {
  const folded = foldName(normalisePath(path))
  // A folder of secrets is known by what lies in it.
  return [folded, `${folded}/x`].some((one) => isSecretFile(one, home, workspace))
}

/** What the shell's own redirections open. */
const DEVICE = /^\/dev\/(?:null|zero|u?random|std(?:in|out|err)|tty|fd\/\d+)$/

/** The words of a command as paths, with what stands behind `=`, `@` or a colon: `--file=x`, `a=@x`, `HEAD:x`. */
const pathsOf = ({ argv, cwd }: PlannedCommand, start: string): readonly string[] =>
  argv
    .slice(1)
    .flatMap((word) =>
      (word ?? '').split(/[=@:,]/).flatMap((part) => (part === '' ? [] : [absolute(part, cwd ?? start)])),
    )

const absolute = (path: string, cwd: string): string => (path.startsWith('/') ? path : `${cwd}/${path}`)
