import { lstatSync, realpathSync } from 'node:fs'
import { dangerousPaths, type DangerousPath, MACHINE_PATHS } from './dangerous-paths.ts'
import { type Bind, parseBind, refuseBind } from './parse-bind.ts'

/** What a bind is checked against: the workspace, and the folders that are allowed. */
export interface BindContext {
  /** Absolute. Binds may not lie in it or over it, since they would uncover protected paths. */
  readonly workspace: string
  /** Further paths of the host that no container gets: folders of state, hidden paths. */
  readonly hiddenPaths: readonly string[]
  /** Whose keys are looked for; that of this user unless set. */
  readonly home?: string
}

/** In a container these are the engine's or the sandbox's own. */
const OWN_TARGETS = ['/', '/proc', '/sys', '/dev', '/etc/passwd', '/etc/group'] as const

/**
 * Reads a bind and refuses dangerous ones, in any spelling: secrets, sockets, control files of the machine, folders
 * that contain such paths, and links to them.
 *
 * @returns the bind with the real path as its source
 * @throws SandboxError `SANDBOX_POLICY` that names the bind, the problem and the reason
 */
export function checkBind(text: string, context: BindContext): Bind {
  const bind = parseBind(text)
  const dangers = dangerousPaths(context.hiddenPaths, context.home)
  // As it is written, before any link is followed: /var/run is a link on most machines.
  refuseDanger(text, bind.source, dangers)
  if (lstatSync(bind.source, { throwIfNoEntry: false }) === undefined) {
    refuseBind(text, `${JSON.stringify(bind.source)} does not exist`, 'Create it first, or take the bind out.')
  }
  const real = realpathSync(bind.source)
  if (real !== bind.source) refuseDanger(text, real, dangers)
  for (const target of OWN_TARGETS) {
    if (bind.target === target || (target !== '/' && within(bind.target, target))) {
      refuseBind(text, `${JSON.stringify(target)} in the container is the sandbox’s own`, 'Choose another place.')
    }
  }
  if (within(bind.target, context.workspace) || within(context.workspace, bind.target)) {
    refuseBind(
      text,
      `it would cover the workspace ${JSON.stringify(context.workspace)}, or a part of it`,
      'Choose a place outside of the workspace.',
    )
  }
  return { ...bind, source: real }
}

/**
 * Refuses what of the machine no container gets, of the paths that a policy grants. Secrets in a granted folder are
 * covered instead.
 *
 * @throws SandboxError `SANDBOX_POLICY`
 */
export function checkGranted(path: string): void {
  refuseDanger(path, path, MACHINE_PATHS)
}

function refuseDanger(text: string, path: string, dangers: readonly DangerousPath[]): void {
  for (const danger of dangers) {
    for (const dangerPath of [danger.path, realOf(danger.path)]) {
      const inside = danger.onlyItself === true ? same(path, dangerPath) : within(path, dangerPath)
      if (inside)
        refuseBind(text, `${describe(path, dangerPath)}: ${danger.reason}`, 'Give a folder that is only for this.')
      if (within(dangerPath, path)) {
        const why = `${JSON.stringify(path)} contains ${JSON.stringify(dangerPath)}: ${danger.reason}`
        refuseBind(text, why, 'Give the folders in it that are needed, one by one.')
      }
    }
  }
}

const describe = (path: string, dangerPath: string): string =>
  same(path, dangerPath) ? JSON.stringify(dangerPath) : `${JSON.stringify(path)} lies in ${JSON.stringify(dangerPath)}`

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Not every file system tells upper and lower case apart; a name that differs in nothing else is refused as well. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase()

const same = (left: string, right: string): boolean => fold(left) === fold(right)

function within(path: string, outer: string): boolean {
  const [inner, dangerPath] = [fold(path), fold(outer)]
  return inner === dangerPath || dangerPath === '/' || inner.startsWith(`${dangerPath}/`)
}
