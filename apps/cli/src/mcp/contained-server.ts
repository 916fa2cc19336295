import { statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import type { LoadedConfig } from '@poundlock/config/node'
import { commandPath, homeFolder, policyLayers, sandboxPolicy, type Location } from '@poundlock/local-host'
import type { ServerCommand } from '@poundlock/mcp'
import { createExecutableFinder } from '@poundlock/plan'
import { createPolicy, type FileDenials } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { withDenials } from '@poundlock/runtime'
import { defaultHiddenPaths, gatherSystemFacts, SandboxError, type SandboxPolicy } from '@poundlock/sandbox'
import { isWithin, type ProcessHandle } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'
import { sandboxBackend } from '../sandbox/sandbox-backend.ts'

interface Containment {
  /** Whose calls it serves: the sandbox is that of this agent. */
  readonly caller: { readonly agent: string; readonly session: string }
  readonly config: LoadedConfig
  readonly place: Location
  readonly stateDirectory: string
  /** Replaces the network of commands. */
  readonly network: 'off' | 'allowlist' | 'on' | undefined
}

/**
 * Starts a server as commands are run: in the sandbox, seeing the workspace and the tool chains, with a sandbox of its
 * own that ends with it.
 *
 * @throws SandboxError when it cannot be contained; nothing runs then
 */
export async function startContained(command: ServerCommand, containment: Containment): Promise<ProcessHandle> {
  const { caller, config, place, stateDirectory: state, network } = containment
  const home = homeFolder()
  const backend = sandboxBackend(state, config.resolved.sandbox, caller)
  const hiddenPaths = [state, ...defaultHiddenPaths(home === '/' ? '' : home).map((entry) => entry.path)]
  const { path, readPaths } = commandPath(command.env, { home, workspace: place.workspace, hiddenPaths })
  const configured = sandboxPolicy(config.resolved, place, { home, hiddenPaths, readPaths })
  // A server is bound by the deny rules on files like a command: its program can do more than its inputs say.
  const rules = createPolicy(policyLayers(config.sources), { home, stateDirectory: state, commands: commandEvaluator })
  const denials = rules.denials({ agent: caller.agent, workspace: place.workspace })
  const denying = withDenials(configured, denials)
  refuseUnkept(denials, denying.unkept)
  const { egress: _egress, ...policy } = denying.policy
  const reached = network ?? policy.network
  const sandbox = await backend.open({
    ...policy,
    network: reached,
    ...(reached === 'allowlist' && { egress: { rules: config.resolved.sandbox.egress.value } }),
  })
  try {
    const file = isAbsolute(command.file) ? command.file : createExecutableFinder(path)(command.file, command.cwd)
    if (file === null) {
      throw new SandboxError(`The program ${JSON.stringify(command.file)} was not found for the sandbox.`, {
        code: 'SANDBOX_FAILED',
        remedy: 'Name it by its absolute path, and make its folder readable: sandbox.readPaths.',
      })
    }
    // The image of a container has programs of its own.
    if (config.resolved.sandbox.backend.value === 'unshare') refuseUnseen(file, policy, sandbox.status.renderer)
    const handle = await sandbox.run({
      ...command,
      file,
      env: { ...command.env, PATH: path.join(':') },
      stdin: 'pipe',
      output: 'pipe',
    })
    const close = () => void sandbox.close().catch(() => undefined)
    handle.exited.then(close, close)
    return handle
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

/**
 * @throws SandboxError for a rule on files that the sandbox cannot enforce: a server's file accesses are never asked
 * about
 */
function refuseUnkept({ read, write }: FileDenials, unkept: Readonly<Record<string, string>>): void {
  const place = [...read, ...write].find((one) => one in unkept)
  if (place === undefined) return
  throw new SandboxError(
    `A server in the sandbox cannot be kept from ${JSON.stringify(place)}, which a rule denies, since ${unkept[place]!}.`,
    {
      code: 'SANDBOX_POLICY',
      remedy:
        'Name files or folders in tools.fs.read.deny and write.deny that are smaller than what the server works in.',
      details: { path: place },
    },
  )
}

/** @throws SandboxError when the program is on this machine, and the sandbox does not show it */
function refuseUnseen(file: string, policy: Shown, renderer: string | undefined): void {
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
