import { dirname, join } from 'node:path'
import type { LoadedConfig } from '@poundlock/config/node'
import { homeFolder, type Location } from '@poundlock/local-host'
import type { McpServerDefinition, ServerCommand } from '@poundlock/mcp'
import type { SandboxPolicy } from '@poundlock/sandbox'
import { type ProcessHandle, isWithin, writeTarget } from '@poundlock/spec'
import { containedPolicy } from '../../host/contained-policy.ts'
import { sandboxBackend } from '../../sandbox/sandbox-backend.ts'
import { foundProgram, refuseUnseen } from '../server-program.ts'
import { fetchedPackages } from './fetched-packages.ts'
import type { LearningServers } from './learning-servers.ts'
import { type Bounds, namedPlaces, stillGranted } from './named-places.ts'
import type { NeedsBook } from './needs-book.ts'
import { identifyProgram, programPaths } from './program-identity.ts'
import { variablesOf } from './program-of.ts'
import { makeServerHome } from './server-home.ts'
import type { ServerNeeds } from './server-needs.ts'

export interface ManifestStart {
  /** Whose calls it serves. */
  readonly caller: { readonly agent: string; readonly session: string }
  readonly config: LoadedConfig
  readonly place: Location
  readonly stateDirectory: string
  readonly book: NeedsBook
  readonly learning: LearningServers
  /** The end of its error output, after its end. */
  readonly stderrOf: (server: string) => string
  /** Replaces the network of the manifest. */
  readonly network: 'off' | 'allowlist' | 'on' | undefined
}

/**
 * Starts a server of others: it reads the workspace and its own program, writes a home folder of its own, reaches no host,
 * and has what a person granted to it besides. What it wants beyond that is refused and noted.
 *
 * @throws SandboxError when it cannot be contained; nothing runs then
 */
export async function startWithManifest(
  { name, transport }: McpServerDefinition,
  command: ServerCommand,
  start: ManifestStart,
): Promise<ProcessHandle> {
  const { caller, config, place, stateDirectory, book, learning } = start
  const home = homeFolder()
  const own = makeServerHome(name, stateDirectory, place.workspace)
  const given = transport.kind === 'stdio' ? transport : { env: {}, passEnvironment: [] }
  // The program is looked up where commands find theirs, before its manifest is known.
  const { path, policy: outer } = containedPolicy({ ...containment(start), environment: command.env })
  const file = foundProgram(command, path)
  const { hiddenPaths, protectedPaths } = outer
  const bounds: Bounds = { hiddenPaths, protectedPaths, home, workspace: place.workspace }
  const granted = stillGranted(
    book.grantedTo(name, () => identifyProgram(command, file, variablesOf(given), home)),
    bounds,
  )
  const { policy } = containedPolicy({ ...containment(start), environment: command.env }, (commands) =>
    policyOf(commands, {
      folder: dirname(own),
      workspace: place.workspace,
      program: programPaths(command, file, home),
      granted,
    }),
  )
  const variables = Object.fromEntries(Object.keys(given.env).map((key) => [key, command.env[key] ?? '']))
  book.want(name, namedPlaces(command, variables, bounds))
  const backend = sandboxBackend(stateDirectory, config.resolved.sandbox, caller)
  const sandbox = await backend.open({ ...policy, ...networkOf(start, granted) })
  try {
    if (config.resolved.sandbox.backend.value === 'unshare') refuseUnseen(file, policy, sandbox.status.renderer)
    const handle = await sandbox.run({
      ...command,
      file,
      // What Python compiled beside its files is not pinned, and not read.
      env: { ...command.env, PATH: path.join(':'), HOME: own, PYTHONPYCACHEPREFIX: join(own, '.cache/python') },
      stdin: 'pipe',
      output: 'pipe',
      askEgress: async (target) => {
        learning.refusedHost(name, writeTarget(target))
        const remedy = `A person can grant it: poundlock mcp trust ${name} --needs`
        return { allowed: false, reason: `the manifest of the server ${JSON.stringify(name)} does not have it`, remedy }
      },
    })
    const packages = () => fetchedPackages(own, command.args)
    learning.began(name, { sandbox, handle, bounds, granted, packages, stderr: () => start.stderrOf(name) })
    return handle
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

const containment = ({ caller, config, place, stateDirectory }: ManifestStart) => ({
  agent: caller.agent,
  config,
  place,
  stateDirectory,
})

/**
 * Its own folder takes the place of the workspace, which it only reads: so no guard compares the workspace at its end with
 * what it was at its start.
 */
function policyOf(
  commands: SandboxPolicy,
  given: {
    readonly folder: string
    readonly workspace: string
    readonly program: readonly string[]
    readonly granted: ServerNeeds
  },
): SandboxPolicy {
  const { folder, workspace, program, granted } = given
  // Where commands do not see the workspace, it does not either.
  const seesWorkspace = commands.fileMode !== 'allow-list' || commands.readPaths.includes(workspace)
  const isHidden = (path: string) => commands.hiddenPaths.some((hidden) => isWithin(path, hidden))
  return {
    ...commands,
    fileMode: 'workspace-only',
    workspace: folder,
    readPaths: [
      ...commands.readPaths,
      ...(seesWorkspace ? [workspace] : []),
      ...program.filter((path) => !isHidden(path)),
      ...granted.readPaths,
    ],
    writePaths: granted.writePaths,
  }
}

function networkOf(
  { config, network }: ManifestStart,
  { hosts }: ServerNeeds,
): Pick<SandboxPolicy, 'network' | 'egress'> {
  const { egress, network: commands } = config.resolved.sandbox
  if (network === 'on') return { network }
  const isOff = commands.value === 'off' && commands.origin !== 'default'
  if (network === 'off' || (network === undefined && isOff)) return { network: 'off' }
  const rules = [...hosts, ...(network === 'allowlist' ? egress.value : [])]
  return { network: 'allowlist', egress: { rules, asks: true, elseOff: true } }
}
