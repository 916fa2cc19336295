import type { LoadedConfig } from '@poundlock/config/node'
import { commandPath, homeFolder, policyLayers, sandboxPolicy, type Location } from '@poundlock/local-host'
import { createPolicy, type FileDenials } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { withDenials } from '@poundlock/runtime/host'
import { defaultHiddenPaths, SandboxError, type SandboxPolicy } from '@poundlock/sandbox'

/** A program that is contained as commands are, for as long as it runs. */
export interface ContainedPlace {
  /** Whose rules hold. */
  readonly agent: string
  readonly config: LoadedConfig
  readonly place: Location
  readonly stateDirectory: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

export interface ContainedPolicy {
  /** The policy of commands, with the deny rules on files. */
  readonly policy: SandboxPolicy
  /** Folders for programs, each readable inside. */
  readonly path: readonly string[]
}

/**
 * The sandbox of commands for a program that runs longer than a call: it is bound by the deny rules on files, since it
 * can do more than its calls say.
 *
 * @param change makes another policy of that of commands, before the deny rules are added
 * @throws SandboxError for a rule on files that the sandbox cannot enforce
 */
export function containedPolicy(
  { agent, config, place, stateDirectory: state, environment }: ContainedPlace,
  change: (policy: SandboxPolicy) => SandboxPolicy = (policy) => policy,
): ContainedPolicy {
  const home = homeFolder()
  const hiddenPaths = [state, ...defaultHiddenPaths(home === '/' ? '' : home).map((entry) => entry.path)]
  const { path, readPaths } = commandPath(environment, { home, workspace: place.workspace, hiddenPaths })
  // What commands keep is not for a program with keys of its own, as an agent or a server has.
  const machine = { home, stateDirectory: state, hiddenPaths, readPaths }
  const { cachePath: _, ...configured } = sandboxPolicy(config.resolved, place, machine)
  const rules = createPolicy(policyLayers(config.sources), { home, stateDirectory: state, commands: commandEvaluator })
  const denials = rules.denials({ agent, workspace: place.workspace })
  const denying = withDenials(change(configured), denials)
  refuseUnkept(denials, denying.unkept)
  return { policy: denying.policy, path }
}

/** @throws SandboxError for a rule that the sandbox cannot enforce: these accesses are never asked about */
function refuseUnkept({ read, write }: FileDenials, unkept: Readonly<Record<string, string>>): void {
  const place = [...read, ...write].find((one) => one in unkept)
  if (place === undefined) return
  throw new SandboxError(
    `A program in the sandbox cannot be kept from ${JSON.stringify(place)}, which a rule denies, since ${unkept[place]!}.`,
    {
      code: 'SANDBOX_POLICY',
      remedy:
        'Name files or folders in tools.fs.read.deny and write.deny that are smaller than what the program works in.',
      details: { path: place },
    },
  )
}
