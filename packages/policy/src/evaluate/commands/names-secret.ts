import { isWithin } from '@poundlock/spec'
import type { PlannedCommand } from '../../model/command-plan.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import type { PolicyRequest } from '../../model/request.ts'
import { holdsSecret, isSecretFile } from '../../rules/paths/secret-files.ts'

/**
 * Whether a call reads, changes or names a file of secrets: by its name, its folder, or its place below the home folder.
 * Of a program of which nothing is known, each word counts as a file. Code of the workspace may read every file there
 * anyway: what it is given does not count.
 */
export function namesSecret({ plan, files = [], context }: PolicyRequest): boolean {
  const { workspace, cwd } = context
  const isSecret = (path: string) => holdsSecret(normalisePath(path), context, plan?.holdsPassword)
  if (files.some(({ path, real }) => isSecret(absolute(path, cwd)) || (real != null && isSecret(real)))) return true
  if (plan === undefined) return false
  const touches = ({ kind, path, lists, recursive }: NonNullable<PlannedCommand['profile']>['effects'][number]) => {
    if (!kind.startsWith('file-') || path === null || lists === true || DEVICE.test(path)) return false
    if (isSecret(path)) return true
    const below = recursive === true && isWithin(normalisePath(path), workspace) ? plan.below?.(path) : null
    return below?.some((file) => !foldName(file).includes('/node_modules/') && isSecret(file)) === true
  }
  return (
    plan.effects.some(touches) ||
    plan.commands.some((command) => {
      const { profile, passive } = command
      if (profile?.effects.some(({ kind, origin }) => kind === 'execute' && origin === 'workspace')) return false
      if (profile?.effects.some(touches)) return true
      return profile?.known !== true && passive !== true && pathsOf(command, cwd).some(isSecret)
    })
  )
}

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
