import { basename, dirname, join } from 'node:path'
import type { LoadedConfig } from '@poundlock/config/node'
import type { Location } from '@poundlock/local-host'
import { commandEnvironment } from '@poundlock/runtime'
import type { SandboxPolicy } from '@poundlock/sandbox'
import { isWithin, type ProcessHandle } from '@poundlock/spec'
import { containedPolicy } from '../host/contained-policy.ts'
import { sandboxBackend } from '../sandbox/sandbox-backend.ts'
import type { RunningAgent } from './agent-process.ts'
import { ownNode, type AgentProgram } from './find-agent.ts'
import type { RunFolder } from './run-folder.ts'

export interface ContainedAgent {
  readonly program: AgentProgram
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Names of variables of the person that pass; a prefix ends in `*`. */
  readonly passes: readonly string[]
  /** Whether the guarded tools write for it: then it may not write the workspace itself. */
  readonly isGuarded: boolean
  /** Folders of the workspace that it does not see. */
  readonly hidden: readonly string[]
  /** Rules of `sandbox.egress` besides those of the person: the hosts of its models, and our own port. */
  readonly hosts: readonly string[]
  readonly folder: RunFolder
  readonly agent: string
  readonly session: string
  readonly config: LoadedConfig
  readonly place: Location
  readonly stateDirectory: string
  /** `pipe`: its input and output are ours, its error output stays that of the terminal's. Otherwise it has the terminal. */
  readonly streams?: 'pipe'
}

/** An agent whose input and output are ours, with `streams: 'pipe'`. */
export interface ContainedRun extends RunningAgent {
  readonly handle: ProcessHandle
}

/** The terminal, as the person has it. */
const TERMINAL = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'NO_COLOR', 'FORCE_COLOR', 'COLUMNS', 'LINES', 'TZ']

/**
 * Starts an agent in a sandbox of its own, at the terminal of the person. It writes the folder of its run, reads the
 * workspace, and reaches the hosts of its models and those of the configuration. An agent without guarded tools works
 * in the workspace by the rules for commands.
 *
 * @throws SandboxError when it cannot be contained; nothing runs then
 */
export async function startContainedAgent(options: ContainedAgent): Promise<ContainedRun> {
  const { program, config, folder, place, stateDirectory, agent, session } = options
  const { backend, ...settings } = config.resolved.sandbox
  const contained = containedPolicy({ agent, config, place, stateDirectory, environment: process.env }, (policy) =>
    policyOf(options, policy),
  )
  const { readPaths, ...policy } = contained.policy
  const rules = [
    ...options.hosts,
    ...(config.resolved.sandbox.network.value === 'allowlist' ? settings.egress.value : []),
  ]
  // The programs of an agent are those of this machine, not those of an image.
  const opener = sandboxBackend(
    stateDirectory,
    { ...settings, backend: { ...backend, value: 'unshare' } },
    { agent, session },
  )
  const network = policy.network === 'on' ? 'on' : 'allowlist'
  const { egress: _egress, ...rest } = policy
  const sandbox = await opener.open({
    ...rest,
    readPaths: withoutHidden([...readPaths, ...program.readPaths, ownNode()], rest.hiddenPaths),
    network,
    ...(network === 'allowlist' && { egress: { rules } }),
  })
  try {
    const env = commandEnvironment({
      host: process.env,
      pass: [...TERMINAL, ...options.passes],
      call: options.environment,
      home: folder.home,
      path: [...new Set([...contained.path, dirname(program.file), dirname(process.execPath)])],
    })
    const handle = await sandbox.run({
      file: program.file,
      args: options.args,
      cwd: place.cwd,
      env: { ...env, HOME: folder.home },
      stdin: options.streams ?? 'inherit',
      output: options.streams ?? 'inherit',
    })
    return { handle, exited: handle.exited, kill: (signal) => handle.kill(signal), close: () => sandbox.close() }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

/**
 * With guarded tools, the folder of the run takes the place of the workspace, which is only read: so no guard compares
 * the workspace at the end with what it was at the start, while the guarded tools change it.
 */
function policyOf({ isGuarded, folder, hidden, place }: ContainedAgent, policy: SandboxPolicy): SandboxPolicy {
  const hiddenPaths = [...policy.hiddenPaths, ...hidden.map((name) => join(place.workspace, name))]
  if (!isGuarded) return { ...policy, writePaths: [...policy.writePaths, folder.path], hiddenPaths }
  return {
    ...policy,
    fileMode: 'workspace-only',
    workspace: folder.path,
    readPaths: [...policy.readPaths, place.workspace],
    writePaths: folder.home.startsWith(folder.path) ? [] : [dirname(folder.home)],
    // Its settings stay as they were written.
    protectedPaths: [basename(folder.settings)],
    hiddenPaths,
  }
}

/** A program below a hidden folder stays hidden: then it does not start, and says so. */
const withoutHidden = (paths: readonly string[], hidden: readonly string[]) =>
  paths.filter((path) => !hidden.some((secret) => isWithin(path, secret)))
