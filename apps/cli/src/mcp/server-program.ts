import { statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import type { ServerCommand } from '@poundlock/mcp'
import { createExecutableFinder } from '@poundlock/plan'
import { gatherSystemFacts, SandboxError, type SandboxPolicy } from '@poundlock/sandbox'
import { isWithin } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'

/** The absolute path of a server's program, in the folders of programs that its sandbox has; `null` where there is none. */
export const findProgram = (command: ServerCommand, path: readonly string[]): string | null =>
  isAbsolute(command.file) ? command.file : createExecutableFinder(path)(command.file, command.cwd)

/** @throws SandboxError where there is none */
export function foundProgram(command: ServerCommand, path: readonly string[]): string {
  const file = findProgram(command, path)
  if (file !== null) return file
  throw new SandboxError(`The program ${JSON.stringify(command.file)} was not found for the sandbox.`, {
    code: 'SANDBOX_FAILED',
    remedy: 'Name it by its absolute path, and make its folder readable: sandbox.readPaths.',
  })
}

/** @throws SandboxError when the program is on this machine, and the sandbox does not show it */
export function refuseUnseen(file: string, policy: Shown, renderer: string | undefined): void {
  const real = realPathOrNull(file)
  if (real === null || statSync(real, { throwIfNoEntry: false })?.isFile() !== true) return
  const named = real === file ? JSON.stringify(file) : `${JSON.stringify(file)} (${JSON.stringify(real)})`
  // Without mounts, links on the way are those of the host.
  const at = renderer === 'landlock' ? [real] : [file, real]
  const hidden = policy.hiddenPaths.find((folder) =>
    at.some((path) => isWithin(path, realPathOrNull(folder) ?? folder)),
  )
  if (hidden !== undefined) {
    throw new SandboxError(
      `The program ${named} cannot be seen in the sandbox, which hides ${JSON.stringify(hidden)}.`,
      {
        code: 'SANDBOX_FAILED',
        remedy: 'Put the program elsewhere, or take the folder off sandbox.hiddenPaths where it is listed there.',
        details: { path: file },
      },
    )
  }
  if (policy.fileMode === 'off') return
  const { folders, links, configurationBinds } = gatherSystemFacts()
  const shown = [
    ...folders,
    ...[...links, ...configurationBinds].map(([path]) => path),
    ...[...policy.readPaths, ...policy.writePaths].flatMap((path) => [path, realPathOrNull(path) ?? path]),
    ...(policy.fileMode === 'workspace-only' ? [policy.workspace] : []),
  ]
  const unseen = at.find((path) => !shown.some((folder) => isWithin(path, folder)))
  if (unseen === undefined) return
  throw new SandboxError(`The program ${named} cannot be seen in the sandbox, which does not show its folder.`, {
    code: 'SANDBOX_FAILED',
    remedy: `Add ${JSON.stringify(dirname(unseen))} to sandbox.readPaths.`,
    details: { path: file },
  })
}

type Shown = Pick<SandboxPolicy, 'fileMode' | 'workspace' | 'hiddenPaths' | 'readPaths' | 'writePaths'>
