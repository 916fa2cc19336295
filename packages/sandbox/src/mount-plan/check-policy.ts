import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { hasWildcards, isWithin } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'
import { usableCache } from '../caches/usable-cache.ts'
import type { SandboxPolicy, WorkspaceView } from '../policy.ts'
import { SandboxError } from '../sandbox-error.ts'
import { checkEgress } from './check-egress.ts'
import { isPlainAbsolute, withoutTrailingSlash } from './plain-path.ts'
import { REFUSED_TREES, REFUSED_WORKSPACES } from './system-paths.ts'

function refuse(message: string, remedy: string, path: string): never {
  throw new SandboxError(message, { code: 'SANDBOX_POLICY', remedy, details: { path } })
}

/**
 * Checks a policy against this machine and returns it with real paths: links followed, duplicates removed. A missing
 * read path is dropped; a missing hidden path stays, since a file can appear there. A folder for caches is made where it is
 * missing, and dropped where it cannot be kept (`usableCache`).
 *
 * @throws SandboxError `SANDBOX_POLICY` when a path is not absolute, the workspace is missing, is no folder, cannot be
 * read or is a system folder, a path to write is missing, a granted path lies in a hidden one, or the network rules are
 * invalid
 */
export function checkPolicy(policy: SandboxPolicy): SandboxPolicy {
  const workspace = checkWorkspace(policy.workspace)
  const hiddenPaths = unique(
    policy.hiddenPaths.flatMap((path) => {
      refuseWildcards(path, 'hidden path')
      const plain = checkAbsolute(path, 'hidden path')
      const real = realPathOrNull(plain)
      return real === null || real === plain ? [plain] : [plain, real]
    }),
  )
  const readPaths = unique(policy.readPaths.flatMap((path) => realPathOrNull(checkAbsolute(path, 'read path')) ?? []))
  const writePaths = unique(
    policy.writePaths.map((path) => {
      const real = realPathOrNull(checkAbsolute(path, 'write path'))
      if (real !== null) return real
      return refuse(
        `The write path ${quote(path)} of the sandbox does not exist.`,
        'Create it first, or take it out of the policy.',
        path,
      )
    }),
  )
  for (const [kind, paths] of [
    ['read path', readPaths],
    ['write path', writePaths],
  ] as const) {
    for (const path of paths) checkGranted(path, kind, hiddenPaths)
  }
  if (policy.workspaceView !== undefined) checkView(policy.workspaceView, policy.fileMode, workspace)
  if (policy.fileMode === 'workspace-only') checkGranted(workspace, 'workspace', hiddenPaths)
  const protectedPaths = unique(policy.protectedPaths.map(checkProtected))
  checkEgress(policy)
  const { cachePath: wantedCache, ...rest } = policy
  const cachePath =
    wantedCache === undefined || policy.fileMode !== 'workspace-only' || policy.workspaceView !== undefined
      ? null
      : usableCache(checkAbsolute(wantedCache, 'cache path'), workspace)
  return {
    ...rest,
    workspace,
    readPaths,
    writePaths,
    hiddenPaths,
    protectedPaths,
    ...(cachePath !== null && { cachePath }),
  }
}

function checkWorkspace(given: string): string {
  const path = checkAbsolute(given, 'workspace')
  const real = realPathOrNull(path)
  if (real === null) {
    return refuse(
      `The workspace ${quote(path)} does not exist.`,
      'Create it, or name the folder that the command shall work in.',
      path,
    )
  }
  if (!statSync(real).isDirectory()) {
    return refuse(`The workspace ${quote(path)} is not a folder.`, 'Name the folder that the file lies in.', path)
  }
  if (REFUSED_WORKSPACES.some((folder) => folder === real) || REFUSED_TREES.some((tree) => isWithin(real, tree))) {
    return refuse(
      `The workspace ${quote(real)} is a system folder: a command that may write there may change the machine.`,
      'Name the folder of the project, and give further folders as read or write paths.',
      real,
    )
  }
  try {
    accessSync(real, constants.R_OK | constants.X_OK)
  } catch {
    return refuse(
      `The workspace ${quote(real)} cannot be read by this user.`,
      'Change its owner or its mode, or run as the user that it belongs to.',
      real,
    )
  }
  return real
}

function checkView({ folder }: WorkspaceView, fileMode: SandboxPolicy['fileMode'], workspace: string): void {
  if (fileMode !== 'workspace-only') {
    refuse(
      `A command cannot be tried with the file mode ${quote(fileMode)}: only "workspace-only" has a view of its own.`,
      'Set sandbox.files to "workspace-only".',
      folder,
    )
  }
  if (realPathOrNull(folder) !== folder || isWithin(folder, workspace) || isWithin(workspace, folder)) {
    refuse(
      `What is tried cannot be kept in ${quote(folder)}: it must be a folder outside the workspace.`,
      'Keep the state of Poundlock outside the workspace.',
      folder,
    )
  }
}

/** Mounts cover paths: a pattern would be taken for a name that nothing has, and protect nothing. */
function refuseWildcards(path: string, kind: string): void {
  if (!hasWildcards(path)) return
  refuse(
    `The ${kind} ${quote(path)} of the sandbox has a wildcard, which protects nothing.`,
    'Name the file or the folder itself.',
    path,
  )
}

function checkAbsolute(path: string, kind: string): string {
  if (isPlainAbsolute(path)) return withoutTrailingSlash(path)
  return refuse(
    `The ${kind} ${quote(path)} of the sandbox must be absolute, without "..", "." or doubled slashes.`,
    'Resolve it against the folder that it is meant to be relative to.',
    path,
  )
}

function checkGranted(path: string, kind: string, hiddenPaths: readonly string[]): void {
  const hidden = hiddenPaths.find((outer) => isWithin(path, outer))
  if (hidden !== undefined) {
    refuse(
      `The ${kind} ${quote(path)} lies in ${quote(hidden)}, which the policy hides.`,
      'Work in a folder outside it, or take it off the hidden paths.',
      path,
    )
  }
  if (path === '/' || REFUSED_TREES.some((tree) => isWithin(path, tree))) {
    refuse(
      `The ${kind} ${quote(path)} cannot be granted: a sandbox has its own.`,
      'Name the folders in it that are needed.',
      path,
    )
  }
}

function checkProtected(path: string): string {
  refuseWildcards(path, 'protected path')
  if (path === '' || path.includes('\0') || path.startsWith('/') || join('/', path).slice(1) !== path) {
    refuse(
      `The protected path ${quote(path)} must be relative to the workspace, without "..", "." or doubled slashes.`,
      'Write it like ".git/hooks".',
      path,
    )
  }
  return path
}

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)]

/** Control characters shown, so that a path with a line break cannot forge lines of a message. */
const quote = (path: string): string => JSON.stringify(path)
